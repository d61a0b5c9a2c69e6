/** Neutral conversation to the body of a Chat Completions request. Pure; leaves the request as it is. */
import type { AssistantItem, ContentPart, MediaPart, ToolCall, ToolResultItem } from "../../model/item.ts";
import type { ModelRequest, ModelSettings } from "../../model/model.ts";
import { repairHistory } from "../../model/repair-history.ts";
import { argumentsObject, withLostArguments } from "../call-arguments.ts";
import { toShortCallId } from "../call-ids.ts";
import { MEDIA_FOLLOW, mediaIntroduction, mimeTypeOf, unsupportedMedia, urlOf } from "../media.ts";
import { isObject } from "../wire-values.ts";
import type { ChatServer } from "./chat-server.ts";
import type { ChatAssistantMessage, ChatMessage, ChatPart, ChatRequest, ChatTool } from "./wire.ts";

export interface ChatRequestOptions {
  readonly model: string;
  readonly server: ChatServer;
  readonly tools: readonly ChatTool[];
}

export function toRequest(request: ModelRequest, { model, server, tools }: ChatRequestOptions): ChatRequest {
  const { settings, output } = request;
  const body: ChatRequest = { model, messages: toMessages(request, server) };
  if (tools.length > 0) addTools(body, tools, settings, server);
  if (settings.temperature !== undefined) body.temperature = settings.temperature;
  if (settings.topP !== undefined) body.top_p = settings.topP;
  if (settings.maxOutputTokens !== undefined) body[server.maxTokensField] = settings.maxOutputTokens;
  if (settings.reasoning !== undefined && server.reasoningEffort) body.reasoning_effort = settings.reasoning;
  if (output !== undefined) body.response_format = { type: "json_schema", json_schema: { ...output, strict: false } };
  if (request.stream) {
    body.stream = true;
    if (server.streamOptions) body.stream_options = { include_usage: true };
  }
  return body;
}

/** `tool_choice` and `parallel_tool_calls` are refused without `tools`, so all of them stand here. */
function addTools(body: ChatRequest, tools: readonly ChatTool[], settings: ModelSettings, server: ChatServer): void {
  const { toolChoice, parallelToolCalls } = settings;
  const forced = server.neverForced?.test(body.model) ? "auto" : server.requiredChoice;
  body.tools = tools;
  if (parallelToolCalls !== undefined && server.parallelToolCalls) body.parallel_tool_calls = parallelToolCalls;
  switch (toolChoice) {
    case undefined:
      return;
    case "auto":
      body.tool_choice = "auto";
      return;
    case "none":
      body.tool_choice = "none";
      return;
    case "required":
      body.tool_choice = forced;
      return;
    default:
      if (server.namedChoice && forced === "required")
        body.tool_choice = { type: "function", function: { name: toolChoice } };
      else {
        body.tools = tools.filter((tool) => tool.function.name === toolChoice);
        body.tool_choice = forced;
      }
  }
}

function toMessages({ instructions, items }: ModelRequest, server: ChatServer): ChatMessage[] {
  const messages: ChatMessage[] = instructions === "" ? [] : [{ role: "system", content: instructions }];
  const lost = new Map<string, ToolCall>();
  let media: ChatPart[] = [];
  const flushMedia = () => {
    if (media.length > 0) messages.push({ role: "user", content: media });
    media = [];
  };
  for (const item of repairHistory(items)) {
    if (item.type === "tool_result") {
      messages.push(toToolMessage(item, lost.get(item.callId), server));
      media.push(...toMediaOfResult(item, server));
      continue;
    }
    flushMedia();
    if (item.type === "user") messages.push({ role: "user", content: toUserContent(item.content, server) });
    else if (!isEmpty(item)) messages.push(toAssistantMessage(item, server, lost));
  }
  flushMedia();
  return messages;
}

/** Providers refuse an assistant message that says nothing. */
function isEmpty({ text, refusal, toolCalls, raw }: AssistantItem): boolean {
  return text === "" && !refusal && toolCalls.length === 0 && raw === undefined;
}

