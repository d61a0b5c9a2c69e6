/**
 * Recorded tool loops, held again with our requests: what we send has to say what the provider accepted then. Recorded
 * by another client, so some words differ, which each case names.
 */
import { describe, expect, it } from "vitest";
import type { Item } from "../../src/model/item.ts";
import type { Model, ModelSettings, ModelTool } from "../../src/model/model.ts";
import { anthropic } from "../../src/providers/anthropic/model.ts";
import { gemini } from "../../src/providers/gemini/model.ts";
import { openaiChat } from "../../src/providers/openai-chat/model.ts";
import { openaiCompatible } from "../../src/providers/openai-compatible/model.ts";
import { openaiResponses } from "../../src/providers/openai-responses/model.ts";
import { objectOf } from "../../src/providers/wire-values.ts";
import { ask } from "../support/ask.ts";
import { startModelServer } from "../support/model-server.ts";
import { answerOfExchange, type Exchange, exchangesOf } from "../support/recording.ts";

interface Loop {
  readonly recording: string;
  readonly model: (baseUrl: string) => Model;
  readonly instructions?: string;
  readonly input: string;
  readonly tools: readonly ModelTool[];
  readonly settings?: ModelSettings;
  readonly stream?: boolean;
  /** What the tools answer, by turn and call. */
  readonly results: readonly (readonly string[])[];
}

interface Held {
  readonly exchanges: readonly Exchange[];
  readonly sent: readonly { readonly [field: string]: unknown }[];
  readonly items: readonly Item[];
  readonly paths: readonly string[];
}

async function hold({
  recording,
  model,
  instructions = "",
  input,
  tools,
  settings,
  stream = false,
  results,
}: Loop): Promise<Held> {
  const exchanges = exchangesOf(recording);
  await using server = await startModelServer(...exchanges.map(answerOfExchange));
  const items: Item[] = [{ type: "user", content: input }];
  for (let turn = 0; turn <= results.length; turn++) {
    const { response } = await ask(model(server.url), {
      instructions,
      items,
      tools,
      stream,
      settings: { maxRetries: 0, ...settings },
    });
    items.push(response.item);
    for (const [index, call] of response.item.toolCalls.entries()) {
      const text = results[turn]?.[index] ?? "";
      items.push({ type: "tool_result", callId: call.callId, name: call.name, text, isError: false });
    }
  }
  const paths = server.requests.map(({ path }) => path);
  return { exchanges, sent: server.requests.map(({ body }) => body), items, paths };
}

function tool(name: string, description: string, properties: object = {}, required?: readonly string[]): ModelTool {
  return {
    definition: {
      name,
      description,
      parameters: {
        type: "object",
        properties: { ...properties },
        ...(required === undefined ? undefined : { required }),
        additionalProperties: false,
      },
    },
  };
}

function list(body: unknown, field: string): readonly { readonly [field: string]: unknown }[] {
  const value = objectOf(body)[field];
  return Array.isArray(value) ? value : [];
}

