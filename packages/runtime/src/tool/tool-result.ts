/** What a tool returns that gives more than a text. */
import { Media, type MediaSource, type MediaType } from "./media.ts";

const brand = Symbol.for("runa.tool-result");

export interface ToolResultParts {
  /** What the model reads. */
  readonly content?: string;
  readonly images?: readonly MediaSource[];
  readonly videos?: readonly MediaSource[];
  readonly audio?: readonly MediaSource[];
  readonly files?: readonly MediaSource[];
  /** For the program; the model never sees it. */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/**
 * A text with media beside it. The model is shown the media of all results of an answer behind them, unless the agent
 * says `sendMediaToModel: false`; the program finds them in `run.images`, `run.videos`, `run.audio` and `run.files`.
 *
 * @example
 * ```ts
 * return new ToolResult({ content: "The chart is ready.", images: [{ content: png, mimeType: "image/png" }] });
 * ```
 * @throws UserError for media without a source, or with two.
 */
export class ToolResult {
  readonly content: string;
  readonly images: readonly Media[];
  readonly videos: readonly Media[];
  readonly audio: readonly Media[];
  readonly files: readonly Media[];
  readonly metadata: Readonly<Record<string, unknown>>;

  constructor({ content = "", images, videos, audio, files, metadata = {} }: ToolResultParts) {
    this.content = content;
    this.images = toMedia("image", images);
    this.videos = toMedia("video", videos);
    this.audio = toMedia("audio", audio);
    this.files = toMedia("file", files);
    this.metadata = metadata;
    Object.defineProperty(this, brand, { value: true });
  }
}

export function isToolResult(value: unknown): value is ToolResult {
  try {
    return typeof value === "object" && value !== null && brand in value;
  } catch {
    // A proxy that was revoked, or whose traps throw.
    return false;
  }
}

/** @internal All of it, in one list. */
export function mediaOf({ images, videos, audio, files }: ToolResult): readonly Media[] {
  return [...images, ...videos, ...audio, ...files];
}

function toMedia(type: MediaType, sources: readonly MediaSource[] = []): readonly Media[] {
  return sources.map((source) => (source instanceof Media ? source : new Media(type, source)));
}
