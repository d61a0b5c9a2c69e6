/** What may be said of one run: a closed list. */
import { anything, assertOptions, aText, type OptionCheck, type OptionChecks } from "../errors/assert-options.ts";
import type { Hooks } from "../tool/hooks.ts";
import { someHooks } from "./agent-options.ts";
import type { RunMedia } from "./run-media.ts";

export interface RunOptions<TContext = unknown> extends RunMedia {
  /** For the tools, as `ctx.context`; the model never sees it. */
  readonly context?: TContext;
  /** Aborts the run: it rejects with the signal's reason, at once. */
  readonly signal?: AbortSignal;
  /** Told what happens in this run, before those of the agent. */
  readonly hooks?: Hooks;
  /** For the tools, as `ctx.userId`. */
  readonly userId?: string;
  /** For the tools, as `ctx.metadata`. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** For the tools, as `ctx.knowledgeFilters`. */
  readonly knowledgeFilters?: unknown;
}

const aListOfMedia: OptionCheck = (value) =>
  Array.isArray(value) && value.every((one) => typeof one === "object" && one !== null)
    ? undefined
    : 'must be a list of media such as { filepath: "chart.png" }';

const CHECKS: OptionChecks<RunOptions> = {
  context: anything,
  signal: (value) => (value instanceof AbortSignal ? undefined : "must be an AbortSignal"),
  hooks: someHooks,
  images: aListOfMedia,
  videos: aListOfMedia,
  audio: aListOfMedia,
  files: aListOfMedia,
  userId: aText,
  metadata: (value) => (typeof value === "object" && value !== null ? undefined : "must be an object"),
  knowledgeFilters: anything,
};

/** @throws UserError */
export function assertRunOptions(options: RunOptions): void {
  assertOptions<RunOptions>(options, CHECKS, "A run");
}
