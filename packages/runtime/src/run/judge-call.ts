/** From what a person says of a call to the decisions of its run. Pure: gives new ones. */
import { aBoolean, aTextOrEmpty, type OptionChecks } from "../errors/assert-options.ts";
import type { Verdict } from "../gating/decision.ts";
import type { SharedDecisions, StickyDecision } from "../gating/decision-ledger.ts";
import { withDecision } from "./decide.ts";
import type { FoundCall } from "./find-pending.ts";
import type { RunCore } from "./run-snapshot.ts";

export interface DecisionOptions {
  /** For all calls of the tool by this agent, for the rest of the run. */
  readonly always?: boolean;
  /** Who decided, for `run.approvals`. */
  readonly by?: string;
  readonly note?: string;
}

export const DECISION_CHECKS: OptionChecks<DecisionOptions> = {
  always: aBoolean,
  by: aTextOrEmpty,
  note: aTextOrEmpty,
};

export interface Decided {
  readonly core: RunCore;
  readonly shared: SharedDecisions;
}

export function judgeCall(
  { core, shared: { sticky, approvals } }: Decided,
  { pending, path, run }: FoundCall,
  verdict: Verdict,
  { always = false, by, note }: DecisionOptions,
): Decided {
  const { callId, name: toolName } = pending;
  const { actingAgentName: agentName } = run;
  // Whoever approves one call of a tool that was rejected for good has taken that back.
  const isKept = (one: StickyDecision): boolean =>
    one.agentName !== agentName ||
    one.toolName !== toolName ||
    (!always && (one.verdict === "approved" || verdict.verdict === "rejected"));
  return {
    core: withDecision(core, path, { callId, approval: verdict }),
    shared: {
      sticky: [...sticky.filter(isKept), ...(always ? [{ ...verdict, agentName, toolName }] : [])],
      approvals: [
        ...approvals,
        {
          ...verdict,
          callId,
          agentName,
          toolName,
          always,
          ...(by !== undefined && { by }),
          ...(note !== undefined && { note }),
          at: new Date().toISOString(),
        },
      ],
    },
  };
}
