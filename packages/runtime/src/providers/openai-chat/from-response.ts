/** The body of a Chat Completions answer to the neutral answer. Pure. A stream is joined to the same message first. */
import { OPENAI_NAMES } from "../../manifest/dialects/tool-name.ts";
import type { AssistantItem, ToolCall } from "../../model/item.ts";
import type { FinishReason } from "../../model/model.ts";
import type { Usage } from "../../tool/usage.ts";
import { BrokenAnswer, ReportedError, UnreadableAnswer } from "../answer-faults.ts";
import { createCallId, settleCallIds } from "../call-ids.ts";
import { toEchoName } from "../echo-calls.ts";
import { readErrorValue } from "../read-error.ts";
import type { Answer } from "../wire-format.ts";
import { countOf, isObject, listOf, objectOf, textOf, type WireObject } from "../wire-values.ts";

export interface ChatReading {
  /** `Model.provider`. */
  readonly provider: string;
  readonly createId?: () => string;
}

export function fromResponse(body: unknown, reading: ChatReading): Answer {
  const { choices, usage, error } = objectOf(body);
  if (error) throw new ReportedError(body);
  const choice = objectOf(listOf(choices)[0]);
  if (!isObject(choice.message)) {
    if (readErrorValue(body) !== undefined) throw new ReportedError(body);
    throw new UnreadableAnswer("it holds no message.");
  }
  return toAnswer({ message: choice.message, finishReason: choice.finish_reason, usage }, reading);
}

export interface ChatTurn {
  readonly message: WireObject;
  readonly finishReason: unknown;
  readonly usage: unknown;
}

export function toAnswer({ message, finishReason, usage }: ChatTurn, reading: ChatReading): Answer {
  const { turn, toolCalls } = readCalls(message, reading);
  const { text, thinking } = readContent(message.content);
  const reasoning = textOf(message.reasoning_content) || textOf(message.reasoning) || thinking;
  const refusal = textOf(message.refusal);
  const item: AssistantItem = {
    type: "assistant",
    text,
    ...(reasoning === "" ? undefined : { reasoning }),
    ...(refusal === "" ? undefined : { refusal }),
    toolCalls,
    raw: { provider: reading.provider, turn },
  };
  return { item, finishReason: refusal === "" ? toFinishReason(finishReason) : "refusal", usage: toUsage(usage) };
}

/** The calls, and the message as it can be sent back: with the ids that were made, and names that are taken. */
function readCalls(message: WireObject, reading: ChatReading): { turn: WireObject; toolCalls: ToolCall[] } {
  const found = listOf(message.tool_calls).filter(isObject);
  if (found.length === 0) return { turn: message, toolCalls: [] };
  const calls = found.map((call) => {
    const { name, arguments: given } = objectOf(call.function);
    // A string in the format; an object at some servers, which want the string back.
    const argumentsText = isObject(given) ? JSON.stringify(given) : textOf(given);
    const echoName = toEchoName(textOf(name), OPENAI_NAMES);
    const isTaken = !isObject(given) && echoName === name;
    return { callId: textOf(call.id), name: textOf(name), argumentsText, echoName, isTaken };
  });
  const ids = settleCallIds(calls, reading.createId ?? createCallId);
  const isAsSent = calls.every((call, index) => call.isTaken && call.callId === ids[index]);
  const toolCalls: ToolCall[] = [];
  const sent: WireObject[] = [];
  for (const [index, call] of calls.entries()) {
    const callId = ids[index];
    if (callId === undefined) continue;
    const { name, argumentsText, echoName } = call;
    toolCalls.push({ callId, name, argumentsText });
    if (!isAsSent)
      sent.push({
        ...found[index],
        id: callId,
        function: { ...objectOf(found[index]?.function), name: echoName, arguments: argumentsText },
      });
  }
  return { turn: isAsSent ? message : { ...message, tool_calls: sent }, toolCalls };
}

/** Content is text, or at Mistral's reasoning models a list of `text` and `thinking` parts. */
export function readContent(content: unknown): { text: string; thinking: string } {
  if (typeof content === "string") return { text: content, thinking: "" };
  let text = "";
  let thinking = "";
  for (const part of listOf(content)) {
    if (!isObject(part)) continue;
    if (part.type === "text") text += textOf(part.text);
    if (part.type === "thinking")
      thinking += typeof part.thinking === "string" ? part.thinking : readContent(part.thinking).text;
  }
  return { text, thinking };
}

function toFinishReason(reason: unknown): FinishReason {
  switch (reason) {
    case "length":
    case "model_length":
    case "max_tokens":
      return "length";
    case "content_filter":
      return "content_filter";
    case "error":
    case "insufficient_system_resource":
      throw new BrokenAnswer(`the provider gave up (finish reason "${reason}").`);
    default:
      return "stop";
  }
}

function toUsage(value: unknown): Usage {
  const usage = objectOf(value);
  const details = objectOf(usage.prompt_tokens_details);
  const inputTokens = countOf(usage.prompt_tokens);
  // xAI and Gemini leave reasoning out of `completion_tokens` and count it in the total only.
  const outputTokens = Math.max(countOf(usage.completion_tokens), countOf(usage.total_tokens) - inputTokens);
  return {
    requests: 1,
    inputTokens,
    outputTokens,
    totalTokens: inputTokens + outputTokens,
    cachedInputTokens: countOf(details.cached_tokens) || countOf(usage.prompt_cache_hit_tokens),
    cacheWriteInputTokens: countOf(details.cache_write_tokens),
    reasoningTokens: countOf(objectOf(usage.completion_tokens_details).reasoning_tokens),
  };
}
