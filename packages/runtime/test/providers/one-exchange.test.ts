/**
 * The JSON and the stream of one exchange give the same answer. The JSON is made of the recorded stream by somebody else:
 * the official clients join its events, and Responses sends it whole in the last event.
 */
import { MessageStream } from "@anthropic-ai/sdk/lib/MessageStream";
import { ChatCompletionStream } from "openai/lib/ChatCompletionStream";
import { describe, expect, it } from "vitest";
import type { Model } from "../../src/model/model.ts";
import { anthropic } from "../../src/providers/anthropic/model.ts";
import { gemini } from "../../src/providers/gemini/model.ts";
import { openaiChat } from "../../src/providers/openai-chat/model.ts";
import { openaiResponses } from "../../src/providers/openai-responses/model.ts";
import { objectOf } from "../../src/providers/wire-values.ts";
import { ask, summarize, type Want } from "../support/ask.ts";
import { type ScriptedAnswer, startModelServer } from "../support/model-server.ts";
import { answerOf, type StreamFormat } from "../support/recording.ts";

type Make = (id: string, options: { baseUrl: string; apiKey: string }) => Model;

/** A JSON body has arguments as an object at some: spaces in their text are lost there. */
async function read(make: Make, answer: ScriptedAnswer, stream: boolean): Promise<Want> {
  await using server = await startModelServer(answer);
  const { response, events } = await ask(make("m", { baseUrl: server.url, apiKey: "key-123456" }), { stream });
  const toolCalls = response.item.toolCalls.map((call) => {
    return { ...call, argumentsText: JSON.stringify(JSON.parse(call.argumentsText || "{}")) };
  });
  return summarize({ response: { ...response, item: { ...response.item, toolCalls } }, events });
}

function eventsOf(recording: string, format: StreamFormat): readonly unknown[] {
  return String(answerOf(recording, format).body)
    .split(/\r?\n/)
    .filter((line) => line.startsWith("data: ") && line !== "data: [DONE]")
    .map((line) => JSON.parse(line.slice("data: ".length)) as unknown);
}

function linesOf(events: readonly unknown[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const event of events) controller.enqueue(new TextEncoder().encode(`${JSON.stringify(event)}\n`));
      controller.close();
    },
  });
}

async function expectSame(make: Make, recording: string, format: StreamFormat, body: object): Promise<void> {
  expect(await read(make, { body }, false)).toEqual(await read(make, answerOf(recording, format), true));
}

describe("the JSON and the stream of one exchange", () => {
  it.each([
    "anthropic/tool-no-args.chunks.txt",
    "anthropic/json-tool.chunks.txt",
    "anthropic/message-delta-input-tokens.chunks.txt",
    "anthropic/thinking-signature.chunks.txt",
  ])("are the same in Messages, joined by the official client: %s", async (recording) => {
    const joined = await MessageStream.fromReadableStream(linesOf(eventsOf(recording, "named"))).finalMessage();
    await expectSame(anthropic, recording, "named", joined);
  });

  it.each([
    "openai-chat/tool-call-single.sse.txt",
    "openai-chat/tool-call-parallel.sse.txt",
    "openai-chat/tool-call-usage.sse.txt",
    "openai-chat/length.sse.txt",
    "openai-chat/refusal.sse.txt",
    "openai-compatible/groq-tool-call.chunks.txt",
  ])("are the same in Chat Completions, joined by the official client: %s", async (recording) => {
    const stream = ChatCompletionStream.fromReadableStream(linesOf(eventsOf(recording, "chat")));
    let joined: object | undefined;
    stream.on("chunk", (_chunk, snapshot) => {
      joined = snapshot;
    });
    // It throws for an answer that was cut off at its limit, which is an answer here.
    await stream.done().catch(() => undefined);
    await expectSame(openaiChat, recording, "chat", objectOf(joined));
  });

  it.each([
    "openai-responses/tool-call.sse.txt",
    "openai-responses/azure-tool-call.chunks.txt",
    "openai-responses/reasoning-encrypted-content.chunks.txt",
    "openai-compatible/lmstudio-responses-tool-call.chunks.txt",
  ])("are the same in Responses, whose last event is the JSON: %s", async (recording) => {
    const last = eventsOf(recording, "named")
      .map(objectOf)
      .find(({ type }) => type === "response.completed");
    await expectSame(openaiResponses, recording, "named", objectOf(last?.response));
  });

  it.each(["gemini/tool-call.chunks.txt", "gemini/tool-call-gemini3.chunks.txt", "gemini/tool-call-crlf.sse.txt"])(
    "are the same in Gemini, whose chunks hold whole parts: %s",
    async (recording) => {
      const chunks = eventsOf(recording, "gemini").map(objectOf);
      const candidates = chunks.map((chunk) => objectOf((chunk.candidates as readonly unknown[] | undefined)?.[0]));
      const parts = candidates.flatMap(({ content }) => (objectOf(content).parts ?? []) as object[]);
      const body = { ...chunks.at(-1), candidates: [{ ...candidates.at(-1), content: { role: "model", parts } }] };
      await expectSame(gemini, recording, "gemini", body);
    },
  );

  it("are the same in Gemini as a list of chunks", async () => {
    const recording = "gemini/vertex-stream-arguments.chunks.txt";
    await expectSame(gemini, recording, "gemini", [...eventsOf(recording, "gemini")]);
  });
});
