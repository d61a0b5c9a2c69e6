/** Azure refuses a prompt that its filter stops with an error; elsewhere that is the end of an answer, and so it is here. */
import type { Answer } from "../wire-format.ts";
import { objectOf } from "../wire-values.ts";
import { type ChatReading, toAnswer } from "./from-response.ts";

/** `undefined` where the error is another one. */
export function fromContentFilter(body: unknown, reading: ChatReading): Answer | undefined {
  if (objectOf(objectOf(body).error).code !== "content_filter") return undefined;
  const message = { role: "assistant", content: "" };
  return toAnswer({ message, finishReason: "content_filter", usage: undefined }, reading);
}
