/** One run from its input to its report: time limit, abort, and what becomes of errors. */
import { setMaxListeners } from "node:events";
import { errorMessage } from "../call/to-model-text.ts";
import { MaxTotalTokensExceededError } from "../errors/max-total-tokens-exceeded-error.ts";
import { MaxTurnsExceededError } from "../errors/max-turns-exceeded-error.ts";
import { RepeatedCallError } from "../errors/repeated-call-error.ts";
import { RunTimeoutError } from "../errors/run-timeout-error.ts";
import { UserError } from "../errors/user-error.ts";
import type { Media, MediaType } from "../tool/media.ts";
import { Redaction } from "../tool/redaction.ts";
import { RunContext } from "../tool/run-context.ts";
import { actBy } from "./act-by.ts";
import type { Ending } from "./ending.ts";
import { onAbort } from "./on-abort.ts";
import type { RunPlan } from "./plan.ts";
import { closeBatch } from "./record-batch.ts";
import type { Run, StopReason } from "./run.ts";
import type { EmitRunEvent } from "./run-event.ts";
import type { RunInput } from "./run-input.ts";
import { runLoop } from "./run-loop.ts";
import { hooksOf, type RunProgress, startProgress } from "./run-progress.ts";
import { startRunTrace } from "./run-trace.ts";

/**
 * @returns How it went; also for a failure, with the status `error`.
 * @throws The signal's reason, at once, when the run is aborted; and a `UserError` before the first answer, because that
 * is a mistake of the program and not of the run.
 */
export async function executeRun(plan: RunPlan, input: RunInput, emit?: EmitRunEvent): Promise<Run> {
  input.signal?.throwIfAborted();
  const controller = new AbortController();
  // As many as there are calls at a time.
  setMaxListeners(0, controller.signal);
  const { runId, items } = input;
  const isAbortable = input.signal !== undefined || plan.limits.timeout !== undefined;
  const ctx = new RunContext({ ...input.context, runId, signal: controller.signal });
  const { signal } = controller;
  const cancel = (reason: unknown): void => controller.abort(reason);
  const redaction = new Redaction(plan.redact, input.redaction);
  const { hooks: runHooks = [], depth = { current: 0, max: plan.limits.depth } } = input;
  const progress = startProgress({
    runId,
    ctx,
    signal,
    isAbortable,
    cancel,
    runHooks,
    redaction,
    depth,
    acting: plan,
    items,
    executeRun,
  });
  const trace = startRunTrace(progress);
  progress.trace = trace;
  // What tools that ignore their signal do after the end is told to nobody.
  let ended = false;
  const emitUntilEnd: EmitRunEvent | undefined =
    emit &&
    ((event) => {
      if (!ended) emit(event);
    });
  try {
    emitUntilEnd?.({ type: "run_started", runId, agentName: plan.agentName });
    const { output, stopReason } = await untilAborted(controller, input.signal, plan.limits.timeout, () => {
      const work = (): Promise<Ending> => runWithTools(plan, progress, emitUntilEnd);
      return trace ? trace.within(work) : work();
    });
    trace?.end({ output, stopReason, errorCause: undefined });
    const { agentName } = progress.acting;
    emitUntilEnd?.({ type: "run_completed", runId, agentName, output, stopReason, usage: progress.usage });
    return report(progress, { status: "completed", stopReason, output, error: undefined, errorCause: undefined });
  } catch (errorCause) {
    trace?.end({ output: undefined, stopReason: stopReasonOf(errorCause), errorCause });
    const isMisuse = errorCause instanceof UserError && progress.newItems.length === 0;
    if (input.signal?.aborted && errorCause === input.signal.reason) throw errorCause;
    if (isMisuse) throw errorCause;
    closeBatch(progress);
    const error = errorCause instanceof Error ? errorCause : new Error(errorMessage(errorCause));
    const stopReason = stopReasonOf(error);
    const { agentName } = progress.acting;
    emitUntilEnd?.({ type: "run_error", runId, agentName, error: progress.redaction.hide(error) as Error, stopReason });
    return report(progress, { status: "error", stopReason, output: undefined, error, errorCause });
  } finally {
    ended = true;
  }
}

/** What was opened is closed on every way out, also when the run was aborted and nobody waits any more. */
async function runWithTools(plan: RunPlan, progress: RunProgress, emit: EmitRunEvent | undefined): Promise<Ending> {
  try {
    await actBy(progress, plan.agent, () => plan);
    return await runWithHooks(progress, emit);
  } finally {
    for (const close of progress.closers) await close();
  }
}

async function runWithHooks(progress: RunProgress, emit: EmitRunEvent | undefined): Promise<Ending> {
  const { ctx } = progress;
  for (const one of hooksOf(progress)) await one.onAgentStart?.({ ctx, agent: progress.acting.agent });
  const ending = await runLoop(progress, emit);
  // Another agent may have taken over.
  const { agent } = progress.acting;
  for (const one of hooksOf(progress)) await one.onAgentEnd?.({ ctx, agent, output: ending.output });
  return ending;
}

/** Does not wait for work that ignores the signal. */
async function untilAborted(
  controller: AbortController,
  signal: AbortSignal | undefined,
  timeout: number | undefined,
  work: () => Promise<Ending>,
): Promise<Ending> {
  if (!signal && timeout === undefined) return work();
  let timer: NodeJS.Timeout | undefined;
  let stopListening = (): void => {};
  try {
    return await new Promise<Ending>((resolve, reject) => {
      const stop = (reason: unknown): void => {
        reject(reason);
        controller.abort(reason);
      };
      if (signal) stopListening = onAbort(signal, () => stop(signal.reason));
      if (timeout !== undefined) timer = setTimeout(() => stop(new RunTimeoutError(timeout)), timeout);
      work().then(resolve, reject);
    });
  } finally {
    clearTimeout(timer);
    stopListening();
  }
}

function stopReasonOf(error: unknown): StopReason {
  if (error instanceof MaxTurnsExceededError) return "max_turns";
  if (error instanceof MaxTotalTokensExceededError) return "max_total_tokens";
  if (error instanceof RunTimeoutError) return "timeout";
  if (error instanceof RepeatedCallError) return "repeated_call";
  return "error";
}

function report(
  { runId, acting, usage, newItems, toolCalls, media }: RunProgress,
  ending: Pick<Run, "status" | "stopReason" | "output" | "error" | "errorCause">,
): Run {
  const ofType = (type: MediaType): readonly Media[] => media.filter((one) => one.type === type);
  return {
    runId,
    agentName: acting.agentName,
    ...ending,
    usage,
    newItems,
    images: ofType("image"),
    videos: ofType("video"),
    audio: ofType("audio"),
    files: ofType("file"),
    toolCalls,
  };
}
