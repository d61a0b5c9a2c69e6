/** The run of a delegate is written down as part of its caller's, which is under way as long as it is. */
import type { CoreJournal, SavedRun } from "./core-journal.ts";
import type { RunProgress } from "./run-progress.ts";
import { savedRun } from "./take-snapshot.ts";

/** @param callId The call of the caller that the delegate works for. */
export function nestedJournal(caller: RunProgress, callId: string): CoreJournal | undefined {
  const { journal } = caller;
  if (!journal) return undefined;
  const idOf = (nested: string): string => `${callId}/${nested}`;
  const save = ({ core, live }: SavedRun): void | Promise<void> => {
    const saved = core();
    // Counted at each answer.
    caller.delegateRuns.set(callId, { core: saved, live: live(), countedUsage: saved.usage });
    return journal.checkpoint(savedRun(caller, "running"));
  };
  return {
    ...(journal.hasBegun && { hasBegun: (nested) => journal.hasBegun?.(idOf(nested)) ?? false }),
    claim: (nested) => journal.claim(idOf(nested)),
    recordResult: (result) => journal.recordResult({ ...result, callId: idOf(result.callId) }),
    checkpoint: save,
    pause: save,
  };
}
