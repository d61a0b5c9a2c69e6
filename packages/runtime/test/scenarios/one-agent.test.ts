/**
 * The same agent over every format, streamed or not: three calls side by side, of which one fails and one gives a picture,
 * then a text. What each provider is sent for them stands in the table.
 */
import {
  Agent,
  anthropic,
  gemini,
  Media,
  type Model,
  openaiChat,
  openaiCompatible,
  openaiResponses,
  ToolResult,
} from "@runa/runtime";
import { describe, expect, it } from "vitest";
import { bound, text } from "../support/bound.ts";
import { startModelServer } from "../support/model-server.ts";
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

const PICTURE = "iVBORw0KGgoAAA==";

const city = { properties: { city: text }, required: ["city"] };
const weather = bound("weather", (name: string) => `${name}: 21 degrees`, city);
const alarm = bound("alarm", () => {
  throw new Error("the siren is broken");
});
const map = bound(
  "map",
  (name: string) =>
    new ToolResult({
      content: `A map of ${name}`,
      images: [new Media("image", { content: PICTURE, mimeType: "image/png" })],
    }),
  city,
);

const CALLS = [
  { id: "call_1", name: "weather", args: { city: "Oslo" } },
  { id: "call_2", name: "alarm", args: {} },
  { id: "call_3", name: "map", args: { city: "Oslo" } },
] as const;

interface Format {
  readonly make: (id: string, options: { baseUrl: string; apiKey: string }) => Model;
  readonly whole: readonly object[];
  readonly streamed: readonly string[];
  /** The end of the second request's conversation. */
  readonly sent: readonly unknown[];
  readonly conversation: "messages" | "input" | "contents";
}

const chatCalls = CALLS.map(({ id, name, args }) => ({
  id,
  type: "function",
  function: { name, arguments: JSON.stringify(args) },
}));
const chat: Omit<Format, "make"> = {
  whole: [chatAnswer({ content: null, tool_calls: chatCalls }, "tool_calls"), chatAnswer({ content: "Done." }, "stop")],
  streamed: [
    lines(
      "chat",
      chatChunk({ role: "assistant", content: null }),
      // Begun one after the other, and written side by side.
      ...chatCalls.map((call, index) =>
        chatChunk({ tool_calls: [{ ...call, index, function: { name: call.function.name, arguments: "" } }] }),
      ),
      ...[0, 1].flatMap((half) =>
        chatCalls.map(({ function: { arguments: json } }, index) => {
          const middle = Math.ceil(json.length / 2);
          const piece = half === 0 ? json.slice(0, middle) : json.slice(middle);
          return chatChunk({ tool_calls: [{ index, function: { arguments: piece } }] });
        }),
      ),
      ...chatEnd("tool_calls"),
    ),
    lines("chat", chatChunk({ role: "assistant", content: "Done." }), ...chatEnd("stop")),
  ],
  conversation: "messages",
  sent: [
    { role: "user", content: "go" },
    { role: "assistant", content: null, tool_calls: chatCalls },
    { role: "tool", tool_call_id: "call_1", content: "Oslo: 21 degrees" },
    { role: "tool", tool_call_id: "call_2", content: "error: the siren is broken" },
    { role: "tool", tool_call_id: "call_3", content: "A map of Oslo" },
    {
      role: "user",
      content: [
        { type: "text", text: expect.stringContaining("map") },
        { type: "image_url", image_url: { url: `data:image/png;base64,${PICTURE}` } },
      ],
    },
  ],
};

