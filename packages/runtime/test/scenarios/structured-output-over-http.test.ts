/**
 * Structured answers on every provider format over HTTP: the schema in the provider's own field beside the tools, an answer
 * that does not fit told once, and the value that comes of it; streamed and not (I18).
 */
import {
  Agent,
  anthropic,
  bindSchemas,
  gemini,
  type Model,
  openaiChat,
  openaiCompatible,
  openaiResponses,
  type Run,
  type Schema,
} from "@runa/runtime";
import type { Manifest } from "@runa/runtime/manifest";
import { describe, expect, it } from "vitest";
import { bound } from "../support/bound.ts";
import { type ScriptedAnswer, type SeenRequest, startModelServer } from "../support/model-server.ts";
import { toEventStream } from "../support/recording.ts";

interface Ticket {
  readonly title: string;
  readonly due: Date;
  readonly note?: string;
}

const manifest: Manifest = {
  version: 1,
  tools: [],
  schemas: {
    Ticket: {
      schema: {
        type: "object",
        properties: {
          title: { type: "string" },
          due: { type: "string", format: "date-time" },
          note: { type: "string" },
        },
        required: ["title", "due"],
        additionalProperties: false,
      },
      convert: { "/properties/due": "date" },
    },
  },
};
const { Ticket: ticket } = bindSchemas<{ readonly Ticket: Schema<Ticket> }>(manifest);

const DUE = "2026-01-31T12:00:00Z";
const PLAIN = `{"title":"Leak","due":"${DUE}"}`;
/** Where every property is required, what is left out comes as null. */
const STRICT = `{"title":"Leak","due":"${DUE}","note":null}`;

const look = bound("look", () => "wet");

/** What a model says: a call of `look`, or a text, which may be cut off or refused. */
interface Said {
  readonly call?: true;
  readonly text?: string;
  readonly ended?: "length" | "refusal";
}

interface Format {
  readonly make: (id: string, options: { baseUrl: string; apiKey: string }) => Model;
  readonly id: string;
  /** The schema in a request. */
  readonly schemaIn: (body: SeenRequest["body"]) => unknown;
  readonly good: string;
  readonly whole: (said: Said) => object;
  /** The text in two pieces. */
  readonly streamed: (said: Said) => string;
}

const halves = (text: string): readonly [string, string] => [text.slice(0, 9), text.slice(9)];
const lines = (format: "chat" | "named" | "gemini", ...events: readonly object[]): string =>
  toEventStream(
    events.map((event) => JSON.stringify(event)),
    format,
  );

const chatUsage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
const chatCall = { id: "call_1", type: "function", function: { name: "look", arguments: "{}" } };
const chatFinish = ({ call, ended }: Said): string => (call ? "tool_calls" : ended === "length" ? "length" : "stop");
const chatMessage = ({ call, text, ended }: Said): object =>
  call ? { tool_calls: [chatCall] } : ended === "refusal" ? { content: null, refusal: text } : { content: text };
const chat = {
  schemaIn: (body: SeenRequest["body"]) => Object(Object(body.response_format).json_schema).schema,
  whole: (said: Said) => ({
    choices: [{ index: 0, message: { role: "assistant", ...chatMessage(said) }, finish_reason: chatFinish(said) }],
    usage: chatUsage,
  }),
  streamed: (said: Said) => {
    const delta = (change: object, finish: string | null = null): object => ({
      choices: [{ index: 0, delta: change, finish_reason: finish }],
    });
    const [first, rest] = halves(said.text ?? "");
    const field = said.ended === "refusal" ? "refusal" : "content";
    const pieces = said.call
      ? [delta({ tool_calls: [{ ...chatCall, index: 0 }] })]
      : [delta({ role: "assistant", [field]: first }), delta({ [field]: rest })];
    return lines("chat", ...pieces, delta({}, chatFinish(said)), { choices: [], usage: chatUsage });
  },
};

const responsesItem = ({ call, text, ended }: Said): object => {
  if (call) return { type: "function_call", id: "fc", call_id: "call_1", name: "look", arguments: "{}" };
  const content = ended === "refusal" ? { type: "refusal", refusal: text } : { type: "output_text", text };
  return { type: "message", id: "m", role: "assistant", content: [content] };
};
const response = (said: Said): object => ({
  ...(said.ended === "length"
    ? { status: "incomplete", incomplete_details: { reason: "max_output_tokens" } }
    : { status: "completed" }),
  output: [responsesItem(said)],
  usage: { input_tokens: 10, output_tokens: 5, total_tokens: 15 },
});

