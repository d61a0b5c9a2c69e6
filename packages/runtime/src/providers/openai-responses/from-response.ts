/** The body of a Responses answer to the neutral answer. Pure. A stream ends with the same body. */
import { OPENAI_NAMES } from "../../manifest/dialects/tool-name.ts";
import type { AssistantItem, ToolCall } from "../../model/item.ts";
import type { FinishReason } from "../../model/model.ts";
import type { Usage } from "../../tool/usage.ts";
import { BrokenAnswer, ReportedError, UnreadableAnswer } from "../answer-faults.ts";
import { settleCallIds } from "../call-ids.ts";
import { toEchoName } from "../echo-calls.ts";
import { readErrorValue } from "../read-error.ts";
import type { Answer } from "../wire-format.ts";
import { countOf, isObject, listOf, objectOf, textOf, type WireObject } from "../wire-values.ts";
import { PROVIDER } from "./to-request.ts";

export function fromResponse(body: unknown): Answer {
  const response = objectOf(body);
  if (response.error) throw new ReportedError(body);
  if (!Array.isArray(response.output)) {
    if (readErrorValue(body) !== undefined) throw new ReportedError(body);
    throw new UnreadableAnswer("it holds no output.");
  }
  const { turn, toolCalls } = readCalls(response.output.filter(isObject));
  const { text, refusal } = readMessages(turn);
  const reasoning = turn
    .filter(({ type }) => type === "reasoning")
    .flatMap(readReasoning)
    .join("\n\n");
  const item: AssistantItem = {
    type: "assistant",
    text,
    ...(reasoning === "" ? undefined : { reasoning }),
    ...(refusal === "" ? undefined : { refusal }),
    toolCalls,
    raw: { provider: PROVIDER, turn },
  };
  return { item, finishReason: toFinishReason(response, refusal), usage: toUsage(response.usage) };
}

function readCalls(items: readonly WireObject[]): { turn: readonly WireObject[]; toolCalls: ToolCall[] } {
  const calls = items
    .filter(({ type }) => type === "function_call")
    .map((item) => ({
      item,
      // The call's own id is what a result names; only a broken server sends the item's id alone.
      callId: textOf(item.call_id) || textOf(item.id),
      name: textOf(item.name),
      argumentsText: textOf(item.arguments),
      echoName: toEchoName(textOf(item.name), OPENAI_NAMES),
    }));
  const ids = settleCallIds(calls);
  const echoOf = new Map(calls.map(({ item, echoName }, index) => [item, { callId: ids[index], name: echoName }]));
  const toolCalls = calls.flatMap(({ name, argumentsText }, index): ToolCall[] => {
    const callId = ids[index];
    return callId === undefined ? [] : [{ callId, name, argumentsText }];
  });
  const isTaken = calls.every(({ item, echoName }, index) => ids[index] === item.call_id && echoName === item.name);
  if (isTaken) return { turn: items, toolCalls };
  const turn = items.flatMap((item) => {
    const echo = echoOf.get(item);
    if (echo === undefined) return [item];
    return echo.callId === undefined ? [] : [{ ...item, call_id: echo.callId, name: echo.name }];
  });
  return { turn, toolCalls };
}

function readMessages(items: readonly WireObject[]): { text: string; refusal: string } {
  const texts: string[] = [];
  let refusal = "";
  for (const item of items) {
    if (item.type !== "message") continue;
    let text = "";
    for (const part of listOf(item.content)) {
      if (!isObject(part)) continue;
      text += textOf(part.text);
      refusal += textOf(part.refusal);
    }
    if (text !== "") texts.push(text);
  }
  return { text: texts.join("\n\n"), refusal };
}

function readReasoning({ summary, content }: WireObject): string[] {
  return [...listOf(summary), ...listOf(content)].map((part) => textOf(objectOf(part).text)).filter(Boolean);
}

function toFinishReason({ status, incomplete_details: details }: WireObject, refusal: string): FinishReason {
  if (status === "failed" || status === "cancelled" || status === "in_progress" || status === "queued")
    throw new BrokenAnswer(`the provider ended it with status "${status}".`);
  if (refusal !== "") return "refusal";
  if (status !== "incomplete") return "stop";
  return objectOf(details).reason === "content_filter" ? "content_filter" : "length";
}

function toUsage(value: unknown): Usage {
  const usage = objectOf(value);
  const details = objectOf(usage.input_tokens_details);
  const inputTokens = countOf(usage.input_tokens);
  const outputTokens = countOf(usage.output_tokens);
  return {
    requests: 1,
    inputTokens,
    outputTokens,
    totalTokens: inputTokens + outputTokens,
    cachedInputTokens: countOf(details.cached_tokens),
    cacheWriteInputTokens: countOf(details.cache_write_tokens),
    reasoningTokens: countOf(objectOf(usage.output_tokens_details).reasoning_tokens),
  };
}
