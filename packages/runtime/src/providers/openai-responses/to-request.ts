/** Neutral conversation to the body of a Responses request. Pure; leaves the request as it is. */
import { toOpenAiResponsesTool } from "../../manifest/index.ts";
import type { AssistantItem, ContentPart, MediaPart, ToolCall, ToolResultItem } from "../../model/item.ts";
import type { ModelRequest, ModelSettings } from "../../model/model.ts";
import { repairHistory } from "../../model/repair-history.ts";
import { argumentsObject, withLostArguments } from "../call-arguments.ts";
import { renamedIds } from "../echo-calls.ts";
import { type LoweredOutput, outputName } from "../lower-output.ts";
import { type LoweredTools, wireTools } from "../lower-tools.ts";
import { mediaNote, unsupportedMedia, urlOf } from "../media.ts";
import { isObject } from "../wire-values.ts";
import type { EchoedItem, ResponsesItem, ResponsesPart, ResponsesRequest, ResponsesTool } from "./wire.ts";

export const PROVIDER = "openai-responses";

export interface ResponsesRequestOptions {
  readonly model: string;
  readonly tools: LoweredTools;
  /** The schema of the answer, in strict mode where that can express it. */
  readonly output?: LoweredOutput | undefined;
}

const toWireTools = wireTools<ResponsesTool>(toOpenAiResponsesTool);

export function toRequest(
  request: ModelRequest,
  { model, tools, output: lowered }: ResponsesRequestOptions,
): ResponsesRequest {
  const { settings, output, instructions } = request;
  const body: ResponsesRequest = { model, input: toInput(request, tools), store: false };
  if (instructions !== "") body.instructions = instructions;
  // Without it, reasoning cannot be sent back, which costs quality; models that do not reason refuse it.
  if (!/^(?:ft:)?(?:gpt-[34]|chatgpt)/.test(model)) body.include = ["reasoning.encrypted_content"];
  if (tools.lowered.length > 0) addTools(body, tools, settings);
  if (settings.temperature !== undefined) body.temperature = settings.temperature;
  if (settings.topP !== undefined) body.top_p = settings.topP;
  if (settings.maxOutputTokens !== undefined) body.max_output_tokens = settings.maxOutputTokens;
  if (settings.reasoning !== undefined) body.reasoning = { effort: settings.reasoning };
  if (output !== undefined) {
    const schema = lowered?.schema ?? output.schema;
    const strict = lowered?.dialect === "openai-strict";
    body.text = { format: { type: "json_schema", name: outputName(output.name), schema, strict } };
  }
  if (request.stream) body.stream = true;
  return body;
}

function addTools(body: ResponsesRequest, tools: LoweredTools, settings: ModelSettings): void {
  const { toolChoice, parallelToolCalls } = settings;
  body.tools = toWireTools(tools.lowered);
  if (parallelToolCalls !== undefined) body.parallel_tool_calls = parallelToolCalls;
  if (toolChoice === undefined) return;
  body.tool_choice = isMode(toolChoice) ? toolChoice : { type: "function", name: tools.toWireName(toolChoice) };
}

function isMode(choice: string): choice is "auto" | "none" | "required" {
  return choice === "auto" || choice === "none" || choice === "required";
}

function toInput({ items }: ModelRequest, tools: LoweredTools): (ResponsesItem | EchoedItem)[] {
  const input: (ResponsesItem | EchoedItem)[] = [];
  const lost = new Map<string, ToolCall>();
  for (const item of repairHistory(items)) {
    switch (item.type) {
      case "user":
        input.push({ role: "user", content: toUserContent(item.content) });
        break;
      case "assistant":
        if (item.raw?.provider === PROVIDER && Array.isArray(item.raw.turn))
          input.push(...withIds(toEcho(item.raw.turn), item));
        else input.push(...toItems(item, tools, lost));
        break;
      case "tool_result":
        input.push(toOutput(item, lost.get(item.callId)));
    }
  }
  return input;
}

/**
 * The turn as it came. Reasoning that came without its encrypted form lives at the provider only, where nothing is
 * kept: then all reasoning goes, and the ids that point to it. Reasoning that nothing follows is refused too.
 */
function toEcho(turn: readonly unknown[]): readonly EchoedItem[] {
  const items = turn.filter(isObject);
  if (items.some((item) => isReasoning(item) && typeof item.encrypted_content !== "string"))
    return items.filter((item) => !isReasoning(item)).map(({ id: _, ...item }) => item);
  const end = items.findLastIndex((item) => !isReasoning(item)) + 1;
  return end === items.length ? items : items.slice(0, end);
}

function withIds(turn: readonly EchoedItem[], item: AssistantItem): readonly EchoedItem[] {
  const renamed = renamedIds(item);
  if (renamed === undefined) return turn;
  return turn.map((echoed) => {
    const callId = renamed.get(echoed.call_id);
    return callId === undefined ? echoed : { ...echoed, call_id: callId };
  });
}

function isReasoning(item: EchoedItem): boolean {
  return item.type === "reasoning";
}

function toItems(
  { text, refusal, toolCalls }: AssistantItem,
  tools: LoweredTools,
  lost: Map<string, ToolCall>,
): ResponsesItem[] {
  const items: ResponsesItem[] = [];
  const words = text || refusal;
  if (words) items.push({ role: "assistant", content: words });
  for (const call of toolCalls) {
    const isMalformed = argumentsObject(call) === null;
    if (isMalformed) lost.set(call.callId, call);
    items.push({
      type: "function_call",
      call_id: call.callId,
      name: tools.toWireName(call.name),
      arguments: isMalformed ? "{}" : call.argumentsText.trim() || "{}",
    });
  }
  return items;
}

function toOutput({ callId, text, media }: ToolResultItem, lost: ToolCall | undefined): ResponsesItem {
  const words = lost === undefined ? text : withLostArguments(text, lost);
  if (!media?.length) return { type: "function_call_output", call_id: callId, output: words };
  const parts = media.map(
    (part): ResponsesPart =>
      part.type === "image" || part.type === "file" ? toPart(part) : { type: "input_text", text: mediaNote(part) },
  );
  return {
    type: "function_call_output",
    call_id: callId,
    output: words === "" ? parts : [{ type: "input_text", text: words }, ...parts],
  };
}

function toUserContent(content: string | readonly ContentPart[]): string | ResponsesPart[] {
  if (typeof content === "string") return content;
  return content.map((part) => (part.type === "text" ? { type: "input_text", text: part.text } : toPart(part)));
}

function toPart(part: MediaPart): ResponsesPart {
  switch (part.type) {
    case "image":
      return { type: "input_image", image_url: urlOf(part), detail: "auto" };
    case "file":
      return part.data === undefined
        ? { type: "input_file", file_url: urlOf(part) }
        : { type: "input_file", filename: part.filename ?? "file", file_data: urlOf(part) };
    case "audio":
      throw unsupportedMedia(part, PROVIDER, "Use openaiChat with a model that hears.");
    case "video":
      throw unsupportedMedia(part, PROVIDER, "Leave it out, or use a model of Gemini.");
  }
}
