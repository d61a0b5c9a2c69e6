/** One agent on every provider, streamed or not: the same events and the same result. */
import { Agent, anthropic, gemini, type Model, openaiChat, openaiCompatible, openaiResponses } from "@runa/runtime";
import { describe, expect, it } from "vitest";
import { bound, text } from "../support/bound.ts";
import { type ScriptedAnswer, startModelServer } from "../support/model-server.ts";
import { toEventStream } from "../support/recording.ts";

const echo = bound("echo", (word: string) => `${word}!`, { properties: { word: text }, required: ["word"] });
const ARGUMENTS = '{"word":"hi"}';

interface Script {
  readonly make: (id: string, options: { baseUrl: string; apiKey: string }) => Model;
  readonly whole: readonly object[];
  readonly streamed: readonly string[];
}

const lines = (format: "chat" | "named" | "gemini", ...events: readonly object[]) =>
  toEventStream(
    events.map((event) => JSON.stringify(event)),
    format,
  );

const delta = (change: object, finish: string | null = null) => ({
  choices: [{ index: 0, delta: change, finish_reason: finish }],
});
const chatUsage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
const chatCall = { id: "call_1", type: "function", function: { name: "echo", arguments: ARGUMENTS } };

const chat = {
  whole: [
    {
      choices: [
        {
          index: 0,
          message: { role: "assistant", content: "Let me see.", tool_calls: [chatCall] },
          finish_reason: "tool_calls",
        },
      ],
      usage: chatUsage,
    },
    {
      choices: [{ index: 0, message: { role: "assistant", content: "Done." }, finish_reason: "stop" }],
      usage: chatUsage,
    },
  ],
  streamed: [
    lines(
      "chat",
      delta({ role: "assistant", content: "Let me " }),
      delta({ content: "see." }),
      delta({ tool_calls: [{ ...chatCall, index: 0, function: { name: "echo", arguments: "" } }] }),
      delta({ tool_calls: [{ index: 0, function: { arguments: ARGUMENTS } }] }),
      delta({}, "tool_calls"),
      { choices: [], usage: chatUsage },
    ),
    lines("chat", delta({ role: "assistant", content: "Done." }), delta({}, "stop"), { choices: [], usage: chatUsage }),
  ],
};

const message = (words: string) => ({
  type: "message",
  id: "m",
  role: "assistant",
  content: [{ type: "output_text", text: words }],
});
const functionCall = { type: "function_call", id: "fc", call_id: "call_1", name: "echo", arguments: ARGUMENTS };
const response = (...output: readonly object[]) => ({
  status: "completed",
  output,
  usage: { input_tokens: 10, output_tokens: 5, total_tokens: 15 },
});

const blocks = [
  { type: "text", text: "Let me see." },
  { type: "tool_use", id: "call_1", name: "echo", input: { word: "hi" } },
];
const messagesUsage = { input_tokens: 10, output_tokens: 5 };

const candidate = (finishReason: string | undefined, ...parts: readonly object[]) => ({
  candidates: [{ content: { role: "model", parts }, ...(finishReason === undefined ? undefined : { finishReason }) }],
  usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
});
const geminiCall = { functionCall: { id: "call_1", name: "echo", args: { word: "hi" } } };

