/** The decisions that a run works with. */
import type { Verdict } from "./decision.ts";

/** A decision for all calls of one tool of one agent, for the rest of the run. */
export interface StickyDecision extends Verdict {
  readonly agentName: string;
  readonly toolName: string;
}

/** Who decided what, for the audit. */
export interface ApprovalRecord extends Verdict {
  readonly callId: string;
  readonly agentName: string;
  readonly toolName: string;
  /** For all calls of the tool. */
  readonly always: boolean;
  readonly by?: string;
  readonly note?: string;
  /** ISO 8601. */
  readonly at: string;
}
