/** One agent on every provider, streamed or not: the same events and the same result. */
import { Agent, anthropic, gemini, type Model, openaiChat, openaiCompatible, openaiResponses } from "@runa/runtime";
import { describe, expect, it } from "vitest";
import { bound, text } from "../support/bound.ts";
import { type ScriptedAnswer, startModelServer } from "../support/model-server.ts";
import {
  candidate,
  chatAnswer,
  chatChunk,
  chatEnd,
  lines,
  messagesAnswer,
  messagesEnd,
  messagesStart,
  messagesTextEvents,
  responsesAnswer,
  responsesText,
  responsesTextEvents,
} from "../support/wire-answers.ts";

const echo = bound("echo", (word: string) => `${word}!`, { properties: { word: text }, required: ["word"] });
const ARGUMENTS = '{"word":"hi"}';

interface Script {
  readonly make: (id: string, options: { baseUrl: string; apiKey: string }) => Model;
  readonly whole: readonly object[];
  readonly streamed: readonly string[];
}

const chatCall = { id: "call_1", type: "function", function: { name: "echo", arguments: ARGUMENTS } };

const chat = {
  whole: [
    chatAnswer({ content: "Let me see.", tool_calls: [chatCall] }, "tool_calls"),
    chatAnswer({ content: "Done." }, "stop"),
  ],
  streamed: [
    lines(
      "chat",
      chatChunk({ role: "assistant", content: "Let me " }),
      chatChunk({ content: "see." }),
      chatChunk({ tool_calls: [{ ...chatCall, index: 0, function: { name: "echo", arguments: "" } }] }),
      chatChunk({ tool_calls: [{ index: 0, function: { arguments: ARGUMENTS } }] }),
      ...chatEnd("tool_calls"),
    ),
    lines("chat", chatChunk({ role: "assistant", content: "Done." }), ...chatEnd("stop")),
  ],
};

const functionCall = { type: "function_call", id: "fc", call_id: "call_1", name: "echo", arguments: ARGUMENTS };
const blocks = [
  { type: "text", text: "Let me see." },
  { type: "tool_use", id: "call_1", name: "echo", input: { word: "hi" } },
];
const geminiCall = { functionCall: { id: "call_1", name: "echo", args: { word: "hi" } } };

const SCRIPTS: { readonly [name: string]: Script } = {
  "Chat Completions": { make: openaiChat, ...chat },
  "a compatible server": { make: openaiCompatible, ...chat },
  Responses: {
    make: openaiResponses,
    whole: [responsesAnswer(responsesText("Let me see."), functionCall), responsesAnswer(responsesText("Done."))],
    streamed: [
      lines(
        "named",
        ...responsesTextEvents("Let me ", "see."),
        { type: "response.output_item.added", output_index: 1, item: { ...functionCall, arguments: "" } },
        { type: "response.function_call_arguments.delta", output_index: 1, delta: ARGUMENTS },
        { type: "response.output_item.done", output_index: 1, item: functionCall },
        { type: "response.completed", response: responsesAnswer(responsesText("Let me see."), functionCall) },
      ),
      lines("named", ...responsesTextEvents("Done."), {
        type: "response.completed",
        response: responsesAnswer(responsesText("Done.")),
      }),
    ],
  },
  Messages: {
    make: anthropic,
    whole: [
      messagesAnswer("a", "tool_use", ...blocks),
      messagesAnswer("b", "end_turn", { type: "text", text: "Done." }),
    ],
    streamed: [
      lines(
        "named",
        messagesStart("a"),
        ...messagesTextEvents("Let me ", "see."),
        { type: "content_block_start", index: 1, content_block: { ...blocks[1], input: {} } },
        { type: "content_block_delta", index: 1, delta: { type: "input_json_delta", partial_json: ARGUMENTS } },
        { type: "content_block_stop", index: 1 },
        ...messagesEnd("tool_use"),
      ),
      lines("named", messagesStart("b"), ...messagesTextEvents("Done."), ...messagesEnd("end_turn")),
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
