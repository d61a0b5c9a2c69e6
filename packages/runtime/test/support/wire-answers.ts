/** Answers in the formats of providers, whole and as streams. Each says that it used 10 tokens and made 5. */
import { toEventStream } from "./recording.ts";

type Body = Readonly<Record<string, unknown>>;

export function lines(format: "chat" | "named" | "gemini", ...events: readonly object[]): string {
  return toEventStream(
    events.map((event) => JSON.stringify(event)),
    format,
  );
}

const chatUsage: Body = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };

export function chatAnswer(message: object, finish: string): Body {
  return {
    choices: [{ index: 0, message: { role: "assistant", ...message }, finish_reason: finish }],
    usage: chatUsage,
  };
}

export function chatChunk(delta: object, finish: string | null = null): Body {
  return { choices: [{ index: 0, delta, finish_reason: finish }] };
}

export function chatEnd(finish: string): readonly Body[] {
  return [chatChunk({}, finish), { choices: [], usage: chatUsage }];
}

export function responsesText(words: string): Body {
  return { type: "message", id: "m", role: "assistant", content: [{ type: "output_text", text: words }] };
}

export function responsesAnswer(...output: readonly object[]): Body {
  return { status: "completed", output, usage: { input_tokens: 10, output_tokens: 5, total_tokens: 15 } };
}

/** A text that comes in pieces. */
export function responsesTextEvents(...pieces: readonly string[]): readonly Body[] {
  const item = responsesText(pieces.join(""));
  return [
    { type: "response.output_item.added", output_index: 0, item: { ...item, content: [] } },
    ...pieces.map((delta) => ({ type: "response.output_text.delta", output_index: 0, content_index: 0, delta })),
    { type: "response.output_item.done", output_index: 0, item },
  ];
}

export function messagesAnswer(id: string, reason: string, ...content: readonly object[]): Body {
  return { id, role: "assistant", content, stop_reason: reason, usage: { input_tokens: 10, output_tokens: 5 } };
}

export function messagesStart(id: string): Body {
  return {
    type: "message_start",
    message: { id, role: "assistant", content: [], usage: { input_tokens: 10, output_tokens: 1 } },
  };
}

export function messagesEnd(reason: string): readonly Body[] {
  return [
    { type: "message_delta", delta: { stop_reason: reason }, usage: { output_tokens: 5 } },
    { type: "message_stop" },
  ];
}

/** The first block: a text that comes in pieces. */
export function messagesTextEvents(...pieces: readonly string[]): readonly Body[] {
  return [
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    ...pieces.map((text) => ({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } })),
    { type: "content_block_stop", index: 0 },
  ];
}

export function candidate(finishReason: string | undefined, ...parts: readonly object[]): Body {
  return {
    candidates: [{ content: { role: "model", parts }, ...(finishReason && { finishReason }) }],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
  };
}
