/** Neutral conversation to the body of a Messages request. Pure; leaves the request as it is. */
import { type LoweredSchema, toAnthropicTool } from "../../manifest/index.ts";
import type { AssistantItem, ContentPart, MediaPart, ToolCall, ToolResultItem } from "../../model/item.ts";
import type { ModelRequest, ModelSettings } from "../../model/model.ts";
import { repairHistory } from "../../model/repair-history.ts";
import { argumentsObject, withLostArguments } from "../call-arguments.ts";
import { renamedIds } from "../echo-calls.ts";
import { describeOutput } from "../lower-output.ts";
import { type LoweredTools, wireTools } from "../lower-tools.ts";
import { LEFT_OUT, mediaNote, mimeTypeOf, unsupportedMedia, urlOf } from "../media.ts";
import { isObject, type WireObject } from "../wire-values.ts";
import { type Thinking, toThinking } from "./reasoning.ts";
import type {
  ContentBlock,
  EchoedBlock,
  ImageType,
  Message,
  MessageBlock,
  MessagesRequest,
  MessagesTool,
  MessagesToolChoice,
} from "./wire.ts";

export const PROVIDER = "anthropic";

export interface MessagesRequestOptions {
  readonly model: string;
  readonly tools: LoweredTools;
  /** The schema of the answer, where the model takes one and can express it. */
  readonly output?: LoweredSchema | undefined;
}

const toWireTools = wireTools<MessagesTool>((tool) => {
  const { input_schema: schema, ...rest } = toAnthropicTool(tool);
  return { ...rest, input_schema: { ...schema, type: "object" } };
});

export function toRequest(request: ModelRequest, { model, tools, output }: MessagesRequestOptions): MessagesRequest {
  const { settings } = request;
  const { effort, ...thinking } = toThinking(model, settings);
  const body: MessagesRequest = { model, ...thinking, messages: toMessages(request, tools) };
  const instructions = [
    request.instructions,
    request.output !== undefined && output === undefined ? describeOutput(request.output.schema) : "",
  ];
  const system = instructions.filter((text) => text !== "").join("\n\n");
  if (system !== "") body.system = system;
  if (tools.lowered.length > 0) addTools(body, tools, settings, thinking);
  if (settings.temperature !== undefined) body.temperature = settings.temperature;
  if (settings.topP !== undefined) body.top_p = settings.topP;
  if (effort !== undefined || output !== undefined)
    body.output_config = {
      ...(effort === undefined ? undefined : { effort }),
      ...(output === undefined ? undefined : { format: { type: "json_schema", schema: { ...output.schema } } }),
    };
  if (request.stream) body.stream = true;
  return body;
}

/** Models that refuse to be forced to use a tool. */
const NEVER_FORCED = /^claude-(?:fable|mythos)/;

function addTools(
  body: MessagesRequest,
  lowered: LoweredTools,
  { toolChoice, parallelToolCalls }: ModelSettings,
  { thinking }: Thinking,
): void {
  const tools = toWireTools(lowered.lowered);
  body.tools = tools;
  const single = parallelToolCalls === false ? { disable_parallel_tool_use: true as const } : undefined;
  // A model that thinks may not be forced.
  const canForce = thinking?.type !== "enabled" && !NEVER_FORCED.test(body.model);
  switch (toolChoice) {
    case undefined:
      if (single !== undefined) body.tool_choice = { type: "auto", ...single };
      return;
    case "none":
      body.tool_choice = { type: "none" };
      return;
    case "auto":
      body.tool_choice = { type: "auto", ...single };
      return;
    case "required":
      body.tool_choice = { type: canForce ? "any" : "auto", ...single };
      return;
    default: {
      const name = lowered.toWireName(toolChoice);
      if (canForce) body.tool_choice = { type: "tool", name, ...single };
      else {
        body.tools = tools.filter((tool) => tool.name === name);
        body.tool_choice = { type: "auto", ...single };
      }
    }
  }
}

/** The same request for a model that turned out not to let itself be forced. */
export function withoutForce(body: MessagesRequest): MessagesRequest | undefined {
  const { tool_choice: choice, tools } = body;
  if (choice === undefined || (choice.type !== "any" && choice.type !== "tool")) return undefined;
  const { disable_parallel_tool_use: single } = choice;
  const auto: MessagesToolChoice = {
    type: "auto",
    ...(single === undefined ? undefined : { disable_parallel_tool_use: single }),
  };
  if (choice.type === "any" || tools === undefined) return { ...body, tool_choice: auto };
  return { ...body, tools: tools.filter((tool) => tool.name === choice.name), tool_choice: auto };
}

