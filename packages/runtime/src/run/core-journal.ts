/** A journal as the loop writes it: the same for a run of its own and for the run of a delegate. */
import type { CallJournal } from "../call/call-in-progress.ts";
import type { SharedDecisions } from "../gating/decision-ledger.ts";
import type { LiveParts } from "./live-parts.ts";
import type { RunJournal } from "./run-journal.ts";
import type { RunCore, RunSnapshot } from "./run-snapshot.ts";
import { toSnapshot } from "./to-snapshot.ts";

/** **Contract.** As that of `RunJournal`. */
export interface CoreJournal extends CallJournal {
  checkpoint(run: SavedRun): void | Promise<void>;
  pause(run: SavedRun): void | Promise<void>;
}

/** Made only when asked for. */
export interface SavedRun {
  readonly core: () => RunCore;
  readonly live: () => LiveParts;
  readonly shared: SharedDecisions;
}

export function rootJournal(journal: RunJournal): CoreJournal {
  return {
    ...(journal.hasBegun && { hasBegun: (callId) => journal.hasBegun?.(callId) ?? false }),
    claim: (callId) => journal.claim(callId),
    recordResult: (result) => journal.recordResult(result),
    checkpoint: (run) => journal.checkpoint(() => snapshotOf(run)),
    pause: (run) => journal.pause(() => snapshotOf(run)),
  };
}

function snapshotOf({ core, live, shared }: SavedRun): RunSnapshot {
  return toSnapshot(core(), shared, live(), "where possible");
}