const stopReason = ({ call, ended }: Said): string =>
  call ? "tool_use" : ended === "length" ? "max_tokens" : ended === "refusal" ? "refusal" : "end_turn";
const messagesUsage = { input_tokens: 10, output_tokens: 5 };

const candidate = (finishReason: string | undefined, ...parts: readonly object[]): object => ({
  candidates: [{ content: { role: "model", parts }, ...(finishReason && { finishReason }) }],
  usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
});
const geminiFinish = ({ ended }: Said): string =>
  ended === "length" ? "MAX_TOKENS" : ended === "refusal" ? "SAFETY" : "STOP";
const geminiCall = { functionCall: { id: "call_1", name: "look", args: {} } };

const FORMATS: { readonly [name: string]: Format } = {
  "Chat Completions": { make: openaiChat, id: "gpt-5.2", good: STRICT, ...chat },
  "a compatible server": { make: openaiCompatible, id: "m", good: PLAIN, ...chat },
  Responses: {
    make: openaiResponses,
    id: "gpt-5.2",
    good: STRICT,
    schemaIn: (body) => Object(Object(body.text).format).schema,
    whole: response,
    streamed: (said) => {
      const [first, rest] = halves(said.text ?? "");
      const kind = said.ended === "refusal" ? "refusal" : "output_text";
      const delta = (text: string): object => ({ type: `response.${kind}.delta`, output_index: 0, delta: text });
      return lines(
        "named",
        { type: "response.output_item.added", output_index: 0, item: { ...responsesItem(said), content: [] } },
        ...(said.call ? [] : [delta(first), delta(rest)]),
        { type: "response.output_item.done", output_index: 0, item: responsesItem(said) },
        { type: said.ended === "length" ? "response.incomplete" : "response.completed", response: response(said) },
      );
    },
  },
  Messages: {
    make: anthropic,
    id: "claude-sonnet-5",
    good: PLAIN,
    schemaIn: (body) => Object(Object(body.output_config).format).schema,
    whole: (said) => ({
      id: "a",
      role: "assistant",
      content: [
        said.call ? { type: "tool_use", id: "call_1", name: "look", input: {} } : { type: "text", text: said.text },
      ],
      stop_reason: stopReason(said),
      usage: messagesUsage,
    }),
    streamed: (said) => {
      const delta = (change: object): object => ({ type: "content_block_delta", index: 0, delta: change });
      const [first, rest] = halves(said.text ?? "");
      const block = said.call
        ? { type: "tool_use", id: "call_1", name: "look", input: {} }
        : { type: "text", text: "" };
      const pieces = said.call
        ? [delta({ type: "input_json_delta", partial_json: "{}" })]
        : [delta({ type: "text_delta", text: first }), delta({ type: "text_delta", text: rest })];
      return lines(
        "named",
        { type: "message_start", message: { id: "a", role: "assistant", content: [], usage: messagesUsage } },
        { type: "content_block_start", index: 0, content_block: block },
        ...pieces,
        { type: "content_block_stop", index: 0 },
        { type: "message_delta", delta: { stop_reason: stopReason(said) }, usage: { output_tokens: 5 } },
        { type: "message_stop" },
      );
    },
  },
  Gemini: {
    make: gemini,
    id: "gemini-3-pro",
    good: PLAIN,
    schemaIn: (body) => Object(body.generationConfig).responseJsonSchema,
    whole: (said) => candidate(geminiFinish(said), said.call ? geminiCall : { text: said.text }),
    streamed: (said) => {
      if (said.call) return lines("gemini", candidate("STOP", geminiCall));
      const [first, rest] = halves(said.text ?? "");
      return lines("gemini", candidate(undefined, { text: first }), candidate(geminiFinish(said), { text: rest }));
    },
  },
};

interface Outcome {
  readonly run: Run<Ticket>;
  /** What was streamed of the answers, one after the other. */
  readonly told: string;
  readonly requests: readonly SeenRequest[];
}

const HOW: readonly ("whole" | "streamed")[] = ["whole", "streamed"];
const CASES = Object.entries(FORMATS).flatMap(([name, format]) => HOW.map((how) => [name, how, format] as const));