describe("recorded tool loops", () => {
  it("is accepted by OpenAI's Chat Completions", async () => {
    const { exchanges, sent, paths } = await hold({
      recording: "openai-chat/tool-output.exchange.json",
      model: (baseUrl) => openaiChat("gpt-4o", { baseUrl: `${baseUrl}/v1`, apiKey: "key-123456" }),
      input: "What is the largest city in the user country?",
      tools: [
        tool("get_user_country", ""),
        {
          definition: {
            name: "final_result",
            description: "The final response which ends this conversation",
            parameters: {
              type: "object",
              properties: { city: { type: "string" }, country: { type: "string" } },
              required: ["city", "country"],
            },
          },
        },
      ],
      settings: { toolChoice: "required" },
      results: [["Mexico"]],
    });
    expect(paths).toEqual(["/v1/chat/completions", "/v1/chat/completions"]);
    for (const [turn, { request }] of exchanges.entries()) {
      // The other client says two defaults aloud, `n: 1` and `stream: false`.
      const { n: _n, stream: _stream, ...accepted } = request.body;
      expect(sent[turn]).toMatchObject(accepted);
      expect(Object.keys(sent[turn] ?? {}).sort()).toEqual(Object.keys(accepted).sort());
    }
  });

  it("is accepted by Ollama, reasoning sent back and content a text", async () => {
    const { exchanges, sent, items } = await hold({
      recording: "openai-compatible/ollama-tool-output.exchange.json",
      model: (baseUrl) => openaiCompatible("gpt-oss:20b", { server: "ollama", baseUrl }),
      input: "What is the capital of France?",
      tools: [
        tool(
          "final_result",
          "The final response which ends this conversation",
          { city: { type: "string" }, country: { type: "string" } },
          ["city", "country"],
        ),
      ],
      settings: { toolChoice: "auto" },
      results: [],
    });
    const { stream: _stream, ...accepted } = exchanges[0]?.request.body ?? {};
    expect(sent[0]).toEqual(accepted);
    await using server = await startModelServer(...exchanges.slice(1).map(answerOfExchange));
    const messages = list(exchanges[1]?.request.body, "messages");
    const { response } = await ask(openaiCompatible("gpt-oss:20b", { server: "ollama", baseUrl: server.url }), {
      items: [...items, { type: "user", content: String(messages[2]?.content) }],
      stream: false,
    });
    expect(server.requests[0]?.body.messages).toEqual(messages);
    expect(response.item.toolCalls[0]?.argumentsText).toBe('{"city":"Paris","country":"France"}');
  });

  it("is accepted by DeepSeek in thinking mode, which wants its reasoning back with the calls", async () => {
    const { exchanges, sent } = await hold({
      recording: "openai-compatible/deepseek-thinking-tools.exchange.json",
      model: (baseUrl) => openaiCompatible("deepseek-reasoner", { server: "deepseek", baseUrl, apiKey: "key-123456" }),
      input: "My guess is 4",
      tools: [tool("load_capability", "Load")],
      results: [["{}"], ["Anne", "4"]],
    });
    const accepted = list(exchanges[2]?.request.body, "messages");
    const [first, second] = [
      accepted[3],
      accepted.find((message) => message.content === "Let me get your name and roll the die!"),
    ];
    expect(list(sent[2], "messages")).toMatchObject([
      { role: "user", content: "My guess is 4" },
      first ?? {},
      { role: "tool", content: "{}" },
      second ?? {},
      ...accepted.slice(-2),
    ]);
  });

  it("gives Gemini's compatible endpoint an id where it sent an empty one, and its signature back", async () => {
    const { exchanges, sent } = await hold({
      recording: "openai-compatible/gemini-openai-compat-empty-id.exchange.json",
      model: (baseUrl) =>
        openaiCompatible("gemini-2.5-pro", { server: "gemini-compatible", baseUrl, apiKey: "key-123456" }),
      input: "What is the current time?",
      tools: [tool("get_current_time", "Get the current time.")],
      results: [["Noon"]],
    });
    const message = objectOf(list(exchanges[0]?.response.body, "choices")[0]).message;
    const [, turn, result] = list(sent[1], "messages");
    const id = list(turn, "tool_calls")[0]?.id;
    expect(id).toMatch(/^call_.{36}$/);
    expect(turn).toMatchObject({ extra_content: objectOf(message).extra_content });
    expect(result).toEqual({ role: "tool", tool_call_id: id, content: "Noon" });
  });

  it("is accepted by OpenAI's Responses, reasoning sent back in front of its call", async () => {
    const { exchanges, sent, paths } = await hold({
      recording: "openai-responses/reasoning-with-tool-calls.exchange.json",
      model: (baseUrl) => openaiResponses("gpt-5", { baseUrl: `${baseUrl}/v1`, apiKey: "key-123456" }),
      instructions: String(
        exchangesOf("openai-responses/reasoning-with-tool-calls.exchange.json")[0]?.request.body.instructions,
      ),
      input: String(
        list(exchangesOf("openai-responses/reasoning-with-tool-calls.exchange.json")[0]?.request.body, "input")[0]
          ?.content,
      ),
      tools: [{ ...tool("update_plan", "", { plan: { type: "string" } }, ["plan"]), strict: true }],
      settings: { toolChoice: "auto", reasoning: "low" },
      results: [["plan updated"]],
    });
    expect(paths).toEqual(["/v1/responses", "/v1/responses"]);
    for (const [turn, { request }] of exchanges.entries()) {
      // A description may be a text or null; summaries are not asked for; nothing is kept at the provider.
      const { stream: _stream, tools, reasoning, ...accepted } = request.body;
      expect(sent[turn]).toMatchObject({
        ...accepted,
        reasoning: { effort: objectOf(reasoning).effort },
        store: false,
      });
      expect(list(sent[turn], "tools")).toEqual(list({ tools }, "tools").map((sent) => ({ ...sent, description: "" })));
    }
  });

  it("does not send Responses a reasoning item without what followed it", async () => {
    const [first] = exchangesOf("openai-responses/reasoning-item-without-follower-400.exchange.json");
    const output = list(first?.response.body, "output");
    const raw = { provider: "openai-responses", turn: output.slice(0, 1) };
    await using server = await startModelServer(first === undefined ? {} : answerOfExchange(first));
    await ask(openaiResponses("gpt-5", { baseUrl: server.url, apiKey: "key-123456" }), {
      items: [
        { type: "user", content: "What is the meaning of life?" },
        { type: "assistant", text: "", toolCalls: [], raw },
        { type: "user", content: "Anything to add?" },
      ],
      stream: false,
    });
    expect(output[0]?.type).toBe("reasoning");
    expect(list(server.requests[0]?.body, "input").map((item) => item.role)).toEqual(["user", "user"]);
  });

  it("is accepted by Anthropic, all results in one message (R56)", async () => {
    const [first] = exchangesOf("anthropic/parallel-tool-calls.exchange.json");
    const { exchanges, sent, paths } = await hold({
      recording: "anthropic/parallel-tool-calls.exchange.json",
      model: (baseUrl) => anthropic("claude-haiku-4-5", { baseUrl, apiKey: "key-123456" }),
      instructions: String(first?.request.body.system),
      input: "Alice, Bob, Charlie and Daisy are a family. Who is the youngest?",
      tools: [
        tool("retrieve_entity_info", "Get the knowledge about the given entity.", { name: { type: "string" } }, [
          "name",
        ]),
      ],
      settings: { toolChoice: "auto" },
      results: [
        [
          "alice is bob's wife",
          "bob is alice's husband",
          "charlie is alice's son",
          "daisy is bob's daughter and charlie's younger sister",
        ],
      ],
    });
    expect(paths).toEqual(["/v1/messages", "/v1/messages"]);
    expectMessagesAccepted(exchanges, sent);
  });

  it("is accepted by Anthropic with thinking, its signature unchanged", async () => {
    const { exchanges, sent } = await hold({
      recording: "anthropic/tool-with-thinking.exchange.json",
      model: (baseUrl) =>
        anthropic("claude-sonnet-4-0", {
          baseUrl: `${baseUrl}/v1`,
          apiKey: "key-123456",
          extraBody: { thinking: { type: "enabled", budget_tokens: 3000 } },
        }),
      input: "What is the largest city in the user country?",
      tools: [tool("get_user_country", "")],
      settings: { toolChoice: "auto" },
      results: [["Mexico"]],
    });
    expectMessagesAccepted(exchanges, sent);
  });

  it("is accepted by Anthropic with strict tools beside others (A17)", async () => {
    const { exchanges, sent } = await hold({
      recording: "anthropic/mixed-strict-tools.exchange.json",
      model: (baseUrl) => anthropic("claude-sonnet-4-5", { baseUrl, apiKey: "key-123456" }),
      instructions: "Always call `country_source` first, then call `capital_lookup` with that result before replying.",
      input: "Use the registered tools and respond exactly as `Capital: <city>`.",
      tools: [
        { ...tool("country_source", ""), strict: true },
        tool("capital_lookup", "", { country: { type: "string" } }, ["country"]),
      ],
      settings: { toolChoice: "auto" },
      results: [["Japan"], ["Tokyo"]],
    });
    expect(sent).toHaveLength(3);
    expectMessagesAccepted(exchanges, sent);
  });

  it("is accepted by Gemini, its signature on the part it came with", async () => {
    const { exchanges, sent, paths, items } = await hold({
      recording: "gemini/tool-loop-signature-stream.exchange.json",
      model: (baseUrl) => gemini("gemini-3-pro-preview", { baseUrl, apiKey: "key-123456" }),
      input: "What is the capital of the user country? Call the tool",
      tools: [tool("get_country", "")],
      stream: true,
      results: [["Mexico"]],
    });
    expect(paths[0]).toBe("/v1beta/models/gemini-3-pro-preview:streamGenerateContent?alt=sse");
    const [question, call, answer] = list(exchanges[1]?.request.body, "contents");
    const [sentQuestion, sentCall, sentAnswer] = list(sent[1], "contents");
    expect(sentQuestion).toEqual(question);
    const [part] = list(sentCall, "parts");
    // The other client wrote its own id into the call and the signature in the other base64 alphabet.
    const signature = String(list(call, "parts")[0]?.thoughtSignature).replace(/-/g, "+").replace(/_/g, "/");
    expect(part).toEqual({ functionCall: { name: "get_country", args: {} }, thoughtSignature: signature });
    expect(list(answer, "parts")[0]?.functionResponse).toMatchObject({ name: "get_country" });
    expect(sentAnswer).toEqual({
      role: "user",
      parts: [{ functionResponse: { name: "get_country", response: { output: "Mexico" } } }],
    });
    expect(items.at(-1)).toMatchObject({ text: "The capital of Mexico is Mexico City." });
  });

  it("is accepted by Gemini with a tool without arguments and a forced choice", async () => {
    const { sent, items } = await hold({
      recording: "gemini/tool-without-args-any.exchange.json",
      model: (baseUrl) => gemini("gemini-2.0-flash", { baseUrl, apiKey: "key-123456" }),
      input: "run bar for me please",
      tools: [tool("bar", "")],
      settings: { toolChoice: "required" },
      results: [["hello"]],
    });
    expect(sent[0]).toEqual({
      contents: [{ role: "user", parts: [{ text: "run bar for me please" }] }],
      tools: [
        {
          functionDeclarations: [
            {
              name: "bar",
              description: "",
              parametersJsonSchema: { type: "object", properties: {}, additionalProperties: false },
            },
          ],
        },
      ],
      toolConfig: { functionCallingConfig: { mode: "ANY" } },
    });
    expect(items).toMatchObject([
      {},
      { toolCalls: [{ name: "bar", argumentsText: "{}" }] },
      {},
      { toolCalls: [{ name: "final_result" }] },
      {},
    ]);
  });

  it("is accepted by Gemini with a wide JSON Schema, which is sent as it is", async () => {
    const [first] = exchangesOf("gemini/wide-json-schema.exchange.json");
    const declaration = list(list(first?.request.body, "tools")[0], "functionDeclarations")[0];
    const parameters = objectOf(declaration?.parameters_json_schema);
    const { sent, items } = await hold({
      recording: "gemini/wide-json-schema.exchange.json",
      model: (baseUrl) => gemini("gemini-2.5-flash", { baseUrl, apiKey: "key-123456" }),
      input: String(list(list(first?.request.body, "contents")[0], "parts")[0]?.text),
      tools: [
        {
          definition: {
            name: "register",
            description: "x",
            parameters: { properties: {}, ...parameters, type: "object" },
          },
          strict: true,
        },
      ],
      results: [["Registered John Doe with 2 tags."]],
    });
    expect(sent[0]?.toolConfig).toEqual(first?.request.body.toolConfig);
    const properties = objectOf(
      objectOf(objectOf(list(list(sent[0], "tools")[0], "functionDeclarations")[0]).parametersJsonSchema).properties,
    );
    expect(Object.keys(properties)).toEqual(Object.keys(objectOf(parameters.properties)));
    expect(items.at(-1)).toMatchObject({ text: "User John Doe registered successfully with 2 tags." });
  });
});

/** The other client says `stream: false` and `is_error: false` aloud, and wraps the user's text. */
function expectMessagesAccepted(exchanges: readonly Exchange[], sent: Held["sent"]): void {
  for (const [turn, { request }] of exchanges.entries()) {
    const { stream: _stream, ...accepted } = request.body;
    const text = JSON.stringify(accepted).replaceAll('"is_error":false,', "");
    expect(sent[turn]).toEqual(JSON.parse(text));
  }
}
