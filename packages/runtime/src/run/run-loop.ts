/**
 * The loop between a model and its tools. There is one: who wants events gives `emit`, who does not pays nothing for
 * them. It works on a plan and changes only the progress of its run.
 */
import { Batch } from "../call/batch.ts";
import type { CallEnvironment, CallInProgress, CallListener } from "../call/call-in-progress.ts";
import { executeBatch } from "../call/execute-batch.ts";
import { checkQuestions } from "../call/pipeline.ts";
import { restoreBatch } from "../call/restore-batch.ts";
import { ShownPieces, shownArguments, shownOutcome } from "../call/shown-call.ts";
import { MaxTotalTokensExceededError } from "../errors/max-total-tokens-exceeded-error.ts";
import { MaxTurnsExceededError } from "../errors/max-turns-exceeded-error.ts";
import type { AssistantItem } from "../model/item.ts";
import type { FinishReason, ModelEvent, ModelRequest, ModelResponse } from "../model/model.ts";
import { callDelegate } from "./call-delegate.ts";
import { compactConversation } from "./compaction.ts";
import { type LoopResult, PAUSED } from "./ending.ts";
import { guardOutput } from "./guard-run.ts";
import { guardEvents } from "./guarded-events.ts";
import { handOver, targetOf } from "./hand-over.ts";
import { lastAnswer } from "./interruption.ts";
import { mediaOfItems, mediaOfUser, readFiles, withoutMedia } from "./media-of-items.ts";
import type { RunPlan } from "./plan.ts";
import { readOutput } from "./read-output.ts";
import { readResponse } from "./read-response.ts";
import { readToolCalls } from "./read-tool-calls.ts";
import { emitShown, joinTexts, record, recordBatch } from "./record-batch.ts";
import type { StopReason } from "./run.ts";
import type { EmitRunEvent, RunEventOrigin } from "./run-event.ts";
import { addItem, countUsage, hooksOf, type RunProgress } from "./run-progress.ts";
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
  let environment = createEnvironment(progress, emit);
  if (progress.open) {
    const batch = new Batch(lastAnswer(progress).toolCalls, environment);
    restoreBatch(batch, progress.open, (callId) => progress.delegateRuns.has(callId));
    progress.open = undefined;
    await checkQuestions(batch.open);
    const result = await runBatch(batch, environment, progress, emit);
    if (result) return result;
    environment = createEnvironment(progress, emit);
  }
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

async function askModel(
  progress: RunProgress,
  emit: EmitRunEvent | undefined,
): Promise<Pick<ModelResponse, "item" | "finishReason">> {
  const { ctx, signal, runId, turns, acting: plan } = progress;
  const { agentName } = plan;
  const hooks = hooksOf(progress);
  if (plan.sendMediaToModel) await readFiles(progress.items);
  let { instructions } = plan;
  if (typeof instructions !== "string") instructions = await instructions(ctx);
  instructions = joinTexts([instructions, plan.toolInstructions]);
  signal.throwIfAborted();
  emit?.({ type: "model_request_started", runId, agentName, turn: turns });
  const request: ModelRequest = {
    instructions,
    items: plan.sendMediaToModel ? progress.items : withoutMedia(progress.items),
    tools: plan.modelTools,
    ...(plan.providerTools.length > 0 && { providerTools: plan.providerTools }),
    ...(plan.output && { output: { name: plan.output.name, schema: plan.output.schema } }),
    settings: turns === progress.turnsBefore + 1 ? plan.settings : plan.laterSettings,
    stream: emit !== undefined,
    ...(progress.isAbortable && { signal }),
    ...(emit && { onEvent: (event) => emitModelEvent(event, plan, progress, emit) }),
  };
  const { agent } = plan;
  for (const one of hooks) await one.onLlmStart?.({ ctx, agent, instructions, items: [...request.items] });
  signal.throwIfAborted();
  const { trace } = progress;
  const answered = await (trace ? trace.request(plan, turns, request) : plan.model.respond(request));
  const response = readResponse(answered, plan.model);
  countUsage(progress, response.usage);
  progress.contextTokens = response.usage.inputTokens + response.usage.outputTokens;
  signal.throwIfAborted();
  for (const one of hooks) await one.onLlmEnd?.({ ctx, agent, response });
  signal.throwIfAborted();
  const item = readToolCalls(response.item, progress.callIds, createCallId);
  addItem(progress, item);
  const { finishReason, usage } = response;
  emit?.({ type: "model_request_completed", runId, agentName, turn: turns, finishReason, usage });
  emit?.({ type: "message", runId, agentName, item: progress.redaction.answer(item, plan.tools) });
  return { item, finishReason };
}