/** Turns of one role become one message: results have to stand at the head of the message behind their calls. */
function toMessages({ items }: ModelRequest, tools: LoweredTools): Message[] {
  const messages: Message[] = [];
  const lost = new Map<string, ToolCall>();
  const add = (role: Message["role"], blocks: readonly (MessageBlock | EchoedBlock)[]) => {
    if (blocks.length === 0) return;
    const last = messages.at(-1);
    if (last?.role === role) last.content.push(...blocks);
    else messages.push({ role, content: [...blocks] });
  };
  for (const item of repairHistory(items)) {
    switch (item.type) {
      case "user":
        add("user", toContent(item.content));
        break;
      case "assistant":
        add("assistant", toTurn(item, tools, lost));
        break;
      case "tool_result":
        add("user", [toResult(item, lost.get(item.callId))]);
    }
  }
  if (messages[0]?.role === "assistant")
    messages.unshift({ role: "user", content: [{ type: "text", text: LEFT_OUT }] });
  return messages;
}

function toTurn(
  item: AssistantItem,
  tools: LoweredTools,
  lost: Map<string, ToolCall>,
): readonly (MessageBlock | EchoedBlock)[] {
  const { raw, text, refusal, toolCalls } = item;
  for (const call of toolCalls) if (argumentsObject(call) === null) lost.set(call.callId, call);
  if (raw?.provider === PROVIDER && Array.isArray(raw.turn)) {
    const echo = raw.turn.filter(isObject).filter(isTaken);
    if (echo.length > 0) return withIds(echo, item);
  }
  const blocks: MessageBlock[] = [];
  const words = text || refusal;
  if (words) blocks.push({ type: "text", text: words });
  for (const call of toolCalls)
    blocks.push({
      type: "tool_use",
      id: toCallId(call.callId),
      name: tools.toWireName(call.name),
      input: argumentsObject(call) ?? {},
    });
  return blocks;
}

/** Empty texts are refused, and so is thinking that was cut off before its signature. */
function isTaken({ type, text, signature }: WireObject): boolean {
  if (type === "text") return text !== "";
  return type !== "thinking" || Boolean(signature);
}

function withIds(turn: readonly EchoedBlock[], item: AssistantItem): readonly EchoedBlock[] {
  const renamed = renamedIds(item);
  return turn.map((block) => {
    if (block.type !== "tool_use") return block;
    // Some servers that speak this format make ids that Anthropic itself refuses, as results show them.
    const id = toCallId(renamed?.get(block.id) ?? String(block.id));
    return id === block.id ? block : { ...block, id };
  });
}

function toResult({ callId, text, isError, media }: ToolResultItem, lost: ToolCall | undefined): MessageBlock {
  const words = lost === undefined ? text : withLostArguments(text, lost);
  const blocks = (media ?? []).map((part) => toBlock(part) ?? { type: "text" as const, text: mediaNote(part) });
  const content =
    blocks.length === 0 ? words : [...(words === "" ? [] : [{ type: "text" as const, text: words }]), ...blocks];
  return {
    type: "tool_result",
    tool_use_id: toCallId(callId),
    ...(content === "" ? undefined : { content }),
    ...(isError ? { is_error: true as const } : undefined),
  };
}

function toContent(content: string | readonly ContentPart[]): ContentBlock[] {
  const parts: readonly ContentPart[] = typeof content === "string" ? [{ type: "text", text: content }] : content;
  return parts.flatMap((part): ContentBlock[] => {
    // An empty text is refused.
    if (part.type === "text") return part.text === "" ? [] : [{ type: "text", text: part.text }];
    const block = toBlock(part);
    if (block === undefined)
      throw unsupportedMedia(part, PROVIDER, "It takes images (JPEG, PNG, GIF, WebP), PDF and plain text.");
    return [block];
  });
}

/** `undefined` for media that Claude does not take. */
function toBlock(part: MediaPart): ContentBlock | undefined {
  const { data, filename } = part;
  const mimeType = mimeTypeOf(part);
  if (part.type === "image") {
    if (data === undefined) return { type: "image", source: { type: "url", url: urlOf(part) } };
    return isImageType(mimeType)
      ? { type: "image", source: { type: "base64", media_type: mimeType, data } }
      : undefined;
  }
  if (part.type !== "file") return undefined;
  const title = filename === undefined ? undefined : { title: filename };
  if (data === undefined) return { type: "document", ...title, source: { type: "url", url: urlOf(part) } };
  if (mimeType === "application/pdf")
    return { type: "document", ...title, source: { type: "base64", media_type: mimeType, data } };
  if (!mimeType.startsWith("text/") && mimeType !== "application/json") return undefined;
  const text = Buffer.from(data, "base64").toString("utf8");
  return { type: "document", ...title, source: { type: "text", media_type: "text/plain", data: text } };
}

function isImageType(mimeType: string): mimeType is ImageType {
  return /^image\/(?:jpeg|png|gif|webp)$/.test(mimeType);
}

/** Ids that other providers made may hold characters that are refused here. */
function toCallId(callId: string): string {
  return callId.replace(/[^a-zA-Z0-9_-]/g, "_");
}
