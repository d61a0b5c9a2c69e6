/** What the caller gets: how a run went. Plain readonly data, the same keys whatever the status. */
import type { JsonObject } from "../manifest/index.ts";
import type { Item } from "../model/item.ts";
import type { Media } from "../tool/media.ts";
import type { Usage } from "../tool/usage.ts";

export type RunStatus = "completed" | "error";

export type StopReason =
  /** The model gave its answer. */
  | "completed"
  /** A tool with `stopAfterToolCall` ran. */
  | "stop_after_tool_call"
  /** A tool, or a hook around one, threw `StopAgentRun`. */
  | "stop_agent_run"
  /** The answer was cut off at the output limit. */
  | "length"
  | "refusal"
  | "content_filter"
  | "max_turns"
  | "max_total_tokens"
  | "timeout"
  | "repeated_call"
  | "error";

export interface Run {
  readonly runId: string;
  /** The agent that answered. */
  readonly agentName: string;
  readonly status: RunStatus;
  readonly stopReason: StopReason;
  /** The answer; undefined unless the status is `completed`. */
  readonly output: string | undefined;
  /** Why there is no answer; undefined unless the status is `error`. */
  readonly error: Error | undefined;
  /** What was thrown, as it was; the same as `error` where that was an `Error`. */
  readonly errorCause: unknown;
  /** Of all requests of the run, also where it failed. */
  readonly usage: Usage;
  /** What the run added to the conversation: answers, and results of tools. */
  readonly newItems: readonly Item[];
  /** What tools of the run returned beside their texts. */
  readonly images: readonly Media[];
  readonly videos: readonly Media[];
  readonly audio: readonly Media[];
  readonly files: readonly Media[];
  /** All calls of the run, in the order in which the model asked for them. */
  readonly toolCalls: readonly ToolCallRecord[];
}

/** One call and what became of it. */
export interface ToolCallRecord {
  readonly callId: string;
  readonly name: string;
  /** Empty where the model wrote no JSON object. */
  readonly arguments: JsonObject;
  /** What the model read. */
  readonly text: string;
  readonly isError: boolean;
  /** Its text is part of the run's output. */
  readonly isShown: boolean;
  /** What the function returned. */
  readonly result: unknown;
  /** What it threw. */
  readonly error: unknown;
}