const SCRIPTS: { readonly [name: string]: Script } = {
  "Chat Completions": { make: openaiChat, ...chat },
  "a compatible server": { make: openaiCompatible, ...chat },
  Responses: {
    make: openaiResponses,
    whole: [response(message("Let me see."), functionCall), response(message("Done."))],
    streamed: [
      lines(
        "named",
        { type: "response.output_item.added", output_index: 0, item: { ...message(""), content: [] } },
        { type: "response.output_text.delta", output_index: 0, content_index: 0, delta: "Let me " },
        { type: "response.output_text.delta", output_index: 0, content_index: 0, delta: "see." },
        { type: "response.output_item.done", output_index: 0, item: message("Let me see.") },
        { type: "response.output_item.added", output_index: 1, item: { ...functionCall, arguments: "" } },
        { type: "response.function_call_arguments.delta", output_index: 1, delta: ARGUMENTS },
        { type: "response.output_item.done", output_index: 1, item: functionCall },
        { type: "response.completed", response: response(message("Let me see."), functionCall) },
      ),
      lines(
        "named",
        { type: "response.output_item.added", output_index: 0, item: { ...message(""), content: [] } },
        { type: "response.output_text.delta", output_index: 0, content_index: 0, delta: "Done." },
        { type: "response.output_item.done", output_index: 0, item: message("Done.") },
        { type: "response.completed", response: response(message("Done.")) },
      ),
    ],
  },
  Messages: {
    make: anthropic,
    whole: [
      { id: "a", role: "assistant", content: blocks, stop_reason: "tool_use", usage: messagesUsage },
      {
        id: "b",
        role: "assistant",
        content: [{ type: "text", text: "Done." }],
        stop_reason: "end_turn",
        usage: messagesUsage,
      },
    ],
    streamed: [
      lines(
        "named",
        {
          type: "message_start",
          message: { id: "a", role: "assistant", content: [], usage: { input_tokens: 10, output_tokens: 1 } },
        },
        { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
        { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Let me " } },
        { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "see." } },
        { type: "content_block_stop", index: 0 },
        { type: "content_block_start", index: 1, content_block: { ...blocks[1], input: {} } },
        { type: "content_block_delta", index: 1, delta: { type: "input_json_delta", partial_json: ARGUMENTS } },
        { type: "content_block_stop", index: 1 },
        { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { output_tokens: 5 } },
        { type: "message_stop" },
      ),
      lines(
        "named",
        {
          type: "message_start",
          message: { id: "b", role: "assistant", content: [], usage: { input_tokens: 10, output_tokens: 1 } },
        },
        { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
        { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Done." } },
        { type: "content_block_stop", index: 0 },
        { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 5 } },
        { type: "message_stop" },
      ),
    ],
  },
  Gemini: {
    make: gemini,
    whole: [candidate("STOP", { text: "Let me see." }, geminiCall), candidate("STOP", { text: "Done." })],
    streamed: [
      lines(
        "gemini",
        candidate(undefined, { text: "Let me " }),
        candidate(undefined, { text: "see." }),
        candidate("STOP", geminiCall),
      ),
      lines("gemini", candidate(undefined, { text: "Done." }), candidate("STOP", { text: "" })),
    ],
  },
};

const usage = { requests: 2, inputTokens: 20, outputTokens: 10, totalTokens: 30 };

describe.each(Object.entries(SCRIPTS))("an agent on %s", (_name, { make, whole, streamed }) => {
  const agentAt = (baseUrl: string) =>
    new Agent({ name: "test", model: make("m", { baseUrl, apiKey: "key-123456" }), tools: [echo] });

  it("gives the same result", async () => {
    await using server = await startModelServer(...whole.map((body) => ({ body })));
    const run = await agentAt(server.url).run("go");
    expect(run).toMatchObject({ status: "completed", output: "Done.", usage });
    expect(JSON.stringify(server.requests[1]?.body)).toContain("hi!");
  });

  it.each([
    ["as a stream", streamed.map((body): ScriptedAnswer => ({ body }))],
    ["as a whole, though a stream was asked for", whole.map((body): ScriptedAnswer => ({ body }))],
  ])("tells the same %s", async (_how, answers) => {
    await using server = await startModelServer(...answers);
    const stream = agentAt(server.url).stream("go");
    const told: string[] = [];
    for await (const event of stream) {
      const said = "delta" in event ? ` ${event.delta}` : "";
      const last = told.at(-1);
      if (last?.startsWith(`${event.type} `) && said !== "") told[told.length - 1] = last + said.slice(1);
      else told.push(event.type + said);
    }
    expect(told).toEqual([
      "run_started",
      "model_request_started",
      "text_delta Let me see.",
      `tool_arguments_delta ${ARGUMENTS}`,
      "model_request_completed",
      "message",
      "tool_call_started",
      "tool_call_completed",
      "model_request_started",
      "text_delta Done.",
      "model_request_completed",
      "message",
      "run_completed",
    ]);
    expect(stream.run).toMatchObject({ status: "completed", output: "Done.", usage });
  });

  it("keeps the same turn from a stream as from a whole", async () => {
    await using first = await startModelServer(...whole.map((body) => ({ body })));
    await using second = await startModelServer(...streamed.map((body) => ({ body })));
    await agentAt(first.url).run("go");
    for await (const _event of agentAt(second.url).stream("go"));
    const without = ({ stream: _stream, stream_options: _options, ...body }: Readonly<Record<string, unknown>>) => body;
    expect(without(second.requests[1]?.body ?? {})).toEqual(without(first.requests[1]?.body ?? {}));
  });
});
