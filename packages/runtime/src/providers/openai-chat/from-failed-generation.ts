/**
 * Groq checks calls itself, and answers one that breaks the schema with an error that quotes it. The model has to learn
 * of it as of any call with wrong arguments: the call is given out, and the check on our side says what is wrong.
 */
import { createCallId } from "../call-ids.ts";
import type { Answer } from "../wire-format.ts";
import { isObject, objectOf, textOf } from "../wire-values.ts";
import { type ChatReading, toAnswer } from "./from-response.ts";

/** `undefined` where the error is another one, or what it quotes is no call. */
export function fromFailedGeneration(body: unknown, reading: ChatReading): Answer | undefined {
  const { code, failed_generation: generation } = objectOf(objectOf(body).error);
  if (code !== "tool_use_failed") return undefined;
  const call = parseCall(textOf(generation));
  if (call === undefined) return undefined;
  const message = {
    role: "assistant",
    content: null,
    tool_calls: [{ id: (reading.createId ?? createCallId)(), type: "function", function: call }],
  };
  return toAnswer({ message, finishReason: "tool_calls", usage: undefined }, reading);
}

function parseCall(text: string): { readonly name: string; readonly arguments: string } | undefined {
  try {
    const call: unknown = JSON.parse(text);
    if (!isObject(call) || typeof call.name !== "string") return undefined;
    return { name: call.name, arguments: JSON.stringify(call.arguments ?? {}) };
  } catch {
    return undefined;
  }
}
