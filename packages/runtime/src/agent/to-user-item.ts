/** What the user says, checked to the last part, to an item of the conversation. */
import { closestNames } from "../errors/closest-names.ts";
import { UserError } from "../errors/user-error.ts";
import type { ContentPart, Item, MediaPart } from "../model/item.ts";
import type { Media, MediaSource } from "../tool/media.ts";

/**
 * A text, or the address of a picture, or a `data:` URL; or a part said in full; or a piece of media, which may be a
 * file: `new Media("image", { filepath: "cat.png" })`.
 */
export type MessagePart = string | ContentPart | Media;

/** What the user says: a text, or a list of parts. */
export type RunMessage = string | readonly MessagePart[];

/**
 * @throws UserError naming the place, for what is no message: a whole conversation, a part that lacks something, a bare
 * file name. Rejects where a file cannot be read.
 */
export async function toUserItem(message: RunMessage): Promise<Item> {
  if (typeof message === "string") return { type: "user", content: message };
  if (!Array.isArray(message)) throw invalid("message", `is ${nameOf(message)}. ${FORM}`);
  if (message.length === 0) throw invalid("message", `is an empty list. ${FORM}`);
  const parts: readonly unknown[] = message;
  const content = parts.map((part, index) => toPart(part, `message[${index}]`));
  return { type: "user", content: await Promise.all(content) };
}

const FORM = 'It has to be a text, or a list of parts such as { type: "text", text: "…" }.';
const MEDIA_TYPES: readonly string[] = ["image", "audio", "video", "file"];
const MEDIA_KEYS: readonly string[] = ["type", "url", "data", "mimeType", "filename", "id"];
const TEXT_KEYS: readonly string[] = ["type", "text"];

function toPart(part: unknown, path: string): ContentPart | Promise<ContentPart> {
  if (typeof part === "string") return fromText(part, path);
  if (isMedia(part)) return part.toPart();
  if (typeof part !== "object" || part === null || Array.isArray(part))
    throw invalid(path, `is ${nameOf(part)}. ${FORM}`);
  const { type, role } = part as Readonly<Record<string, unknown>>;
  if (role !== undefined && type === undefined)
    throw invalid(path, "has a role; a whole conversation is not taken, only what the user says now.");
  if (type === "text") return checkText(part, path);
  if (typeof type === "string" && MEDIA_TYPES.includes(type)) return checkMedia(part as MediaPart, path);
  throw invalid(`${path}.type`, `is ${nameOf(type)}. It has to be one of text, ${MEDIA_TYPES.join(", ")}.`);
}

/** Also one of another copy of the package. */
function isMedia(part: unknown): part is Media {
  return typeof part === "object" && part !== null && "toPart" in part && typeof part.toPart === "function";
}

function checkText(part: object, path: string): ContentPart {
  assertKeys(part, TEXT_KEYS, path);
  const { text } = part as { readonly text?: unknown };
  if (typeof text !== "string") throw invalid(`${path}.text`, `is ${nameOf(text)}. It has to be a text.`);
  return { type: "text", text };
}

function checkMedia(part: MediaPart, path: string): MediaPart {
  assertKeys(part, MEDIA_KEYS, path);
  for (const key of ["url", "data", "mimeType", "filename", "id"] as const) {
    const value: unknown = part[key];
    if (value === undefined || (typeof value === "string" && value !== "")) continue;
    const bytes = value instanceof Uint8Array ? ` For bytes, write new Media("${part.type}", { content }).` : "";
    throw invalid(`${path}.${key}`, `is ${nameOf(value)}. It has to be a text.${bytes}`);
  }
  const { url, data, mimeType } = part;
  if ((url === undefined) === (data === undefined))
    throw invalid(path, `has ${url === undefined ? "neither url nor data" : "both url and data"}. It has to have one.`);
  if (mimeType !== undefined && !/^[\w.+-]+\/[\w.+-]+/.test(mimeType))
    throw invalid(`${path}.mimeType`, `is "${mimeType}". It has to be a media type such as image/png.`);
  const embedded = fromDataUrl(url ?? data ?? "");
  if (embedded !== undefined) {
    const { url: _url, ...rest } = part;
    return { ...rest, data: embedded.data, mimeType: mimeType ?? embedded.mimeType };
  }
  if (url !== undefined) assertAddress(url, part.type, `${path}.url`);
  if (data !== undefined && !isBase64(data))
    throw invalid(`${path}.data`, `is no base64. For a file, write new Media("${part.type}", { filepath }).`);
  return part;
}

