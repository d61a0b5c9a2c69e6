/** What may be said of one run: a closed list. */
import { anything, assertOptions, aText, type OptionChecks } from "../errors/assert-options.ts";
import type { Hooks } from "../tool/hooks.ts";
import { someHooks } from "./agent-options.ts";

export interface RunOptions<TContext = unknown> {
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

const CHECKS: OptionChecks<RunOptions> = {
  context: anything,
  signal: (value) => (value instanceof AbortSignal ? undefined : "must be an AbortSignal"),
  hooks: someHooks,
  userId: aText,
  metadata: (value) => (typeof value === "object" && value !== null ? undefined : "must be an object"),
  knowledgeFilters: anything,
};

/** @throws UserError */
export function assertRunOptions(options: RunOptions): void {
  assertOptions<RunOptions>(options, CHECKS, "A run");
}
