/** What may be said of one run: a closed list. */
import { anything, assertOptions, aText, type OptionCheck, type OptionChecks } from "../errors/assert-options.ts";
import { UserError } from "../errors/user-error.ts";
import type { ContentPart, Item, MediaPart, UserItem } from "../model/item.ts";
import type { Hooks } from "../tool/hooks.ts";
import { Media, type MediaSource, type MediaType } from "../tool/media.ts";
import { someHooks } from "./agent-options.ts";

export interface RunOptions<TContext = unknown> {
  /** For the tools, as `ctx.context`; the model never sees it. */
  readonly context?: TContext;
  /** Aborts the run: it rejects with the signal's reason, at once. */
  readonly signal?: AbortSignal;
  /** Told what happens in this run, before those of the agent. */
  readonly hooks?: Hooks;
  /** Sent with the message, and for tools that ask for `images`. A file is read only when somebody wants its bytes. */
  readonly images?: readonly MediaSource[];
  readonly videos?: readonly MediaSource[];
  readonly audio?: readonly MediaSource[];
  readonly files?: readonly MediaSource[];
  /** For the tools, as `ctx.userId`. */
  readonly userId?: string;
  /** For the tools, as `ctx.metadata`. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** For the tools, as `ctx.knowledgeFilters`. */
  readonly knowledgeFilters?: unknown;
}

/** What the user says: a text, or a list of parts. */
export type RunMessage = string | readonly ContentPart[];

const aListOfObjects: OptionCheck = (value) =>
  Array.isArray(value) && value.every((one) => typeof one === "object" && one !== null)
    ? undefined
    : 'must be a list of media such as { filepath: "chart.png" }';

const CHECKS: OptionChecks<RunOptions> = {
  context: anything,
  signal: (value) => (value instanceof AbortSignal ? undefined : "must be an AbortSignal"),
  hooks: someHooks,
  images: aListOfObjects,
  videos: aListOfObjects,
  audio: aListOfObjects,
  files: aListOfObjects,
  userId: aText,
  metadata: (value) => (typeof value === "object" && value !== null ? undefined : "must be an object"),
  knowledgeFilters: anything,
};

/** @throws UserError */
export function assertRunOptions(options: RunOptions): void {
  assertOptions<RunOptions>(options, CHECKS, "A run");
}

/** Media beside the message. */
export type RunMedia = {
  readonly [Name in "images" | "videos" | "audio" | "files"]?: readonly MediaSource[] | undefined;
};

/**
 * @throws UserError for what is neither a text nor a list of parts: a transcript, say; for media without a source, or with
 * two.
 */
export function toUserItem(message: RunMessage, media: RunMedia = {}): Item {
  const parts = [
    ...toParts("image", media.images),
    ...toParts("video", media.videos),
    ...toParts("audio", media.audio),
    ...toParts("file", media.files),
  ];
  const item = toItem(message);
  if (parts.length === 0) return item;
  const said = typeof item.content === "string" ? textParts(item.content) : item.content;
  return { type: "user", content: [...said, ...parts] };
}

function toParts(type: MediaType, sources: readonly MediaSource[] = []): readonly MediaPart[] {
  return sources.map((source) => (source instanceof Media ? source : new Media(type, source)).toStoredPart());
}

/** Providers refuse empty texts. */
function textParts(text: string): readonly ContentPart[] {
  return text === "" ? [] : [{ type: "text", text }];
}

function toItem(message: RunMessage): UserItem {
  if (typeof message === "string") return { type: "user", content: message };
  const isParts =
    Array.isArray(message) &&
    message.every(
      (part) => typeof part === "object" && part !== null && "type" in part && PART_TYPES.includes(String(part.type)),
    );
  if (isParts) return { type: "user", content: message };
  throw new UserError(
    "RUNA_INVALID_MESSAGE",
    `The message of a run is a text or a list of parts such as { type: "text", text: "…" }. ${describe(message)}`,
  );
}

const PART_TYPES: readonly string[] = ["text", "image", "audio", "video", "file"];

function describe(message: unknown): string {
  if (!Array.isArray(message)) return `This one is ${message === null ? "null" : typeof message}.`;
  const wrong = message.findIndex(
    (part) => typeof part !== "object" || part === null || !PART_TYPES.includes(part.type),
  );
  return `Entry ${wrong} of this list is neither; a whole conversation is not taken.`;
}
