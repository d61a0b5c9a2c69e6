/** Puts a decision into a run that waits, at any depth. Pure: gives a new one. */
import type { Decision } from "../gating/decision.ts";
import type { RunCore } from "./run-snapshot.ts";

/** The run that has the call: the outermost, or that of a delegate. */
export function runAt(run: RunCore, path: readonly string[]): RunCore | undefined {
  const [callId, ...rest] = path;
  if (callId === undefined) return run;
  const delegate = run.delegates.find((one) => one.callId === callId);
  return delegate && runAt(delegate.run, rest);
}

/** What was decided before about the same call stays, where `decision` says nothing of it. */
export function withDecision(run: RunCore, path: readonly string[], decision: Decision): RunCore {
  const [callId, ...rest] = path;
  if (callId !== undefined) {
    const delegates = run.delegates.map((one) =>
      one.callId === callId ? { ...one, run: withDecision(one.run, rest, decision) } : one,
    );
    return { ...run, delegates };
  }
  const before = run.decisions.find((one) => one.callId === decision.callId);
  const others = run.decisions.filter((one) => one !== before);
  return { ...run, decisions: [...others, { ...before, ...decision }] };
}
