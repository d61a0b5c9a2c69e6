/** The events of a Chat Completions stream to the message that the same answer would have been without a stream. */
import type { ModelEvent } from "../../model/model.ts";
import { ReportedError } from "../answer-faults.ts";
import { createCallId } from "../call-ids.ts";
import { parseEvent } from "../parse-event.ts";
import type { Answer, StreamReader } from "../wire-format.ts";
import { isObject, listOf, objectOf, textOf, type WireObject } from "../wire-values.ts";
import { type ChatReading, readContent, toAnswer } from "./from-response.ts";
import { createCallJoiner } from "./join-tool-calls.ts";

export function createStreamReader(reading: ChatReading, emit: (event: ModelEvent) => void): StreamReader {
  const joiner = createCallJoiner(emit, reading.createId ?? createCallId);
  const message: { [field: string]: unknown } = { role: "assistant", content: null };
  let finishReason: unknown;
  let usage: unknown;
  let hasCalls = false;
  let isTerminated = false;
  let hasMessage = false;

  function append(field: string, text: string): void {
    message[field] = textOf(message[field]) + text;
  }

  function readDelta(delta: WireObject): void {
    hasMessage = true;
    for (const field in delta) {
      const value = delta[field];
      if (value === null || value === undefined) continue;
      switch (field) {
        case "role":
        case "index":
        // Set as a field, it would become what the message inherits from.
        case "__proto__":
          break;
        case "content": {
          const { text, thinking } = readContent(value);
          append("content", text);
          if (thinking !== "") {
            append("reasoning_content", thinking);
            emit({ type: "reasoning_delta", delta: thinking });
          }
          if (text !== "") emit({ type: "text_delta", delta: text });
          break;
        }
        case "reasoning_content":
        case "reasoning": {
          const text = textOf(value);
          append(field, text);
          // Some servers send both with the same text.
          const isSecond = field === "reasoning" && textOf(delta.reasoning_content) !== "";
          if (text !== "" && !isSecond) emit({ type: "reasoning_delta", delta: text });
          break;
        }
        case "refusal":
          append("refusal", textOf(value));
          break;
        case "tool_calls":
          for (const fragment of listOf(value)) {
            hasCalls = true;
            joiner.push(fragment);
          }
          break;
        default:
          message[field] = Array.isArray(value) ? [...listOf(message[field]), ...value] : value;
      }
    }
  }

  const isComplete = (): boolean =>
    // `[DONE]` says that the server is done, not that the model was: without a finish reason a call may be cut.
    typeof finishReason === "string" || (isTerminated && hasMessage && !hasCalls);

  return {
    push({ event, data }) {
      if (data === "[DONE]") {
        isTerminated = true;
        return isComplete();
      }
      const chunk = parseEvent(data);
      if (chunk === undefined) return false;
      if (event === "error" || chunk.error) throw new ReportedError(chunk);
      const { choices, x_groq: groq } = chunk;
      if (isObject(chunk.usage)) usage = chunk.usage;
      else if (isObject(groq) && isObject(groq.usage)) usage = groq.usage;
      for (const choice of listOf(choices)) {
        if (!isObject(choice) || (choice.index ?? 0) !== 0) continue;
        if (choice.finish_reason) finishReason = choice.finish_reason;
        readDelta(objectOf(choice.delta ?? choice.message));
      }
      return false;
    },
    isComplete,
    finish(): Answer {
      if (hasCalls) {
        if (message.content === "") message.content = null;
        message.tool_calls = joiner.finish();
      }
      return toAnswer({ message, finishReason, usage }, reading);
    },
  };
}
