/** One request: from the conversation to the answer, which joins it. */
import type { ModelEvent, ModelRequest, ModelResponse } from "../model/model.ts";
import { joinTexts } from "./join-texts.ts";
import { readFiles, withoutMedia } from "./media-of-items.ts";
import type { RunPlan } from "./plan.ts";
import { readResponse } from "./read-response.ts";
import { readToolCalls } from "./read-tool-calls.ts";
import type { EmitRunEvent, RunEventOrigin } from "./run-event.ts";
import { addItem, countUsage, hooksOf, type RunProgress } from "./run-progress.ts";

/** @throws What the model, the instructions or a hook throws, and the reason of the run's signal. */
export async function askModel(
  progress: RunProgress,
  emit: EmitRunEvent | undefined,
): Promise<Pick<ModelResponse, "item" | "finishReason">> {
  const { ctx, signal, runId, turns, acting: plan } = progress;
  const { agentName, model } = plan;
  // Told to nobody: there is no request.
  const hooks = model.asksNobody ? [] : hooksOf(progress);
  const told = model.asksNobody ? undefined : emit;
  const trace = model.asksNobody ? undefined : progress.trace;
  if (plan.sendMediaToModel) await readFiles(progress.items);
  let { instructions } = plan;
  if (typeof instructions !== "string") instructions = await instructions(ctx);
  instructions = joinTexts([instructions, plan.toolInstructions]);
  signal.throwIfAborted();
  told?.({ type: "model_request_started", runId, agentName, turn: turns });
  const request: ModelRequest = {
    instructions,
    items: plan.sendMediaToModel ? progress.items : withoutMedia(progress.items),
    tools: plan.modelTools,
    ...(plan.providerTools.length > 0 && { providerTools: plan.providerTools }),
    ...(plan.output && { output: { name: plan.output.name, schema: plan.output.schema } }),
    settings: turns === progress.turnsBefore + 1 ? plan.settings : plan.laterSettings,
    stream: told !== undefined,
    ...(progress.isAbortable && { signal }),
    ...(told && { onEvent: (event) => emitModelEvent(event, plan, progress, told) }),
  };
  const { agent } = plan;
  for (const one of hooks) await one.onLlmStart?.({ ctx, agent, instructions, items: [...request.items] });
  signal.throwIfAborted();
  const answered = await (trace ? trace.request(plan, turns, request) : model.respond(request));
  const response = readResponse(answered, model);
  countUsage(progress, response.usage);
  progress.contextTokens = response.usage.inputTokens + response.usage.outputTokens;
  signal.throwIfAborted();
  for (const one of hooks) await one.onLlmEnd?.({ ctx, agent, response });
  signal.throwIfAborted();
  const item = readToolCalls(response.item, progress.callIds, createCallId);
  addItem(progress, item);
  const { finishReason, usage } = response;
  told?.({ type: "model_request_completed", runId, agentName, turn: turns, finishReason, usage });
  told?.({ type: "message", runId, agentName, item: progress.redaction.answer(item, plan.tools) });
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

function createCallId(): string {
  return `call_${globalThis.crypto.randomUUID()}`;
}
