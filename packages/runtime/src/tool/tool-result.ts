/** What a tool returns that gives more than a text. */
import { UserError } from "../errors/user-error.ts";
import { isMedia, Media, type MediaSource, type MediaType } from "./media.ts";

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
 * A function that returns a `Media`, or a list of them, gives a result of these.
 *
 * @example
 * ```ts
 * return new ToolResult({ content: "The chart is ready.", images: [{ content: png, mimeType: "image/png" }] });
 * ```
 * @throws UserError for a content that is no text, and for media without a source, or with two.
 */
export class ToolResult {
  readonly content: string;
  readonly images: readonly Media[];
  readonly videos: readonly Media[];
  readonly audio: readonly Media[];
  readonly files: readonly Media[];
  readonly metadata: Readonly<Record<string, unknown>>;

  constructor({ content = "", images, videos, audio, files, metadata = {} }: ToolResultParts) {
    if (typeof content !== "string")
      throw new UserError(
        "RUNA_INVALID_RESULT",
        `The content of a ToolResult is a text, not a value of type ${content === null ? "null" : typeof content}. Write JSON.stringify(value) to give the model the JSON of a value.`,
      );
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
    if (typeof value !== "object" || value === null || !(brand in value)) return false;
    const { content, images, videos, audio, files } = value as Partial<ToolResult>;
    // A proxy may say that it has everything.
    return typeof content === "string" && [images, videos, audio, files].every((list) => Array.isArray(list));
  } catch {
    // A proxy that was revoked, or whose traps throw.
    return false;
  }
}

/** @internal A piece of media, or a list of nothing else, as the result that it stands for; anything else as it is. */
export function fromMedia(value: unknown): unknown {
  const media = isMedia(value) ? [value] : value;
  if (!Array.isArray(media) || media.length === 0 || !media.every(isMedia)) return value;
  const of = (type: MediaType): readonly Media[] => media.filter((one) => one.type === type);
  const [images, videos, audio, files] = [of("image"), of("video"), of("audio"), of("file")];
  const count = (list: readonly Media[], one: string): string[] =>
    list.length === 0 ? [] : [`${list.length} ${list.length === 1 ? one : `${one}s`}`];
  const said = [
    ...count(images, "image"),
    ...count(videos, "video"),
    ...count(audio, "recording"),
    ...count(files, "file"),
  ];
  return new ToolResult({ content: said.join(", "), images, videos, audio, files });
}

/** @internal All of it, in one list. */
export function mediaOf({ images, videos, audio, files }: ToolResult): readonly Media[] {
  return [...images, ...videos, ...audio, ...files];
}

function toMedia(type: MediaType, sources: readonly MediaSource[] = []): readonly Media[] {
  return sources.map((source) => (source instanceof Media ? source : new Media(type, source)));
}
