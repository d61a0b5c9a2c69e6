/** From the outcomes of a batch to the conversation, and to what the run reports. */
import type { CompletedCall } from "../call/batch.ts";
import { RepeatedCallError } from "../errors/repeated-call-error.ts";
import { INTERRUPTED_TEXT } from "../model/repair-history.ts";
import type { RunPlan } from "./plan.ts";
import { countFailures, fingerprint, withNotice } from "./repeated-calls.ts";
import { addItem, type RunProgress } from "./run-progress.ts";

/** @throws RepeatedCallError, after everything is recorded. */
export function recordBatch(plan: RunPlan, progress: RunProgress): void {
  const completed = progress.batch?.completed ?? [];
  progress.batch = undefined;
  progress.failing = countFailures(completed, progress.failing);
  let stopped: RepeatedCallError | undefined;
  for (const one of completed) {
    const { call, outcome } = one;
    const times = outcome.isError ? (progress.failing.get(fingerprint(call)) ?? 0) : 0;
    record(progress, one, withNotice(outcome.text, times));
    if (times >= plan.limits.repeatedCalls) stopped ??= new RepeatedCallError(call.toolCall.name, times);
  }
  if (stopped) throw stopped;
}

/** For a run that ends while calls run: what they did before stays known, and no call is left without a result. */
export function closeBatch(progress: RunProgress): void {
  const { batch } = progress;
  if (!batch) return;
  progress.batch = undefined;
  batch.close(({ toolCall }) =>
    progress.claimed.has(toolCall.callId) ? INTERRUPTED_TEXT : "error: the run ended before this call could run",
  );
  for (const one of batch.completed) record(progress, one, one.outcome.text);
}

export function record(progress: RunProgress, { call, outcome }: CompletedCall, text: string): void {
  const { callId, name } = call.toolCall;
  const { isError, value, error } = outcome;
  addItem(progress, { type: "tool_result", callId, name, text, isError });
  progress.toolCalls.push({ callId, name, arguments: call.json, text, isError, result: value, error });
}
