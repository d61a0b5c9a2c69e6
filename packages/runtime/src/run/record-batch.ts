/** From the outcomes of a batch to the conversation, and to what the run reports. */
import type { CompletedCall } from "../call/batch.ts";
import { returnedMedia } from "../call/recorded-outcome.ts";
import { shownArguments, shownOutcome } from "../call/shown-call.ts";
import { RepeatedCallError } from "../errors/repeated-call-error.ts";
import { INTERRUPTED_TEXT } from "../model/repair-history.ts";
import { isRetry, isStop } from "../tool/steering.ts";
import type { Ending } from "./ending.ts";
import { joinTexts } from "./join-texts.ts";
import { countFailures, fingerprint, withNotice } from "./repeated-calls.ts";
import type { EmitRunEvent } from "./run-event.ts";
import { addItem, type RunProgress } from "./run-progress.ts";
import { rememberShown } from "./shown-record.ts";
import { steeringItems } from "./steering-items.ts";
import type { ToolCallRecord } from "./tool-call-record.ts";

/**
 * @returns The end of the run, where a call asks for it.
 * @throws RepeatedCallError, after everything is recorded.
 */
export function recordBatch(progress: RunProgress, emit: EmitRunEvent | undefined): Ending | undefined {
  const { acting: plan } = progress;
  const completed = progress.batch?.completed ?? [];
  progress.batch = undefined;
  progress.failing = countFailures(completed, progress.failing);
  let stopped: RepeatedCallError | undefined;
  for (const one of completed) {
    const { call, outcome } = one;
    const times = outcome.isError ? (progress.failing.get(fingerprint(call)) ?? 0) : 0;
    record(progress, one, withNotice(outcome.text, times));
    if (isShown(one)) show(progress, outcome.text, emit);
    if (times >= plan.limits.repeatedCalls) stopped ??= new RepeatedCallError(call.toolCall.name, times);
  }
  for (const { call, outcome } of completed) addMessages(progress, call.toolCall.name, outcome.error);
  if (stopped) throw stopped;
  return endingOf(progress, completed);
}

function endingOf({ shown }: RunProgress, completed: readonly CompletedCall[]): Ending | undefined {
  const stop = completed.map(({ outcome }) => outcome.error).find(isStop);
  if (stop) return { output: joinTexts([...shown, stop.agentMessage ?? stop.message]), stopReason: "stop_agent_run" };
  const isLast = ({ call, outcome }: CompletedCall): boolean =>
    !outcome.isError && call.knownTool?.options.stopAfterToolCall === true;
  return completed.some(isLast) ? { output: joinTexts(shown), stopReason: "stop_after_tool_call" } : undefined;
}

/** Behind all results: a message between two results would separate one from its call. */
function addMessages(progress: RunProgress, toolName: string, error: unknown): void {
  if (!isRetry(error) && !isStop(error)) return;
  for (const item of steeringItems(error, toolName)) addItem(progress, item);
}

function isShown({ call, outcome }: CompletedCall): boolean {
  if (outcome.isError) return false;
  const { showResult, stopAfterToolCall } = call.knownTool?.options ?? {};
  return showResult ?? stopAfterToolCall ?? false;
}

function show(progress: RunProgress, text: string, emit: EmitRunEvent | undefined): void {
  progress.shown.push(text);
  emitShown(progress, text, emit);
}

export function emitShown(progress: RunProgress, text: string, emit: EmitRunEvent | undefined): void {
  if (!emit || text === "") return;
  const { runId, lastText } = progress;
  const delta = lastText === "nobody" ? text : `\n\n${text}`;
  progress.lastText = "tool";
  emit({ type: "text_delta", runId, agentName: progress.acting.agentName, delta, source: "tool" });
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

export function record(progress: RunProgress, completed: CompletedCall, text: string): void {
  const { call, outcome } = completed;
  const { callId, name } = call.toolCall;
  const { isError, media } = outcome;
  addItem(progress, { type: "tool_result", callId, name, text, isError, ...(media && { media }) });
  progress.media.push(...returnedMedia(outcome));
  progress.toolCalls.push(toToolCallRecord(progress, completed, text));
}

/** Of a run that waits: the calls of its last answer that are over, which are recorded once all are. */
export function settledCalls(progress: RunProgress): Pick<RunProgress, "toolCalls" | "media"> {
  const completed = progress.batch?.completed ?? [];
  return {
    toolCalls: completed.map((one) => toToolCallRecord(progress, one, one.outcome.text)),
    media: completed.flatMap(({ outcome }) => returnedMedia(outcome)),
  };
}

function toToolCallRecord({ redaction }: RunProgress, completed: CompletedCall, text: string): ToolCallRecord {
  const { call, outcome } = completed;
  const { callId, name } = call.toolCall;
  const { isError, value, error } = outcome;
  const record = {
    callId,
    name,
    arguments: call.json,
    text,
    isError,
    isShown: isShown(completed),
    result: value,
    error,
  };
  if (redaction.concerns(call.knownTool))
    rememberShown(record, { arguments: shownArguments(call), text: shownOutcome(call, outcome).text });
  return record;
}