const responsesCalls = CALLS.map(({ id, name, args }, index) => ({
  type: "function_call",
  id: `fc_${index}`,
  call_id: id,
  name,
  arguments: JSON.stringify(args),
}));
const blocks = CALLS.map(({ id, name, args }) => ({ type: "tool_use", id, name, input: args }));
const geminiCalls = CALLS.map(({ id, name, args }, index) => ({
  functionCall: { id, name, args },
  ...(index === 0 && { thoughtSignature: "signed" }),
}));
const FORMATS: { readonly [name: string]: Format } = {
  "Chat Completions": { make: openaiChat, ...chat },
  "a compatible server": { make: openaiCompatible, ...chat },
  Responses: {
    make: openaiResponses,
    whole: [responsesAnswer(...responsesCalls), responsesAnswer(responsesText("Done."))],
    streamed: [
      lines(
        "named",
        ...responsesCalls.flatMap((item, index) => [
          { type: "response.output_item.added", output_index: index, item: { ...item, arguments: "" } },
          { type: "response.function_call_arguments.delta", output_index: index, delta: item.arguments },
          { type: "response.output_item.done", output_index: index, item },
        ]),
        { type: "response.completed", response: responsesAnswer(...responsesCalls) },
      ),
      lines("named", ...responsesTextEvents("Done."), {
        type: "response.completed",
        response: responsesAnswer(responsesText("Done.")),
      }),
    ],
    conversation: "input",
    sent: [
      { role: "user", content: "go" },
      ...responsesCalls,
      { type: "function_call_output", call_id: "call_1", output: "Oslo: 21 degrees" },
      { type: "function_call_output", call_id: "call_2", output: "error: the siren is broken" },
      {
        type: "function_call_output",
        call_id: "call_3",
        output: [
          { type: "input_text", text: "A map of Oslo" },
          { type: "input_image", image_url: `data:image/png;base64,${PICTURE}`, detail: "auto" },
        ],
      },
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
        ...blocks.flatMap((block, index) => [
          { type: "content_block_start", index, content_block: { ...block, input: {} } },
          { type: "ping" },
          {
            type: "content_block_delta",
            index,
            delta: { type: "input_json_delta", partial_json: index === 1 ? "" : JSON.stringify(block.input) },
          },
          { type: "content_block_stop", index },
        ]),
        ...messagesEnd("tool_use"),
      ),
      lines("named", messagesStart("b"), ...messagesTextEvents("Done."), ...messagesEnd("end_turn")),
    ],
    conversation: "messages",
    sent: [
      { role: "user", content: [{ type: "text", text: "go" }] },
      { role: "assistant", content: blocks },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "call_1", content: "Oslo: 21 degrees" },
          { type: "tool_result", tool_use_id: "call_2", content: "error: the siren is broken", is_error: true },
          {
            type: "tool_result",
            tool_use_id: "call_3",
            content: [
              { type: "text", text: "A map of Oslo" },
              { type: "image", source: { type: "base64", media_type: "image/png", data: PICTURE } },
            ],
          },
        ],
      },
    ],
  },
  Gemini: {
    make: gemini,
    whole: [candidate("STOP", ...geminiCalls), candidate("STOP", { text: "Done." })],
    streamed: [
      lines("gemini", ...geminiCalls.map((part) => candidate(undefined, part)), candidate("STOP", { text: "" })),
      lines("gemini", candidate(undefined, { text: "Done." }), candidate("STOP", { text: "" })),
    ],
    conversation: "contents",
    sent: [
      { role: "user", parts: [{ text: "go" }] },
      { role: "model", parts: geminiCalls },
      {
        role: "user",
        parts: [
          { functionResponse: { id: "call_1", name: "weather", response: { output: "Oslo: 21 degrees" } } },
          { functionResponse: { id: "call_2", name: "alarm", response: { error: "error: the siren is broken" } } },
          {
            functionResponse: {
              id: "call_3",
              name: "map",
              response: { output: "A map of Oslo" },
              parts: [{ inlineData: { mimeType: "image/png", data: PICTURE } }],
            },
          },
        ],
      },
    ],
  },
};

const CASES = Object.entries(FORMATS).flatMap(([name, format]) =>
  (["whole", "streamed"] as const).map((how) => [name, how, format] as const),
);

describe("one agent over every format (I13, D2)", () => {
  it.each(CASES)("does the same on %s, %s", async (_name, how, { make, conversation, sent, ...answers }) => {
    await using server = await startModelServer(...answers[how].map((body) => ({ body })));
    const model = make("m", { baseUrl: server.url, apiKey: "key-123456" });
    const agent = new Agent({ name: "test", model, tools: [weather, alarm, map] });
    const stream = agent.stream("go");
    const types: string[] = [];
    if (how === "streamed") for await (const { type } of stream) types.push(type);
    const run = how === "streamed" ? stream.run : await agent.run("go");

    expect(run).toMatchObject({
      status: "completed",
      stopReason: "completed",
      output: "Done.",
      usage: { requests: 2, inputTokens: 20, outputTokens: 10, totalTokens: 30 },
      images: [{ type: "image", content: PICTURE }],
      toolCalls: [
        { callId: "call_1", name: "weather", isError: false, text: "Oslo: 21 degrees" },
        { callId: "call_2", name: "alarm", isError: true, text: "error: the siren is broken" },
        { callId: "call_3", name: "map", isError: false, text: "A map of Oslo" },
      ],
    });
    expect(server.requests).toHaveLength(2);
    expect(server.requests[1]?.body[conversation]).toEqual(sent);
    if (how !== "streamed") return;
    expect(types.filter((type) => type === "tool_call_completed")).toHaveLength(3);
    expect(types.slice(-4)).toEqual(["text_delta", "model_request_completed", "message", "run_completed"]);
  });
});
