/** One run from its input to its report: time limit, abort, pauses, and what becomes of errors. */

import { setMaxListeners } from "node:events";
import { errorMessage } from "../errors/error-message.ts";
import { GuardrailTripwireTriggered } from "../errors/guardrail-tripwire-triggered.ts";
import { MaxTotalTokensExceededError } from "../errors/max-total-tokens-exceeded-error.ts";
import { MaxTurnsExceededError } from "../errors/max-turns-exceeded-error.ts";
import { RepeatedCallError } from "../errors/repeated-call-error.ts";
import { RunTimeoutError } from "../errors/run-timeout-error.ts";
import { UserError } from "../errors/user-error.ts";
import { warn } from "../logging/logger.ts";
import { Redaction } from "../tool/redaction.ts";
import { RunContext, shareState } from "../tool/run-context.ts";
import { actBy } from "./act-by.ts";
import { compactConversation } from "./compaction.ts";
import { rootJournal } from "./core-journal.ts";
import { type LoopResult, PAUSED } from "./ending.ts";
import { guardInput } from "./guard-run.ts";
import type { Interruption } from "./interruption.ts";
import { onAbort } from "./on-abort.ts";
import type { RunPlan } from "./plan.ts";
import { closeBatch } from "./record-batch.ts";
import { reportRun } from "./report-run.ts";
import { restoreProgress } from "./restore-progress.ts";
import type { Run, StopReason } from "./run.ts";
import type { EmitRunEvent } from "./run-event.ts";
import type { RunInput } from "./run-input.ts";
import type { JournalEnding } from "./run-journal.ts";
import { runLoop } from "./run-loop.ts";
import { hooksOf, type ProgressStart, type RunProgress, startProgress } from "./run-progress.ts";
import { startRunTrace } from "./run-trace.ts";
import { storedItems } from "./stored-items.ts";
import { savedRun } from "./take-snapshot.ts";

/**
 * @returns How it went; also for a failure, with the status `error`, and for a pause.
 * @throws The signal's reason, at once, when the run is aborted; and a `UserError` before the first answer, because that
 * is a mistake of the program and not of the run.
 */
export async function executeRun(plan: RunPlan, input: RunInput, emit?: EmitRunEvent): Promise<Run> {
  input.signal?.throwIfAborted();
  const controller = new AbortController();
  // As many as there are calls at a time.
  setMaxListeners(0, controller.signal);
  const progress = createProgress(plan, input, controller);
  input.journal?.begin?.(progress.ctx);
  const { runId } = progress;
  const trace = startRunTrace(progress);
  progress.trace = trace;
  // What tools that ignore their signal do after the end is told to nobody.
  let ended = false;
  const emitUntilEnd: EmitRunEvent | undefined =
    emit &&
    ((event) => {
      if (!ended) emit(event);
    });
  let isWritten = false;
  try {
    emitUntilEnd?.({ type: input.resume ? "run_continued" : "run_started", runId, agentName: agentNameOf(progress) });
    const result = await untilAborted(controller, input.signal, plan.limits.timeout, () => {
      const work = (): Promise<LoopResult> => runWithTools(plan, progress, emitUntilEnd, input.resume);
      return trace ? trace.within(work) : work();
    });
    isWritten = true;
    const agentName = agentNameOf(progress);
    if (result === PAUSED) {
      await progress.journal?.pause(savedRun(progress, "paused"));
      const run = reportRun(progress, { status: "paused" });
      trace?.end(run);
      const interruptions = run.interruptions.map((one) => shownInterruption(progress, one));
      emitUntilEnd?.({ type: "run_paused", runId, agentName, interruptions });
      return run;
    }
    await compactConversation(progress);
    await input.journal?.finish(endingOf(progress, "completed"));
    trace?.end({ ...result, errorCause: undefined });
    emitUntilEnd?.({ type: "run_completed", runId, agentName, ...result, usage: progress.usage });
    return reportRun(progress, { status: "completed", ...result });
  } catch (errorCause) {
    trace?.end({ output: undefined, stopReason: stopReasonOf(errorCause), errorCause });
    const isMisuse = errorCause instanceof UserError && progress.newItems.length === 0;
    const isAborted = input.signal?.aborted === true && errorCause === input.signal.reason;
    if (isAborted) void finishAnyway(input, endingOf(progress, "aborted"));
    if (isAborted) throw errorCause;
    closeBatch(progress);
    if (!isWritten) await finishAnyway(input, endingOf(progress, "error"));
    if (isMisuse) throw errorCause;
    const error = errorCause instanceof Error ? errorCause : new Error(errorMessage(errorCause));
    const stopReason = stopReasonOf(error);
    const shown = progress.redaction.hide(error) as Error;
    emitUntilEnd?.({ type: "run_error", runId, agentName: agentNameOf(progress), error: shown, stopReason });
    return reportRun(progress, { status: "error", stopReason, error, errorCause });
  } finally {
    ended = true;
  }
}

