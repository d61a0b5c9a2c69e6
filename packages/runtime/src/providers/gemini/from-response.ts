/** The body of a generateContent answer to the neutral answer. Pure. A stream is joined to the same content first. */
import { GEMINI_NAMES } from "../../manifest/dialects/tool-name.ts";
import type { AssistantItem, ToolCall } from "../../model/item.ts";
import type { FinishReason } from "../../model/model.ts";
import type { Usage } from "../../tool/usage.ts";
import { BrokenAnswer, ReportedError, UnreadableAnswer } from "../answer-faults.ts";
import { settleCallIds } from "../call-ids.ts";
import { toEchoName } from "../echo-calls.ts";
import { readErrorValue } from "../read-error.ts";
import type { Answer } from "../wire-format.ts";
import { countOf, isObject, listOf, objectOf, textOf, type WireObject } from "../wire-values.ts";
import { PROVIDER, readCallParts } from "./to-request.ts";

export interface GeminiTurn {
  readonly content: WireObject;
  readonly finishReason: unknown;
  readonly finishMessage: unknown;
  readonly usage: unknown;
  readonly responseId: unknown;
  /** Ids that were made while the calls arrived, by the place of the call. */
  readonly madeIds?: readonly string[];
}

export function fromResponse(body: unknown): Answer {
  const response = objectOf(body);
  if (response.error) throw new ReportedError(body);
  const candidate = listOf(response.candidates)[0];
  if (!isObject(candidate) && !isBlocked(response)) {
    if (readErrorValue(body) !== undefined) throw new ReportedError(body);
    throw new UnreadableAnswer("it holds no candidate.");
  }
  const { content, finishReason, finishMessage } = objectOf(candidate);
  return toAnswer({
    content: objectOf(content),
    finishReason: finishReason ?? (isBlocked(response) ? "BLOCKLIST" : undefined),
    finishMessage,
    usage: response.usageMetadata,
    responseId: response.responseId,
  });
}

/** The prompt was refused: there is no candidate then. */
export function isBlocked(response: WireObject): boolean {
  return isObject(response.promptFeedback) && typeof response.promptFeedback.blockReason === "string";
}

export function toAnswer(turn: GeminiTurn): Answer {
  const finishReason = toFinishReason(turn);
  const { content, toolCalls } = readCalls(turn);
  const parts = listOf(content.parts).filter(isObject);
  const joined = (isThought: boolean): string =>
    parts.map((part) => ((part.thought === true) === isThought ? textOf(part.text) : "")).join("");
  const reasoning = joined(true);
  const item: AssistantItem = {
    type: "assistant",
    text: joined(false),
    ...(reasoning === "" ? undefined : { reasoning }),
    toolCalls,
    raw: { provider: PROVIDER, turn: content },
  };
  const requestId = textOf(turn.responseId);
  return { item, finishReason, usage: toUsage(turn.usage), ...(requestId === "" ? undefined : { requestId }) };
}

/** Ids are mostly absent: results go back by place, so that the content stays as it came. */
function readCalls({ content, madeIds }: GeminiTurn): { content: WireObject; toolCalls: ToolCall[] } {
  const parts = readCallParts(content);
  const calls = parts.map((part, index) => {
    const call = objectOf(part.functionCall);
    const callId = textOf(call.id) || (madeIds?.[index] ?? "");
    const name = textOf(call.name);
    const echoName = toEchoName(name, GEMINI_NAMES);
    return { part, callId, name, argumentsText: JSON.stringify(call.args ?? {}), echoName };
  });
  const ids = settleCallIds(calls);
  const toolCalls = calls.flatMap(({ name, argumentsText }, index): ToolCall[] => {
    const callId = ids[index];
    return callId === undefined ? [] : [{ callId, name, argumentsText }];
  });
  const isTaken = calls.every(({ name, echoName }) => name === echoName);
  if (isTaken && toolCalls.length === calls.length) return { content, toolCalls };
  const echoOf = new Map<unknown, WireObject | undefined>(
    calls.map(({ part, echoName }, index) => {
      const echo = { ...part, functionCall: { ...objectOf(part.functionCall), name: echoName } };
      return [part, ids[index] === undefined ? undefined : echo];
    }),
  );
  const kept = listOf(content.parts).flatMap((part) => {
    const echo = echoOf.has(part) ? echoOf.get(part) : part;
    return echo === undefined ? [] : [echo];
  });
  return { content: { ...content, parts: kept }, toolCalls };
}

function toFinishReason({ finishReason, finishMessage }: GeminiTurn): FinishReason {
  switch (finishReason) {
    case "MAX_TOKENS":
      return "length";
    case "SAFETY":
    case "RECITATION":
    case "LANGUAGE":
    case "BLOCKLIST":
    case "PROHIBITED_CONTENT":
    case "SPII":
    case "IMAGE_SAFETY":
    case "IMAGE_PROHIBITED_CONTENT":
    case "IMAGE_RECITATION":
      return "content_filter";
    case "MALFORMED_FUNCTION_CALL":
    case "MALFORMED_RESPONSE":
    case "UNEXPECTED_TOOL_CALL":
    case "TOO_MANY_TOOL_CALLS":
    case "MISSING_THOUGHT_SIGNATURE":
      throw new BrokenAnswer(`the model wrote no valid call (${finishReason}). ${textOf(finishMessage)}`.trim());
    default:
      return "stop";
  }
}

/** Thoughts are counted beside the candidates, and what tools of the provider read beside the prompt. */
function toUsage(value: unknown): Usage {
  const usage = objectOf(value);
  const reasoningTokens = countOf(usage.thoughtsTokenCount);
  const inputTokens = countOf(usage.promptTokenCount) + countOf(usage.toolUsePromptTokenCount);
  const outputTokens = countOf(usage.candidatesTokenCount) + reasoningTokens;
  return {
    requests: 1,
    inputTokens,
    outputTokens,
    totalTokens: inputTokens + outputTokens,
    cachedInputTokens: countOf(usage.cachedContentTokenCount),
    cacheWriteInputTokens: 0,
    reasoningTokens,
  };
}