function assertKeys(part: object, known: readonly string[], path: string): void {
  for (const key of Object.keys(part)) {
    if (known.includes(key)) continue;
    const near = closestNames(key, known, 1)[0];
    throw invalid(
      path,
      `has a key "${key}"${near ? `; did you mean "${near}"?` : "."} It may have ${known.join(", ")}.`,
    );
  }
}

/** The provider opens the address, so a file of this machine is none. */
function assertAddress(url: string, type: MediaPart["type"], path: string): void {
  const isAddress = URL.canParse(url) && /^[a-z][a-z0-9+.-]+:/i.test(url) && !/^file:/i.test(url);
  if (isAddress) return;
  throw invalid(
    path,
    `is "${shorten(url)}", which the provider cannot open. For a file, write new Media("${type}", { filepath: "${shorten(url)}" }).`,
  );
}

function fromText(text: string, path: string): ContentPart {
  const embedded = fromDataUrl(text);
  if (embedded !== undefined) return { type: typeOf(embedded.mimeType), ...embedded };
  if (/^https?:\/\/\S+$/i.test(text) && URL.canParse(text) && PICTURE.test(new URL(text).pathname))
    return { type: "image", url: text };
  if (looksLikeFile(text))
    throw invalid(
      path,
      `is "${shorten(text)}", which may be a file or words. For the file, write new Media("image", { filepath: "${shorten(text)}" }); for the words, { type: "text", text: "${shorten(text)}" }.`,
    );
  return { type: "text", text };
}

/**
 * What an address says by itself, of a kind that is known: `images: ["https://example.com/cat.png"]`.
 *
 * @throws UserError for what is neither an address that a provider can open nor a `data:` URL.
 */
export function mediaSourceOf(address: string, type: MediaPart["type"], path: string): MediaSource {
  const embedded = fromDataUrl(address);
  if (embedded !== undefined) return { content: embedded.data, mimeType: embedded.mimeType };
  assertAddress(address, type, path);
  return { url: address };
}

const PICTURE = /\.(?:png|jpe?g|gif|webp)$/i;

/** One word, or what begins like a path; an address was recognised before. */
function looksLikeFile(text: string): boolean {
  return PICTURE.test(text) && (!/\s/.test(text) || /^(?:\.{0,2}\/|~|[a-z]:\\|file:)/i.test(text));
}

function typeOf(mimeType: string): MediaPart["type"] {
  const [family] = mimeType.split("/");
  return family === "image" || family === "audio" || family === "video" ? family : "file";
}

/** `undefined` for what is no `data:` URL in base64. */
function fromDataUrl(text: string): { readonly data: string; readonly mimeType: string } | undefined {
  if (!/^data:/i.test(text)) return undefined;
  const [, mimeType = "", data = ""] = /^data:([^;,]+)(?:;[^;,]+)*;base64,(.*)$/is.exec(text) ?? [];
  return mimeType !== "" && isBase64(data) ? { data, mimeType: mimeType.toLowerCase() } : undefined;
}

function isBase64(text: string): boolean {
  return text !== "" && /^[A-Za-z0-9+/_\s-]+={0,2}\s*$/.test(text);
}

function shorten(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

function nameOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value === "string") return `"${shorten(value)}"`;
  if (Array.isArray(value)) return "a list";
  if (value instanceof Uint8Array) return "bytes";
  return typeof value === "object" ? "an object" : `${typeof value} ${String(value)}`;
}

function invalid(path: string, what: string): UserError {
  return new UserError("RUNA_INVALID_MESSAGE", `${path} ${what}`);
}
