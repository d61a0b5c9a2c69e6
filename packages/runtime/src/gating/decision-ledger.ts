/**
 * The decisions that a run works with. A rejection counts wherever it stands: a call that somebody declined never runs,
 * whatever else was decided before or later.
 */
import type { Decision, PendingCall, Verdict } from "./decision.ts";

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

/** What a run shares with its delegates. */
export interface SharedDecisions {
  readonly sticky: readonly StickyDecision[];
  readonly approvals: readonly ApprovalRecord[];
}

export const NO_DECISIONS: SharedDecisions = Object.freeze({ sticky: [], approvals: [] });

export class DecisionLedger {
  readonly shared: SharedDecisions;
  readonly decisions: readonly Decision[];
  /** Calls that waited when the run went on. */
  readonly pending: readonly PendingCall[];
  readonly #decisions: ReadonlyMap<string, Decision>;
  readonly #pending: ReadonlyMap<string, PendingCall>;

  constructor(shared: SharedDecisions, decisions: readonly Decision[], pending: readonly PendingCall[]) {
    this.shared = shared;
    this.decisions = decisions;
    this.pending = pending;
    this.#decisions = new Map(decisions.map((one) => [one.callId, one]));
    this.#pending = new Map(pending.map((one) => [one.callId, one]));
  }

  decisionOn(callId: string): Decision | undefined {
    return this.#decisions.get(callId);
  }

  /** A call that waited before stays gated, whatever the options of its tool say by now. */
  pendingCall(callId: string): PendingCall | undefined {
    return this.#pending.get(callId);
  }

  /** @param remembered What outlives the run, where nothing in it says otherwise. */
  verdictOn(callId: string, agentName: string, toolName: string, remembered: Verdict | undefined): Verdict | undefined {
    const sticky = this.shared.sticky.find((one) => one.agentName === agentName && one.toolName === toolName);
    const own = this.#decisions.get(callId)?.approval;
    if (own?.verdict === "rejected") return own;
    return sticky ?? own ?? remembered;
  }
}

/** Of a run for which nobody has decided anything: most of them. */
export const EMPTY_LEDGER: DecisionLedger = new DecisionLedger(NO_DECISIONS, [], []);
