/**
 * Calls that resumed runs of this process have begun, so that resuming one state twice, or two copies of it, runs no tool
 * twice. Across processes a journal sees to that.
 */

/** Runs that are remembered; the one that was resumed longest ago is forgotten first. */
const MOST_RUNS = 10_000;

const claimedByRun = new Map<string, Set<string>>();

/** One set for all resumes of a run. */
export function claimedCallsOf(runId: string, known: readonly string[]): Set<string> {
  const claimed = claimedByRun.get(runId) ?? new Set<string>();
  claimedByRun.delete(runId);
  claimedByRun.set(runId, claimed);
  for (const callId of known) claimed.add(callId);
  const [oldest] = claimedByRun.keys();
  if (claimedByRun.size > MOST_RUNS && oldest !== undefined) claimedByRun.delete(oldest);
  return claimed;
}
