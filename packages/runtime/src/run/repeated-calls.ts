/** A model that repeats a call that fails is told so, and stopped when it goes on. */
import type { CompletedCall } from "../call/batch.ts";
import { canonicalJson } from "../call/canonical-json.ts";
import { isRetry } from "../tool/steering.ts";

/** From this time in a row on the model is told. */
const NOTICE_AT = 3;

/** How often in a row each failing call of the batch has failed by now. Calls that are not in the batch start anew. */
export function countFailures(
  completed: readonly CompletedCall[],
  before: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const failing = new Map<string, number>();
  for (const { call, outcome } of completed) {
    if (!outcome.isError || isRetry(outcome.error)) continue;
    const key = fingerprint(call);
    failing.set(key, (before.get(key) ?? 0) + 1);
  }
  return failing;
}

/** What the model reads for a call that failed before. */
export function withNotice(text: string, times: number): string {
  if (times < NOTICE_AT) return text;
  return `${text}\nThis call has failed ${times} times in a row with the same arguments. Change the arguments, use another tool, or answer without it.`;
}

/** Name and arguments; the order of keys does not matter. */
export function fingerprint({ toolCall, json }: CompletedCall["call"]): string {
  // Where no object could be read, the text itself tells calls apart.
  const isRead = Object.keys(json).length > 0;
  return `${toolCall.name} ${isRead ? canonicalOr(toolCall.argumentsText, json) : toolCall.argumentsText.trim()}`;
}

function canonicalOr(fallback: string, value: unknown): string {
  try {
    return canonicalJson(value);
  } catch {
    // Deeper than the stack: the text is as good.
    return fallback;
  }
}
