/** The body of a Messages answer to the neutral answer. Pure. A stream is joined to the same body first. */
import { ANTHROPIC_NAMES } from "../../manifest/dialects/tool-name.ts";
import type { AssistantItem, ToolCall } from "../../model/item.ts";
import type { FinishReason } from "../../model/model.ts";
import type { Usage } from "../../tool/usage.ts";
import { ReportedError, UnreadableAnswer } from "../answer-faults.ts";
import { settleCallIds } from "../call-ids.ts";
import { toEchoName } from "../echo-calls.ts";
import { readErrorValue } from "../read-error.ts";
import type { Answer } from "../wire-format.ts";
import { countOf, isObject, objectOf, textOf, type WireObject } from "../wire-values.ts";
import { PROVIDER } from "./to-request.ts";

/** The arguments as they were streamed, by the block that they belong to: they need not be JSON. */
export type StreamedArguments = ReadonlyMap<WireObject, string>;

export function fromResponse(body: unknown, streamed?: StreamedArguments): Answer {
  const message = objectOf(body);
  if (message.type === "error" || message.error) throw new ReportedError(body);
  if (!Array.isArray(message.content)) {
    if (readErrorValue(body) !== undefined) throw new ReportedError(body);
    throw new UnreadableAnswer("it holds no content.");
  }
  const { turn, toolCalls } = readCalls(message.content.filter(isObject), streamed);
  const text = turn.map((block) => (block.type === "text" ? textOf(block.text) : "")).join("");
  const reasoning = turn
    .filter(({ type }) => type === "thinking")
    .map((block) => textOf(block.thinking))
    .filter(Boolean)
    .join("\n\n");
  const finishReason = toFinishReason(message.stop_reason);
  const item: AssistantItem = {
    type: "assistant",
    text,
    ...(reasoning === "" ? undefined : { reasoning }),
    ...(finishReason === "refusal" ? { refusal: textOf(objectOf(message.stop_details).explanation) } : undefined),
    toolCalls,
    raw: { provider: PROVIDER, turn },
  };
  return { item, finishReason, usage: toUsage(message.usage) };
}

function readCalls(
  blocks: readonly WireObject[],
  streamed: StreamedArguments | undefined,
): { turn: readonly WireObject[]; toolCalls: ToolCall[] } {
  const calls = blocks
    .filter(({ type }) => type === "tool_use")
    .map((block) => ({
      block,
      callId: textOf(block.id),
      name: textOf(block.name),
      argumentsText: streamed?.get(block) ?? JSON.stringify(block.input ?? {}),
      echoName: toEchoName(textOf(block.name), ANTHROPIC_NAMES),
    }));
  const ids = settleCallIds(calls);
  const echoOf = new Map(calls.map(({ block, echoName }, index) => [block, { id: ids[index], name: echoName }]));
  const toolCalls = calls.flatMap(({ name, argumentsText }, index): ToolCall[] => {
    const callId = ids[index];
    return callId === undefined ? [] : [{ callId, name, argumentsText }];
  });
  const isTaken = calls.every(({ block, echoName }, index) => ids[index] === block.id && echoName === block.name);
  if (isTaken) return { turn: blocks, toolCalls };
  const turn = blocks.flatMap((block) => {
    const echo = echoOf.get(block);
    if (echo === undefined) return [block];
    return echo.id === undefined ? [] : [{ ...block, id: echo.id, name: echo.name }];
  });
  return { turn, toolCalls };
}

function toFinishReason(reason: unknown): FinishReason {
  switch (reason) {
    case "max_tokens":
    case "model_context_window_exceeded":
      return "length";
    case "refusal":
      return "refusal";
    case "pause_turn":
      return "pause";
    default:
      return "stop";
  }
}

/** `input_tokens` counts what was neither read from the cache nor written to it. */
function toUsage(value: unknown): Usage {
  const usage = objectOf(value);
  const cachedInputTokens = countOf(usage.cache_read_input_tokens);
  const cacheWriteInputTokens = countOf(usage.cache_creation_input_tokens);
  const inputTokens = countOf(usage.input_tokens) + cachedInputTokens + cacheWriteInputTokens;
  const outputTokens = countOf(usage.output_tokens);
  return {
    requests: 1,
    inputTokens,
    outputTokens,
    totalTokens: inputTokens + outputTokens,
    cachedInputTokens,
    cacheWriteInputTokens,
    reasoningTokens: countOf(objectOf(usage.output_tokens_details).thinking_tokens),
  };
}