function toAssistantMessage(
  item: AssistantItem,
  server: ChatServer,
  lost: Map<string, ToolCall>,
): ChatAssistantMessage {
  const { raw, toolCalls } = item;
  // Some servers parse the arguments of earlier calls again, and refuse the request over one that is malformed.
  const malformed = toolCalls.filter((call) => argumentsObject(call) === null);
  if (raw?.provider === server.name && malformed.length === 0 && isMessage(raw.turn))
    return withoutReasoning(raw.turn, server);
  for (const call of malformed) lost.set(call.callId, call);
  if (toolCalls.length === 0) return { role: "assistant", content: item.text || item.refusal || "" };
  return {
    role: "assistant",
    content: item.text === "" ? null : item.text,
    tool_calls: toolCalls.map((call) => ({
      id: toCallId(call.callId, server),
      type: "function",
      function: { name: call.name, arguments: malformed.includes(call) ? "{}" : call.argumentsText.trim() || "{}" },
    })),
  };
}

function isMessage(turn: unknown): turn is ChatAssistantMessage {
  return isObject(turn) && turn.role === "assistant";
}

/** Reasoning in fields of the server's own is read everywhere, and taken back by some only. */
const REASONING_FIELDS = ["reasoning_content", "reasoning", "reasoning_details"];

function withoutReasoning(message: ChatAssistantMessage, server: ChatServer): ChatAssistantMessage {
  const unwanted = REASONING_FIELDS.filter((field) => field in message && !server.echoedReasoning.includes(field));
  // Ollama refuses a message with neither content nor calls.
  const isBlank = message.content === null && message.tool_calls === undefined;
  if (unwanted.length === 0 && !isBlank) return message;
  const kept = Object.entries(message).filter(([name]) => !unwanted.includes(name));
  return {
    ...Object.fromEntries(kept),
    role: "assistant",
    content: isBlank ? (message.refusal ?? "") : message.content,
  };
}

function toToolMessage(item: ToolResultItem, lost: ToolCall | undefined, server: ChatServer): ChatMessage {
  const text = item.text === "" && item.media?.length ? MEDIA_FOLLOW : item.text;
  return {
    role: "tool",
    tool_call_id: toCallId(item.callId, server),
    content: lost === undefined ? text : withLostArguments(text, lost),
  };
}

/** Tool messages hold text only: media stand in a user message behind all results of the turn. */
function toMediaOfResult(item: ToolResultItem, server: ChatServer): ChatPart[] {
  if (!item.media?.length) return [];
  return [{ type: "text", text: mediaIntroduction(item) }, ...item.media.map((part) => toPart(part, server))];
}

function toUserContent(content: string | readonly ContentPart[], server: ChatServer): string | ChatPart[] {
  return typeof content === "string" ? content : content.map((part) => toPart(part, server));
}

function toPart(part: ContentPart, server: ChatServer): ChatPart {
  switch (part.type) {
    case "text":
      return { type: "text", text: part.text };
    case "image":
      return { type: "image_url", image_url: { url: urlOf(part) } };
    case "audio":
      return { type: "input_audio", input_audio: toAudio(part, server) };
    case "file":
      if (part.data === undefined) throw unsupportedMedia(part, server.name, "Give its data, not a URL.");
      return { type: "file", file: { filename: part.filename ?? "file", file_data: urlOf(part) } };
    case "video":
      throw unsupportedMedia(part, server.name, "Leave it out, or use a model of Gemini.");
  }
}

function toAudio(part: MediaPart, server: ChatServer): { data: string; format: "wav" | "mp3" } {
  const mimeType = mimeTypeOf(part);
  const format = /wav/.test(mimeType) ? "wav" : /mpeg|mp3/.test(mimeType) ? "mp3" : undefined;
  if (part.data === undefined || format === undefined)
    throw unsupportedMedia(part, server.name, "Give its data, as WAV or MP3.");
  return { data: part.data, format };
}

function toCallId(callId: string, { shortCallIds }: ChatServer): string {
  return shortCallIds ? toShortCallId(callId) : callId;
}
