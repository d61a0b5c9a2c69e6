/** Images, videos, sound and files, as tools get and give them. Bytes are read when somebody asks for them, and not before. */
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { UserError } from "../errors/user-error.ts";
import type { MediaPart } from "../model/item.ts";

export type MediaType = MediaPart["type"];

/** Exactly one of `url`, `filepath` and `content`. */
export interface MediaSource {
  readonly url?: string | URL | undefined;
  readonly filepath?: string | URL | undefined;
  /** Bytes, or their base64. */
  readonly content?: Uint8Array | string | undefined;
  /** Default: what the bytes or the name say. */
  readonly mimeType?: string | undefined;
  readonly filename?: string | undefined;
  /** Default: a new one. */
  readonly id?: string | undefined;
}

const MIME_TYPES: { readonly [extension: string]: string } = {
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

/**
 * One piece of media. A tool that declares a parameter `images`, `videos`, `audio` or `files` gets a list of these: what
 * the user sent, and what tools of the run returned.
 *
 * @example
 * ```ts
 * // @tool
 * export async function sizes(images: Media[]): Promise<number[]> {
 *   return Promise.all(images.map(async (image) => (await image.bytes()).length));
 * }
 * ```
 */
export class Media implements MediaSource {
  readonly type: MediaType;
  readonly id: string;
  readonly url: string | undefined;
  readonly filepath: string | undefined;
  /** Base64. */
  readonly content: string | undefined;
  readonly mimeType: string | undefined;
  readonly filename: string | undefined;

  /** @throws UserError unless there is exactly one source. */
  constructor(type: MediaType, source: MediaSource) {
    const { url, filepath, content, mimeType, filename, id } = source;
    const given = [url, filepath, content].filter((value) => value !== undefined).length;
    if (given !== 1) {
      throw new UserError(
        "RUNA_INVALID_MEDIA",
        `A piece of media (${type}) has exactly one of url, filepath and content; this one has ${given === 0 ? "none" : given} of them.`,
      );
    }
    this.type = type;
    this.id = id ?? `${type}_${globalThis.crypto.randomUUID()}`;
    this.url = url === undefined ? undefined : String(url);
    this.filepath = filepath instanceof URL ? fileURLToPath(filepath) : filepath;
    this.content = content instanceof Uint8Array ? Buffer.from(content).toString("base64") : content;
    this.mimeType = mimeType;
    this.filename = filename;
  }

  /** Rejects where the file or the address cannot be read. */
  async bytes(): Promise<Uint8Array> {
    if (this.content !== undefined) return Buffer.from(this.content, "base64");
    if (this.filepath !== undefined) return readFile(this.filepath);
    const response = await fetch(this.url ?? "");
    if (!response.ok) throw new Error(`${this.url} answered with the status ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  }

  /** As a model is sent it: an address stays one, a file is read. */
  async toPart(): Promise<MediaPart> {
    const { filepath, ...part } = this.toStoredPart();
    return filepath === undefined ? part : { ...part, data: Buffer.from(await this.bytes()).toString("base64") };
  }

  /** @internal As a conversation keeps it: nothing is read. */
  toStoredPart(): MediaPart {
    const { type, id, url, filepath, content } = this;
    const filename = this.filename ?? (filepath === undefined ? undefined : basename(filepath));
    const mimeType = this.mimeType ?? mimeTypeOfName(filename);
    return {
      type,
      id,
      ...(mimeType !== undefined && { mimeType }),
      ...(filename !== undefined && { filename }),
      ...(url !== undefined && { url }),
      ...(filepath !== undefined && { filepath }),
      ...(content !== undefined && { data: content }),
    };
  }
}

/** @internal From a part of a message. */
export function fromPart({ type, url, data, filepath, mimeType, filename, id }: MediaPart): Media {
  const source = data !== undefined ? { content: data } : url !== undefined ? { url } : { filepath };
  return new Media(type, { ...source, mimeType, filename, id });
}

function mimeTypeOfName(filename: string | undefined): string | undefined {
  const extension = filename?.split(".").at(-1)?.toLowerCase() ?? "";
  return Object.hasOwn(MIME_TYPES, extension) ? MIME_TYPES[extension] : undefined;
}
