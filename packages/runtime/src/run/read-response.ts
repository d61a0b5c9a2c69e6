/** What a model answered, made whole: a model may be anybody's code, and may leave out what it has nothing to say on. */
import { ModelBehaviorError } from "../errors/model-behavior-error.ts";
import type { FinishReason, Model, ModelResponse } from "../model/model.ts";
import { NO_USAGE, type Usage } from "../tool/usage.ts";

const FINISH_REASONS: readonly FinishReason[] = ["stop", "length", "refusal", "content_filter", "pause"];

/**
 * @returns The same object where nothing is missing.
 * @throws ModelBehaviorError for an answer that is none.
 */
export function readResponse(response: ModelResponse | undefined, { id }: Model): ModelResponse {
  const item: Partial<ModelResponse["item"]> | undefined = response?.item;
  if (typeof item !== "object" || item === null)
    throw new ModelBehaviorError(`The model "${id}" answered with nothing at all.`);
  const { text = "", toolCalls = [] } = item;
  if (typeof text !== "string" || !Array.isArray(toolCalls) || !toolCalls.every(isCall))
    throw new ModelBehaviorError(
      `The model "${id}" answered with an item that is none: it needs a text, and toolCalls with callId, name and argumentsText, which are texts.`,
    );
  const { finishReason, usage } = response as Partial<ModelResponse>;
  const isKnown = finishReason !== undefined && FINISH_REASONS.includes(finishReason);
  if (item.text === text && item.toolCalls === toolCalls && isKnown && isWhole(usage)) return response as ModelResponse;
  return {
    ...response,
    item: { ...item, type: "assistant", text, toolCalls },
    finishReason: isKnown ? finishReason : "stop",
    usage: toUsage(usage),
  };
}

function isCall(call: unknown): boolean {
  if (typeof call !== "object" || call === null) return false;
  const { callId, name, argumentsText } = call as Readonly<Record<string, unknown>>;
  return typeof callId === "string" && typeof name === "string" && typeof argumentsText === "string";
}

const COUNTS = Object.keys(NO_USAGE) as readonly (keyof Usage)[];

function isWhole(usage: Partial<Usage> | undefined): boolean {
  return usage !== undefined && COUNTS.every((name) => Number.isFinite(usage[name]));
}

/** A request that was answered counts, whatever it says of tokens. */
function toUsage(given: Partial<Usage> | null = {}): Usage {
  const usage: { -readonly [name in keyof Usage]: number } = { ...NO_USAGE, requests: 1 };
  for (const name of COUNTS) {
    const count = given?.[name];
    if (typeof count === "number" && Number.isFinite(count)) usage[name] = count;
  }
  usage.totalTokens ||= usage.inputTokens + usage.outputTokens;
  return usage;
}
