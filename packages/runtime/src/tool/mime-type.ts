/** What a piece of media is, by its first bytes or by its name. */

/** The beginnings of files in base64. */
const SIGNATURES: readonly (readonly [beginning: string, mimeType: string])[] = [
  ["iVBORw0KGgo", "image/png"],
  ["/9j/", "image/jpeg"],
  ["R0lGOD", "image/gif"],
  ["UklGR", "image/webp"],
  ["JVBERi0", "application/pdf"],
  ["SUQz", "audio/mpeg"],
];

const BY_EXTENSION: { readonly [extension: string]: string } = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  svg: "image/svg+xml",
  mp3: "audio/mpeg",
  wav: "audio/wav",
  mp4: "video/mp4",
  webm: "video/webm",
  pdf: "application/pdf",
  txt: "text/plain",
  csv: "text/csv",
  json: "application/json",
};

/** @param data Base64. */
export function mimeTypeOfData(data: string | undefined): string | undefined {
  return data === undefined ? undefined : SIGNATURES.find(([beginning]) => data.startsWith(beginning))?.[1];
}

export function mimeTypeOfName(filename: string | undefined): string | undefined {
  const extension = filename?.split(".").at(-1)?.toLowerCase() ?? "";
  return Object.hasOwn(BY_EXTENSION, extension) ? BY_EXTENSION[extension] : undefined;
}
