/**
 * Whether a state is older than what its store has of the run: then it must not take the place of that. A call that was
 * declined meanwhile would run, and a delegate would begin anew.
 */
import type { JsonObject } from "../manifest/index.ts";
import type { RunCore } from "./run-snapshot.ts";

/** @param stored As the store gives it; empty where nothing was saved. */
export function hasGoneOn(stored: JsonObject, given: RunCore): boolean {
  // Written by this package; a store gives back what it was given.
  return "turns" in stored && isNewer(stored as unknown as RunCore, given);
}

function isNewer(stored: RunCore, given: RunCore): boolean {
  if (stored.turns !== given.turns) return stored.turns > given.turns;
  const declined = declinedCalls(given);
  if ([...declinedCalls(stored)].some((callId) => waits(given, callId) && !declined.has(callId))) return true;
  return stored.delegates.some(({ callId, run }) => {
    const own = given.delegates.find((one) => one.callId === callId);
    return own ? isNewer(run, own.run) : !given.results.some((one) => one.callId === callId);
  });
}

/** Those whose refusal is a result by now, too: a call that has a result, and never began. */
function declinedCalls({ decisions, results, claimed }: RunCore): ReadonlySet<string> {
  const decided = decisions.filter(({ approval }) => approval?.verdict === "rejected");
  const refused = results.filter(({ callId, isError }) => isError && !claimed.includes(callId));
  return new Set([...decided, ...refused].map(({ callId }) => callId));
}

function waits({ pending }: RunCore, callId: string): boolean {
  return pending.some((one) => one.callId === callId);
}
