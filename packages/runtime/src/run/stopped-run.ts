/** Where a run stopped, to go on from. */
import type { SharedDecisions } from "../gating/decision-ledger.ts";
import type { LiveParts } from "./live-parts.ts";
import type { RunPlan } from "./plan.ts";
import type { RunCore } from "./run-snapshot.ts";

export interface StoppedRun {
  readonly core: RunCore;
  readonly shared: SharedDecisions;
  /** Absent for the run of a delegate that was read from JSON. */
  readonly live: LiveParts | undefined;
}

export interface ResumedRun extends StoppedRun {
  /** The agent that acted. */
  readonly acting: RunPlan;
}
