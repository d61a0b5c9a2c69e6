/** Neutral conversation to the body of a Chat Completions request. Pure; leaves the request as it is. */
import { toOpenAiChatTool } from "../../manifest/index.ts";
import type { AssistantItem, ContentPart, MediaPart, ToolCall, ToolResultItem } from "../../model/item.ts";
import type { ModelRequest, ModelSettings } from "../../model/model.ts";
import { repairHistory } from "../../model/repair-history.ts";
import { argumentsObject, withLostArguments } from "../call-arguments.ts";
import { toShortCallId } from "../call-ids.ts";
import { renamedIds } from "../echo-calls.ts";
import { type LoweredOutput, outputName } from "../lower-output.ts";
import { type LoweredTools, wireTools } from "../lower-tools.ts";
import { MEDIA_FOLLOW, mediaIntroduction, mimeTypeOf, unsupportedMedia, urlOf } from "../media.ts";
import { isObject } from "../wire-values.ts";
import type { ChatServer } from "./chat-server.ts";
import type { ChatAssistantMessage, ChatMessage, ChatPart, ChatRequest, ChatTool } from "./wire.ts";

export interface ChatRequestOptions {
  readonly model: string;
  readonly server: ChatServer;
  readonly tools: LoweredTools;
  /** The schema of the answer in the server's dialect, where that can express it. */
  readonly output?: LoweredOutput | undefined;
}

/** `strict` is left out where it is false: that is what it means then, and many servers do not know it. */
const toWireTools = wireTools<ChatTool>((tool) => {
  const { strict, ...definition } = toOpenAiChatTool(tool).function;
  return { type: "function", function: strict ? { ...definition, strict } : definition };
});

export function toRequest(request: ModelRequest, options: ChatRequestOptions): ChatRequest {
  const { model, server, tools, output: lowered } = options;
  const { settings, output } = request;
  const body: ChatRequest = { model, messages: toMessages(request, options) };
  if (tools.lowered.length > 0) addTools(body, settings, options);
  if (settings.temperature !== undefined) body.temperature = settings.temperature;
  if (settings.topP !== undefined) body.top_p = settings.topP;
  if (settings.maxOutputTokens !== undefined) body[server.maxTokensField] = settings.maxOutputTokens;
  if (settings.reasoning !== undefined && server.reasoningEffort) body.reasoning_effort = settings.reasoning;
  if (output !== undefined) {
    const schema = lowered?.schema ?? output.schema;
    body.response_format = {
      type: "json_schema",
      json_schema: { name: outputName(output.name), schema, strict: lowered?.dialect === "openai-strict" },
    };
  }
  if (request.stream) {
    body.stream = true;
    if (server.streamOptions) body.stream_options = { include_usage: true };
  }
  return body;
}

/** `tool_choice` and `parallel_tool_calls` are refused without `tools`, so all of them stand here. */
function addTools(body: ChatRequest, settings: ModelSettings, { server, tools: lowered }: ChatRequestOptions): void {
  const { toolChoice, parallelToolCalls } = settings;
  const tools = toWireTools(lowered.lowered);
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
    default: {
      const name = lowered.toWireName(toolChoice);
      if (server.namedChoice && forced === "required") body.tool_choice = { type: "function", function: { name } };
      else {
        body.tools = tools.filter((tool) => tool.function.name === name);
        body.tool_choice = forced;
      }
    }
  }
}

function toMessages({ instructions, items }: ModelRequest, { server, tools }: ChatRequestOptions): ChatMessage[] {
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
    else if (!isEmpty(item)) messages.push(toAssistantMessage(item, { server, tools, lost }));
  }
  flushMedia();
  return messages;
}

/** Providers refuse an assistant message that says nothing. */
function isEmpty({ text, refusal, toolCalls, raw }: AssistantItem): boolean {
  return text === "" && !refusal && toolCalls.length === 0 && raw === undefined;
}

interface Surroundings {
  readonly server: ChatServer;
  readonly tools: LoweredTools;
  /** Calls whose arguments could not be sent back: their results tell them. */
  readonly lost: Map<string, ToolCall>;
}

function toAssistantMessage(item: AssistantItem, { server, tools, lost }: Surroundings): ChatAssistantMessage {
  const { raw, toolCalls } = item;
  // Some servers parse the arguments of earlier calls again, and refuse the request over one that is malformed.
  const malformed = toolCalls.filter((call) => argumentsObject(call) === null);
  for (const call of malformed) lost.set(call.callId, call);
  if (raw?.provider === server.name && isMessage(raw.turn)) {
    const turn = withIds(raw.turn, item, server);
    return withoutReasoning(malformed.length === 0 ? turn : withoutArguments(turn, malformed), server);
  }
  if (toolCalls.length === 0) return { role: "assistant", content: item.text || item.refusal || "" };
  return {
    role: "assistant",
    content: item.text === "" ? null : item.text,
    // DeepSeek and Moonshot want it with every call, also with one that another model made.
    ...(server.echoedReasoning.includes("reasoning_content") ? { reasoning_content: item.reasoning ?? "" } : undefined),
    tool_calls: toolCalls.map((call) => ({
      id: toCallId(call.callId, server),
      type: "function",
      function: {
        name: tools.toWireName(call.name),
        arguments: malformed.includes(call) ? "{}" : call.argumentsText.trim() || "{}",
      },
    })),
  };
}

function withIds(message: ChatAssistantMessage, item: AssistantItem, server: ChatServer): ChatAssistantMessage {
  const renamed = renamedIds(item);
  const { tool_calls: calls } = message;
  if (calls === undefined || (renamed === undefined && !server.shortCallIds)) return message;
  return {
    ...message,
    tool_calls: calls.map((call) => ({ ...call, id: toCallId(renamed?.get(call.id) ?? call.id, server) })),
  };
}

function withoutArguments(message: ChatAssistantMessage, malformed: readonly ToolCall[]): ChatAssistantMessage {
  const ids = new Set(malformed.map((call) => call.callId));
  return {
    ...message,
    tool_calls: (message.tool_calls ?? []).map((call) =>
      ids.has(call.id) ? { ...call, function: { ...call.function, arguments: "{}" } } : call,
    ),
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
