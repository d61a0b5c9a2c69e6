/** How far a run has come: the one thing that the loop changes. */
import type { Batch } from "../call/batch.ts";
import type { Item } from "../model/item.ts";
import type { Hooks } from "../tool/hooks.ts";
import type { Media } from "../tool/media.ts";
import type { Redaction } from "../tool/redaction.ts";
import type { RunContext } from "../tool/run-context.ts";
import { NO_USAGE, type Usage } from "../tool/usage.ts";
import type { ToolCallRecord } from "./run.ts";
import type { RunTrace } from "./run-trace.ts";

export interface RunProgress {
  readonly runId: string;
  readonly ctx: RunContext;
  /** Aborted by the caller, by the run's own time limit, or by whoever stops reading the stream. */
  readonly signal: AbortSignal;
  /** Whether anything can abort it: listening for what cannot happen costs as much as a whole turn of the loop. */
  readonly isAbortable: boolean;
  /** Those of the run, then those of the agent. */
  readonly hooks: readonly Hooks[];
  /** Aborts `signal`, for a run that is about to end with an error. */
  readonly cancel: (reason: unknown) => void;
  /** What may be seen of the run from outside. */
  readonly redaction: Redaction;
  /** Absent where nobody listens. */
  readonly trace: RunTrace | undefined;
  /** The whole conversation, as the model is sent it. */
  readonly items: Item[];
  readonly newItems: Item[];
  readonly toolCalls: ToolCallRecord[];
  /** What tools returned beside their texts. */
  readonly media: Media[];
  /** Texts of tools that the user is shown, in front of the answer. */
  readonly shown: string[];
  /** Whose text was streamed last: between two of them stands a blank line. */
  lastText: "nobody" | "model" | "tool";
  usage: Usage;
  /** Model requests that were begun. */
  turns: number;
  /** Ids that the model has used, with name and arguments. */
  readonly callIds: Map<string, string>;
  /** Ids of the calls that have run. */
  readonly claimed: Set<string>;
  /** Calls that failed in the last batch, with how often in a row. */
  failing: ReadonlyMap<string, number>;
  /** The calls of the last answer, until their results are in the conversation. */
  batch: Batch | undefined;
}

export function startProgress({
  items,
  ...given
}: Pick<RunProgress, "runId" | "ctx" | "signal" | "isAbortable" | "cancel" | "hooks" | "redaction" | "trace"> & {
  readonly items: readonly Item[];
}): RunProgress {
  return {
    ...given,
    items: [...items],
    newItems: [],
    toolCalls: [],
    media: [],
    shown: [],
    lastText: "nobody",
    usage: NO_USAGE,
    turns: 0,
    callIds: new Map(),
    claimed: new Set(),
    failing: new Map(),
    batch: undefined,
  };
}

/** To the conversation, and to what the run reports. */
export function addItem(progress: RunProgress, item: Item): void {
  progress.items.push(item);
  progress.newItems.push(item);
}
