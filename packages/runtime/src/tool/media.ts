/** Images, videos, sound and files, as tools get and give them. Bytes are read when somebody asks for them, and not before. */
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { UserError } from "../errors/user-error.ts";
import type { MediaPart } from "../model/item.ts";
import { mimeTypeOfData, mimeTypeOfName } from "./mime-type.ts";

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

const brand = Symbol.for("runa.media");

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
  /** Undefined where neither the caller, nor the bytes, nor the name say it. */
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
    this.filename = filename ?? (this.filepath === undefined ? undefined : basename(this.filepath));
    this.mimeType = mimeType ?? mimeTypeOfData(this.content) ?? mimeTypeOfName(this.filename);
    Object.defineProperty(this, brand, { value: true });
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
    const { type, id, url, filepath, content, filename, mimeType } = this;
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

/** @internal Also of another copy of this package, as a worker may have one. */
export function isMedia(value: unknown): value is Media {
  try {
    if (typeof value !== "object" || value === null || !(brand in value)) return false;
    // A proxy may say that it has everything.
    return typeof (value as Partial<Media>).toPart === "function";
  } catch {
    // A proxy that was revoked, or whose traps throw.
    return false;
  }
}
