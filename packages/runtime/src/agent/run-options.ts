/** What may be said of one run: a closed list. */
import {
  aBoolean,
  anObject,
  anything,
  assertOptions,
  aText,
  type OptionCheck,
  type OptionChecks,
} from "../errors/assert-options.ts";
import type { Session } from "../session/session.ts";
import type { Hooks } from "../tool/hooks.ts";
import { someHooks } from "./agent-options.ts";
import type { Dependencies } from "./resolve-dependencies.ts";
import type { RunMedia } from "./run-media.ts";

export interface RunOptions<TContext = unknown> extends RunMedia {
  /** For the tools, as `ctx.context`; the model never sees it. */
  readonly context?: TContext;
  /** Aborts the run: it rejects with the signal's reason, at once. */
  readonly signal?: AbortSignal;
  /** Told what happens in this run, before those of the agent. */
  readonly hooks?: Hooks;
  /** The conversation that the run belongs to: what was said in it before is sent along, and what is said is added. */
  readonly session?: Session;
  /** The same, by its name in the agent's `db`. */
  readonly sessionId?: string;
  /** For the tools, as `ctx.userId`. */
  readonly userId?: string;
  /** Merged into the state of the session; objects deeply, everything else is replaced. */
  readonly sessionState?: Readonly<Record<string, unknown>>;
  /** `sessionState` takes the place of the whole state. */
  readonly overwriteSessionState?: boolean;
  /** Gives up on runs of the session that wait for decisions; without this a new run is refused while there are any. */
  readonly abandonPending?: boolean;
  /** For the tools, as `ctx.dependencies`; a function among them is asked for its value once, `({ ctx, agent }) => …`. */
  readonly dependencies?: Dependencies;
  /** For the tools, as `ctx.metadata`. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** For the tools, as `ctx.knowledgeFilters`. */
  readonly knowledgeFilters?: unknown;
}

/**
 * The options behind the message of a run. They are required, with their `context`, where the agent says what that is:
 * of an `Agent<Who>`, unless `Who` may be undefined.
 *
 * @typeParam More Options of the method, beside those of every run.
 */
export type RunArguments<TContext, More extends object = object> = undefined extends TContext
  ? [options?: RunOptions<TContext> & More]
  : [options: RunOptions<TContext> & More & { readonly context: TContext }];

const aListOfMedia: OptionCheck = (value) =>
  Array.isArray(value) && value.every((one) => typeof one === "string" || (typeof one === "object" && one !== null))
    ? undefined
    : 'must be a list of media such as { filepath: "chart.png" }, or of addresses';

const CHECKS: OptionChecks<RunOptions> = {
  context: anything,
  signal: (value) => (value instanceof AbortSignal ? undefined : "must be an AbortSignal"),
  hooks: someHooks,
  session: (value) =>
    typeof value === "object" && value !== null && "getItems" in value ? undefined : "must be a Session",
  sessionId: aText,
  images: aListOfMedia,
  videos: aListOfMedia,
  audio: aListOfMedia,
  files: aListOfMedia,
  userId: aText,
  sessionState: anObject,
  overwriteSessionState: aBoolean,
  abandonPending: aBoolean,
  dependencies: anObject,
  metadata: anObject,
  knowledgeFilters: anything,
};

/** @throws UserError */
export function assertRunOptions(options: RunOptions): void {
  assertOptions<RunOptions>(options, CHECKS, "A run");
}
