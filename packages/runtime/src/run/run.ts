/** What the caller gets: how a run went. Plain readonly data, the same keys whatever the status. */
import type { ApprovalRecord } from "../gating/decision-ledger.ts";
import type { GuardrailResult } from "../gating/guardrail-result.ts";
import type { Item } from "../model/item.ts";
import type { Media } from "../tool/media.ts";
import type { Usage } from "../tool/usage.ts";
import type { Interruption } from "./interruption.ts";
import type { RunState } from "./run-state.ts";
import type { ToolCallRecord } from "./tool-call-record.ts";

/** `paused`: calls wait for people; `run.toState()` goes on from there. */
export type RunStatus = "completed" | "paused" | "error";

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
  /** A guardrail tripped. */
  | "guardrail"
  | "error";

export interface Run<TParsed = unknown> {
  readonly runId: string;
  /** The agent that answered. */
  readonly agentName: string;
  readonly status: RunStatus;
  /** Undefined while the run is paused: it has not stopped. */
  readonly stopReason: StopReason | undefined;
  /** The answer; undefined unless the status is `completed`. */
  readonly output: string | undefined;
  /** The answer as a value of the agent's `outputType`: dates and all. Undefined where it has none. */
  readonly parsed: TParsed | undefined;
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
  /** What the run waits for, in the order of the calls; empty unless the status is `paused`. */
  readonly interruptions: readonly Interruption[];
  /** Who decided what, so far. */
  readonly approvals: readonly ApprovalRecord[];
  /** Each check that was made, of the run and its delegates, whatever it said. */
  readonly inputGuardrailResults: readonly GuardrailResult[];
  readonly outputGuardrailResults: readonly GuardrailResult[];
  readonly toolInputGuardrailResults: readonly GuardrailResult[];
  readonly toolOutputGuardrailResults: readonly GuardrailResult[];
  /**
   * Where the run stopped, to decide about its interruptions and to go on: `agent.run(state)`.
   *
   * @throws UserError unless the status is `paused`.
   */
  readonly toState: () => RunState;
  /**
   * All calls of the run that are over, in the order in which the model asked for them. A run that goes on has those of
   * before its pause too.
   */
  readonly toolCalls: readonly ToolCallRecord[];
}
