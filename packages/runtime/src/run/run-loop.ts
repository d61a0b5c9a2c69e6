/**
 * The loop between a model and its tools. There is one: who wants events gives `emit`, who does not pays nothing for
 * them. It works on a plan and changes only the progress of its run.
 */
import { Batch } from "../call/batch.ts";
import type { CallEnvironment } from "../call/call-in-progress.ts";
import { executeBatch } from "../call/execute-batch.ts";
import { checkQuestions } from "../call/pipeline.ts";
import { type KnownResults, restoreBatch } from "../call/restore-batch.ts";
import { MaxTotalTokensExceededError } from "../errors/max-total-tokens-exceeded-error.ts";
import { MaxTurnsExceededError } from "../errors/max-turns-exceeded-error.ts";
import type { AssistantItem } from "../model/item.ts";
import type { FinishReason } from "../model/model.ts";
import { askModel } from "./ask-model.ts";
import { createEnvironment } from "./call-environment.ts";
import { compactConversation } from "./compaction.ts";
import { type LoopResult, PAUSED } from "./ending.ts";
import { guardOutput } from "./guard-run.ts";
import { guardEvents } from "./guarded-events.ts";
import { handOver, targetOf } from "./hand-over.ts";
import { lastAnswer } from "./interruption.ts";
import { joinTexts } from "./join-texts.ts";
import type { RunPlan } from "./plan.ts";
import { readOutput } from "./read-output.ts";
import { emitShown, record, recordBatch } from "./record-batch.ts";
import type { StopReason } from "./run.ts";
import type { EmitRunEvent } from "./run-event.ts";
import type { RunProgress } from "./run-progress.ts";
import { savedRun } from "./take-snapshot.ts";

/**
 * Up to an answer that the output guardrails let pass, or to calls that wait for people.
 *
 * @throws What ends the run without an answer.
 */
export async function runLoop(progress: RunProgress, emit: EmitRunEvent | undefined): Promise<LoopResult> {
  const guarded = emit && guardEvents(emit, () => holdsText(progress.acting));
  const { open, shown } = progress;
  // It was held back before the pause, and that stream has ended.
  if (open && shown.length > 0 && holdsText(progress.acting)) emitShown(progress, joinTexts(shown), guarded?.emit);
  const result = await takeTurns(progress, guarded?.emit, () => guarded?.release());
  if (result === PAUSED) return PAUSED;
  await guardOutput(progress, result.output);
  guarded?.pass();
  return result;
}

async function takeTurns(
  progress: RunProgress,
  emit: EmitRunEvent | undefined,
  onCalls: () => void,
): Promise<LoopResult> {
  const { maxTurns, maxTotalTokens } = progress.limits;
  const finished = progress.open && (await finishCalls(progress, progress.open, emit));
  if (finished) return finished;
  let environment = createEnvironment(progress, emit);
  for (;;) {
    if (progress.turns >= maxTurns) throw new MaxTurnsExceededError(maxTurns);
    await compactConversation(progress);
    progress.turns++;
    const { item, finishReason } = await askModel(progress, emit);
    if (progress.usage.totalTokens > maxTotalTokens) {
      answerUnrun(
        item,
        environment,
        progress,
        `the limit of ${maxTotalTokens} tokens is reached and this call did not run`,
      );
      throw new MaxTotalTokensExceededError(maxTotalTokens, progress.usage.totalTokens);
    }
    // The turn is in the conversation, so the next request sends it back, and the model goes on.
    if (finishReason === "pause" && item.toolCalls.length === 0) continue;
    if (item.toolCalls.length === 0 || finishReason === "refusal" || finishReason === "content_filter") {
      answerUnrun(item, environment, progress, `the answer was stopped (${finishReason}), so this call did not run`);
      const output = joinTexts([...progress.shown, item.text || (item.refusal ?? "")]);
      const ending = await readOutput(progress, item.text, { output, stopReason: stopReasonOf(finishReason) });
      if (ending) return ending;
      continue;
    }
    if (finishReason === "length") {
      // What was cut off may look complete: {"path":"/"} of {"path":"/tmp"}.
      answerUnrun(
        item,
        environment,
        progress,
        "invalid JSON arguments: the answer was cut off at the output limit, so this call did not run. Make fewer or shorter calls",
      );
      continue;
    }
    onCalls();
    const { acting } = progress;
    const result = await runBatch(new Batch(item.toolCalls, environment), environment, progress, emit);
    if (result) return result;
    if (progress.acting !== acting) environment = createEnvironment(progress, emit);
  }
}

/** The calls that were open when the run stopped. @returns As `runBatch`. */
async function finishCalls(
  progress: RunProgress,
  known: KnownResults,
  emit: EmitRunEvent | undefined,
): Promise<LoopResult | undefined> {
  const environment = createEnvironment(progress, emit);
  const batch = new Batch(lastAnswer(progress).toolCalls, environment);
  restoreBatch(batch, known, (callId) => progress.delegateRuns.has(callId));
  progress.open = undefined;
  await checkQuestions(batch.open);
  return runBatch(batch, environment, progress, emit);
}

/** @returns Nothing where the model is to be asked again. */
async function runBatch(
  batch: Batch,
  environment: CallEnvironment,
  progress: RunProgress,
  emit: EmitRunEvent | undefined,
): Promise<LoopResult | undefined> {
  progress.batch = batch;
  if (progress.journal) await progress.journal.checkpoint(savedRun(progress, "running"));
  await executeBatch(batch, environment, progress.acting.limits.toolConcurrency);
  progress.signal.throwIfAborted();
  if (batch.waiting.length > 0) return PAUSED;
  const target = targetOf(progress);
  const ending = recordBatch(progress, emit);
  if (!ending && target) await handOver(progress, target, emit);
  // A tool has said the last word: there is no model to tell.
  return ending && readOutput(progress, ending.output, ending);
}

function holdsText({ guardrails, streamGuarded }: RunPlan): boolean {
  return streamGuarded === "buffer" && guardrails.output.length > 0;
}

/** Every call gets a result, also one that must not run: no provider takes a conversation with a call left open. */
function answerUnrun(item: AssistantItem, environment: CallEnvironment, progress: RunProgress, problem: string): void {
  const batch = new Batch(item.toolCalls, environment);
  batch.close(() => `error: ${problem}`);
  for (const one of batch.completed) record(progress, one, one.outcome.text);
}

function stopReasonOf(finishReason: FinishReason): StopReason {
  return finishReason === "stop" || finishReason === "pause" ? "completed" : finishReason;
}
