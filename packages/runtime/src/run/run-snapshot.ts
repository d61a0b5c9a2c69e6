/**
 * A run as plain JSON: everything that going on needs, whether it waits for people or its process was killed. `RunState`
 * is what callers make of a paused one; a journal writes down one of a run that is under way.
 */
import type { Decision, PendingCall } from "../gating/decision.ts";
import type { SharedDecisions } from "../gating/decision-ledger.ts";
import type { GuardrailResult } from "../gating/guardrail-result.ts";
import type { Item } from "../model/item.ts";
import type { RecordedResult, StoredMedia } from "../model/recorded-result.ts";
import type { Usage } from "../tool/usage.ts";

/** The version of the format that this package reads and writes. */
export const RUN_SNAPSHOT_VERSION = 1;

/** What callers get as `RunState`, and what a journal stores. */
export interface RunSnapshot extends RunCore {
  readonly schemaVersion: typeof RUN_SNAPSHOT_VERSION;
  readonly decisionsForTools: SharedDecisions["sticky"];
  readonly approvals: SharedDecisions["approvals"];
  /** What the caller gave to the run; absent where it gave nothing, or `omitsContext`. */
  readonly context?: unknown;
  /** The context has to be given again. */
  readonly omitsContext?: true;
  readonly metadata?: unknown;
  readonly knowledgeFilters?: unknown;
  readonly sessionState: unknown;
  readonly sessionId?: string;
  readonly userId?: string;
}

/**
 * The part that a delegate's run has too. The conversation ends with an answer of the model. Each of its calls is in
 * `results`, `pending` or `delegates`, or, while the run is under way, in none of them: then it has not begun, or its claim
 * is in the journal.
 */
export interface RunCore {
  /** `running`: its process may have been killed at any point. */
  readonly status: "paused" | "running";
  readonly runId: string;
  /** The agent whose run it is. */
  readonly agentName: string;
  /** The one that answers by now; another after a handoff. */
  readonly actingAgentName: string;
  /** The whole conversation, as the model is sent it. */
  readonly items: readonly Item[];
  /** How many of the items come from before the run. */
  readonly historyItems: number;
  /** How many behind these are its message. */
  readonly inputItems: number;
  /** The conversation was shortened: what of it comes from before the run may not be known any more. */
  readonly isCompacted: boolean;
  /** Of calls of the last answer; not in the conversation until all calls have one. */
  readonly results: readonly RecordedResult[];
  readonly pending: readonly PendingCall[];
  readonly decisions: readonly Decision[];
  /** Calls whose delegates wait, each with the delegate's own run. */
  readonly delegates: readonly DelegateRun[];
  /** Ids of calls that have begun, of the whole run. Those that a journal knows of may be missing. */
  readonly claimed: readonly string[];
  readonly guardrailResults: readonly GuardrailResult[];
  readonly turns: number;
  /** Those before the agent that answers came to act. */
  readonly turnsBefore: number;
  /** The model was told already that its answer has not the shape that was asked for. */
  readonly hasMisfit: boolean;
  readonly usage: Usage;
  /** Calls that counted against `toolCallLimit`, without those that wait. */
  readonly countedCalls: number;
  /** Fingerprints of calls that failed last, with how often in a row. */
  readonly failing: readonly (readonly [string, number])[];
  /** Texts of tools that the user is shown, in front of the answer. */
  readonly shown: readonly string[];
  /** Ids of the calls that these are of. */
  readonly shownCallIds: readonly string[];
  /** What tools returned beside their texts. */
  readonly media: readonly StoredMedia[];
}

export interface DelegateRun {
  readonly callId: string;
  readonly run: RunCore;
  /** What of its usage its caller has counted. */
  readonly countedUsage: Usage;
}