function createProgress(plan: RunPlan, input: RunInput, controller: AbortController): RunProgress {
  const { runId, items, history = [], caller, hooks: runHooks = [], resume } = input;
  const { signal } = controller;
  const ctx = new RunContext({ ...input.context, runId, signal });
  if (input.sharesStateWith) shareState(ctx, input.sharesStateWith);
  const start: ProgressStart = {
    runId,
    ctx,
    signal,
    isAbortable: input.signal !== undefined || plan.limits.timeout !== undefined,
    cancel: (reason) => controller.abort(reason),
    runHooks,
    team: input.team,
    depth: input.depth ?? { current: 0, max: plan.limits.depth },
    redaction: new Redaction(plan.redact, input.redaction),
    acting: plan,
    items,
    history,
    shared: caller?.shared,
    guardrailResults: caller?.guardrailResults ?? [],
    countForCaller: caller?.countUsage,
    journal: caller ? caller.journal : input.journal && rootJournal(input.journal),
    executeRun,
  };
  return resume ? restoreProgress(start, resume) : startProgress(start);
}

/** What was opened is closed on every way out, also when the run was aborted and nobody waits any more. */
async function runWithTools(
  plan: RunPlan,
  progress: RunProgress,
  emit: EmitRunEvent | undefined,
  resume: RunInput["resume"],
): Promise<LoopResult> {
  const acting = resume?.acting ?? plan;
  try {
    await actBy(progress, acting.agent, () => acting);
    if (resume) learnSecrets(progress);
    return await runWithHooks(progress, emit, resume !== undefined);
  } finally {
    for (const close of progress.closers) await close();
  }
}

/** Of calls from before the run stopped. */
function learnSecrets({ redaction, acting, newItems }: RunProgress): void {
  for (const item of newItems) if (item.type === "assistant") redaction.answer(item, acting.tools);
}

async function runWithHooks(
  progress: RunProgress,
  emit: EmitRunEvent | undefined,
  isResumed: boolean,
): Promise<LoopResult> {
  const { ctx } = progress;
  for (const one of hooksOf(progress)) await one.onAgentStart?.({ ctx, agent: progress.acting.agent });
  if (!isResumed) await guardInput(progress);
  const result = await runLoop(progress, emit);
  if (result === PAUSED) return result;
  // Another agent may have taken over.
  const { agent } = progress.acting;
  for (const one of hooksOf(progress)) await one.onAgentEnd?.({ ctx, agent, output: result.output });
  return result;
}

/** Does not wait for work that ignores the signal. */
async function untilAborted<T>(
  controller: AbortController,
  signal: AbortSignal | undefined,
  timeout: number | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (!signal && timeout === undefined) return work();
  let timer: NodeJS.Timeout | undefined;
  let stopListening = (): void => {};
  try {
    return await new Promise<T>((resolve, reject) => {
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

/** For a run that has failed already: what goes wrong here as well must not hide why. */
async function finishAnyway({ journal }: RunInput, ending: JournalEnding): Promise<void> {
  try {
    await journal?.finish(ending);
  } catch (error) {
    warn("RUNA_JOURNAL", `The end of a run could not be written down: ${errorMessage(error)}`);
  }
}

/** In an event; whoever decides gets it whole, from the run. */
function shownInterruption({ redaction, acting }: RunProgress, one: Interruption): Interruption {
  const tool = one.path.length === 0 ? acting.tools.get(one.name) : undefined;
  const shown = { ...one, arguments: redaction.arguments(tool, one.arguments) };
  return one.fields ? { ...shown, fields: redaction.hide(one.fields) as NonNullable<Interruption["fields"]> } : shown;
}

function endingOf(progress: RunProgress, status: JournalEnding["status"]): JournalEnding {
  const { items, historyItems, isCompacted } = progress;
  return { status, items: storedItems(progress, items.slice(historyItems)), isCompacted };
}

function agentNameOf({ acting }: RunProgress): string {
  return acting.agentName;
}

function stopReasonOf(error: unknown): StopReason {
  if (error instanceof MaxTurnsExceededError) return "max_turns";
  if (error instanceof MaxTotalTokensExceededError) return "max_total_tokens";
  if (error instanceof RunTimeoutError) return "timeout";
  if (error instanceof RepeatedCallError) return "repeated_call";
  if (error instanceof GuardrailTripwireTriggered) return "guardrail";
  return "error";
}