async function answer(format: Format, how: "whole" | "streamed", ...said: readonly Said[]): Promise<Outcome> {
  const answers = said.map((one): ScriptedAnswer => ({ body: format[how](one) }));
  await using server = await startModelServer(...answers);
  const model = format.make(format.id, { baseUrl: server.url, apiKey: "key-123456" });
  const agent = new Agent({ name: "desk", model, outputType: ticket, tools: [look] });
  if (how === "whole") return { run: await agent.run("A leak!"), told: "", requests: server.requests };
  const stream = agent.stream("A leak!");
  let told = "";
  for await (const event of stream) if (event.type === "text_delta") told += event.delta;
  return { run: await stream.finished, told, requests: server.requests };
}

describe.each(CASES)("a structured answer over %s, %s", (_name, how, format) => {
  it("is asked for beside the tools, told once what is wrong, and read as a value", async () => {
    const wrong = '{"titel":"Leak"}';
    const { run, told, requests } = await answer(format, how, { call: true }, { text: wrong }, { text: format.good });
    expect(run).toMatchObject({ status: "completed", parsed: { title: "Leak", due: new Date(DUE) } });
    expect(run.parsed).not.toHaveProperty("note");
    expect(run.toolCalls.map(({ text }) => text)).toEqual(["wet"]);
    expect(run.usage.requests).toBe(3);
    for (const { body } of requests) {
      expect(format.schemaIn(body)).toMatchObject({ type: "object", properties: { title: { type: "string" } } });
      expect(JSON.stringify(body.tools)).toContain('"look"');
    }
    expect(JSON.stringify(requests[1]?.body)).not.toContain("That answer is no Ticket");
    expect(JSON.stringify(requests[2]?.body)).toContain("That answer is no Ticket: / must have property 'title'");
    if (how === "streamed") expect(told).toBe(wrong + format.good);
  });

  it("that does not fit twice is an error that names the type", async () => {
    const { run, requests } = await answer(format, how, { text: "a leak" }, { text: "still a leak" });
    expect(run).toMatchObject({ status: "error", error: { code: "RUNA_OUTPUT_MISMATCH", outputType: "Ticket" } });
    expect(requests).toHaveLength(2);
  });

  it("that is cut off is an error at once", async () => {
    const { run, requests } = await answer(format, how, { text: '{"title":"Le', ended: "length" });
    expect(run).toMatchObject({
      status: "error",
      error: { code: "RUNA_OUTPUT_MISMATCH", message: expect.stringMatching(/cut off/) },
    });
    expect(requests).toHaveLength(1);
  });
});

/** A compatible server says it as OpenAI does; with Gemini it is a filter that stops the answer. */
const REFUSING = CASES.filter(([name]) => name !== "a compatible server");

describe.each(REFUSING)("a refusal over %s, %s", (name, how, format) => {
  it("is an answer without a value", async () => {
    const { run, requests } = await answer(format, how, { text: "I cannot.", ended: "refusal" });
    expect(run).toMatchObject({
      status: "completed",
      stopReason: name === "Gemini" ? "content_filter" : "refusal",
      output: "I cannot.",
      parsed: undefined,
    });
    expect(requests).toHaveLength(1);
  });
});

describe.each(Object.entries(FORMATS))("a schema that is no object, over %s", (name, format) => {
  it.each([
    ["a list", { title: "Names & more", type: "array", items: { type: "string" } }, ["Ada"]],
    // No strict mode can express keys that are not listed.
    [
      "a list of tables",
      { type: "array", items: { type: "object", additionalProperties: { type: "number" } } },
      [{ a: 1 }],
    ],
  ])("is sent as an object, and its answer taken out again: %s", async (_what, outputType, value) => {
    const body = (text: string): ScriptedAnswer => ({ body: format.whole({ text }) });
    await using server = await startModelServer(body(JSON.stringify({ value })));
    const model = format.make(format.id, { baseUrl: server.url, apiKey: "key-123456" });
    const schema = outputType as { readonly type: "array" };
    const run = await new Agent({ name: "desk", model, outputType: schema }).run("Who?");
    const sent = server.requests[0]?.body ?? {};
    const asked = format.schemaIn(sent);
    if (asked === undefined) expect(JSON.stringify(sent), name).toContain("by this JSON Schema");
    else {
      expect(asked).toMatchObject({ type: "object", properties: { value: { type: "array" } } });
      expect(run.parsed).toEqual(value);
    }
    const nameSent = Object(Object(sent.response_format).json_schema).name ?? Object(Object(sent.text).format).name;
    if (nameSent !== undefined) expect(nameSent).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
  });
});