/** Text of the model stands apart from what a tool has shown before it. Pieces of arguments cannot be redacted. */
function emitModelEvent(
  event: ModelEvent,
  { agentName, tools }: RunPlan,
  progress: RunProgress,
  emit: EmitRunEvent,
): void {
  const origin: RunEventOrigin = { runId: progress.runId, agentName };
  if (event.type === "tool_arguments_delta" && !progress.redaction.mayShowText(tools.get(event.name))) return;
  if (event.type === "text_delta") {
    if (progress.lastText === "tool") emit({ ...origin, type: "text_delta", delta: "\n\n", source: "tool" });
    progress.lastText = "model";
  }
  emit({ ...event, ...origin });
}

/** Every call gets a result, also one that must not run: no provider takes a conversation with a call left open. */
function answerUnrun(item: AssistantItem, environment: CallEnvironment, progress: RunProgress, problem: string): void {
  const batch = new Batch(item.toolCalls, environment);
  batch.close(() => `error: ${problem}`);
  for (const one of batch.completed) record(progress, one, one.outcome.text);
}

function createEnvironment(progress: RunProgress, emit: EmitRunEvent | undefined): CallEnvironment {
  const plan = progress.acting;
  const { trace } = progress;
  const listeners: readonly Partial<CallListener>[] = [
    ...(emit ? [createListener({ runId: progress.runId, agentName: plan.agentName }, emit)] : []),
    ...(trace ? [{ onCompleted: trace.onCallCompleted }] : []),
  ];
  return {
    tools: plan.tools,
    ctx: progress.ctx,
    agent: plan.agent,
    agentName: plan.agentName,
    ...(plan.cache && { cache: plan.cache }),
    team: plan.team ?? progress.team,
    hooks: hooksOf(progress),
    toolHooks: plan.toolHooks,
    messages: () => progress.items,
    signal: progress.signal,
    unknownArguments: plan.unknownArguments,
    coerceArguments: plan.coerceArguments,
    maxResultChars: plan.maxResultChars,
    sendMediaToModel: plan.sendMediaToModel,
    redaction: progress.redaction,
    media: () => {
      const before = progress.items.length - progress.newItems.length;
      const ofRun = mediaOfUser(progress.items.slice(before));
      return [...mediaOfItems(progress.items.slice(0, before)), ...ofRun, ...progress.media];
    },
    allowance: progress.allowance,
    handover: { targets: plan.handoffs, to: undefined },
    isDelegate: (name) => plan.delegates.has(name),
    callDelegate: (call, signal) => callDelegate(progress, call, signal, emit),
    claimed: progress.claimed,
    gate: { ledger: progress.ledger, agentName: plan.agentName, remembered: plan.remembered },
    guardrailResults: progress.guardrailResults,
    ...(progress.journal && { journal: progress.journal }),
    cancel: progress.cancel,
    cancelGrace: plan.limits.cancelGrace,
    ...(trace && { within: (call, work) => trace.call(call, work) }),
    ...(listeners.length > 0 && { listener: combineListeners(listeners) }),
  };
}

function combineListeners(listeners: readonly Partial<CallListener>[]): CallListener {
  return {
    onStarted: (call) => {
      for (const one of listeners) one.onStarted?.(call);
    },
    onOutput: (call, delta) => {
      for (const one of listeners) one.onOutput?.(call, delta);
    },
    onCustomEvent: (call, event) => {
      for (const one of listeners) one.onCustomEvent?.(call, event);
    },
    onCompleted: (call, outcome) => {
      for (const one of listeners) one.onCompleted?.(call, outcome);
    },
  };
}

function createListener(origin: RunEventOrigin, emit: EmitRunEvent): CallListener {
  const about = ({
    toolCall: { callId, name },
  }: CallInProgress): RunEventOrigin & { callId: string; name: string } => ({
    ...origin,
    callId,
    name,
  });
  const pieces = new ShownPieces();
  const tellOutput = (call: CallInProgress, delta: string): void =>
    emit({ type: "tool_output_delta", ...about(call), delta });
  return {
    onStarted: (call) =>
      emit({
        type: "tool_call_started",
        ...about(call),
        arguments: shownArguments(call),
        ...(call.coerced.length > 0 && { coerced: call.coerced }),
      }),
    onOutput: (call, delta) => tellOutput(call, pieces.next(call, delta)),
    onCustomEvent: (call, { name, data }) =>
      emit({ type: "custom", ...about(call), event: { name, data: call.environment.redaction.hide(data) } }),
    onCompleted: (call, outcome) => {
      const rest = pieces.rest(call);
      if (rest !== "") tellOutput(call, rest);
      const { text, isError, value, error } = shownOutcome(call, outcome);
      emit({
        type: "tool_call_completed",
        ...about(call),
        text,
        result: value,
        ...(isError && { error: { message: text, ...(error !== undefined && { cause: error }) } }),
      });
    },
  };
}

function stopReasonOf(finishReason: FinishReason): StopReason {
  return finishReason === "stop" || finishReason === "pause" ? "completed" : finishReason;
}

function createCallId(): string {
  return `call_${globalThis.crypto.randomUUID()}`;
}
