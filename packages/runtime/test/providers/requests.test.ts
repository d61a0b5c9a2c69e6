/** What each provider is sent for one neutral request, seen from the server's side. */
import { describe, expect, it } from "vitest";
import type { AssistantItem, Item, MediaPart } from "../../src/model/item.ts";
import type { Model, ModelRequest, ModelResponse } from "../../src/model/model.ts";
import { anthropic } from "../../src/providers/anthropic/model.ts";
import { gemini } from "../../src/providers/gemini/model.ts";
import { openaiChat } from "../../src/providers/openai-chat/model.ts";
import { openaiCompatible } from "../../src/providers/openai-compatible/model.ts";
import { openaiResponses } from "../../src/providers/openai-responses/model.ts";
import { ask, HELLO, toolNamed } from "../support/ask.ts";
import { type ScriptedAnswer, startModelServer } from "../support/model-server.ts";

const ANSWERS = {
  chat: { body: { choices: [{ index: 0, message: { role: "assistant", content: "ok" }, finish_reason: "stop" }] } },
  responses: { body: { status: "completed", output: [] } },
  messages: { body: { content: [{ type: "text", text: "ok" }], stop_reason: "end_turn" } },
  gemini: { body: { candidates: [{ content: { role: "model", parts: [{ text: "ok" }] }, finishReason: "STOP" }] } },
} satisfies Record<string, ScriptedAnswer>;

type Make = (id: string, options: { baseUrl: string; apiKey: string; server?: string }) => Model;

const PROVIDERS: { readonly [name: string]: readonly [make: Make, answer: ScriptedAnswer, id: string] } = {
  chat: [openaiChat, ANSWERS.chat, "gpt-5.2"],
  responses: [openaiResponses, ANSWERS.responses, "gpt-5.2"],
  anthropic: [anthropic, ANSWERS.messages, "claude-sonnet-5"],
  gemini: [gemini, ANSWERS.gemini, "gemini-3-pro"],
};

interface Exchanged {
  readonly body: { readonly [field: string]: unknown };
  readonly response: ModelResponse;
}

async function exchange(
  provider: string,
  request: Partial<ModelRequest>,
  changes: { readonly id?: string; readonly server?: string; readonly answers?: readonly ScriptedAnswer[] } = {},
): Promise<Exchanged> {
  const [make, answer, id] = PROVIDERS[provider] ?? [openaiCompatible, ANSWERS.chat, "m"];
  await using server = await startModelServer(...(changes.answers ?? [answer]));
  const options = {
    baseUrl: server.url,
    apiKey: "key-123456",
    ...(changes.server === undefined ? undefined : { server: changes.server }),
  };
  const { response } = await ask(make(changes.id ?? id, options), { stream: false, ...request });
  return { body: server.requests.at(-1)?.body ?? {}, response };
}

async function send(...given: Parameters<typeof exchange>): Promise<Exchanged["body"]> {
  return (await exchange(...given)).body;
}

const find = toolNamed("find");
const lend = toolNamed("lend");

describe("settings (I14)", () => {
  const settings = { temperature: 0.5, topP: 0.9, maxOutputTokens: 2_000, parallelToolCalls: false, maxRetries: 0 };

  it.each([
    ["chat", { temperature: 0.5, top_p: 0.9, max_completion_tokens: 2_000, parallel_tool_calls: false }],
    ["responses", { temperature: 0.5, top_p: 0.9, max_output_tokens: 2_000, parallel_tool_calls: false }],
    [
      "anthropic",
      {
        temperature: 0.5,
        top_p: 0.9,
        max_tokens: 2_000,
        tool_choice: { type: "auto", disable_parallel_tool_use: true },
      },
    ],
    ["gemini", { generationConfig: { temperature: 0.5, topP: 0.9, maxOutputTokens: 2_000 } }],
  ])("sends %s what is set (C5)", async (provider, want) => {
    expect(await send(provider, { settings, tools: [find] })).toMatchObject(want);
  });

  it.each([
    ["chat", ["messages", "model"]],
    ["responses", ["include", "input", "model", "store"]],
    ["anthropic", ["max_tokens", "messages", "model"]],
    ["gemini", ["contents"]],
  ])("sends %s nothing else, and nothing about tools where there are none", async (provider, want) => {
    const bare = { maxRetries: 0, toolChoice: "auto", parallelToolCalls: false };
    expect(Object.keys(await send(provider, { settings: bare })).sort()).toEqual(want);
  });

  it.each([
    ["chat", "required", "required"],
    ["chat", "none", "none"],
    ["chat", "find", { type: "function", function: { name: "find" } }],
    ["responses", "required", "required"],
    ["responses", "find", { type: "function", name: "find" }],
    ["anthropic", "auto", { type: "auto" }],
    ["anthropic", "required", { type: "any" }],
    ["anthropic", "none", { type: "none" }],
    ["anthropic", "find", { type: "tool", name: "find" }],
  ])("tells %s the choice %s", async (provider, toolChoice, want) => {
    const body = await send(provider, { settings: { toolChoice, maxRetries: 0 }, tools: [find, lend] });
    expect(body.tool_choice).toEqual(want);
  });

  it("tells Gemini a choice in its words", async () => {
    const body = await send("gemini", { settings: { toolChoice: "find" }, tools: [find, lend] });
    expect(body.toolConfig).toEqual({ functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["find"] } });
  });

  it.each([
    ["chat", "gpt-5.2", "high", { reasoning_effort: "high" }],
    ["responses", "gpt-5.2", "high", { reasoning: { effort: "high" } }],
    [
      "anthropic",
      "claude-sonnet-5",
      "high",
      { thinking: { type: "adaptive" }, output_config: { effort: "high" }, max_tokens: 4_096 },
    ],
    [
      "anthropic",
      "claude-sonnet-4-5",
      "low",
      { thinking: { type: "enabled", budget_tokens: 2_048 }, max_tokens: 6_144 },
    ],
    ["anthropic", "claude-opus-4-20250514", "none", { thinking: { type: "disabled" }, max_tokens: 4_096 }],
    [
      "gemini",
      "gemini-3-pro",
      "low",
      { generationConfig: { thinkingConfig: { includeThoughts: true, thinkingLevel: "LOW" } } },
    ],
    [
      "gemini",
      "gemini-2.5-flash",
      "none",
      { generationConfig: { thinkingConfig: { includeThoughts: false, thinkingBudget: 0 } } },
    ],
  ])("tells %s with %s to reason: %s", async (provider, id, reasoning, want) => {
    expect(await send(provider, { settings: { reasoning } }, { id })).toMatchObject(want);
  });

  it("does not force a tool on a Claude that thinks, and offers it the one tool instead", async () => {
    const settings = { reasoning: "high", toolChoice: "find", maxRetries: 0 };
    const body = await send("anthropic", { settings, tools: [find, lend] }, { id: "claude-sonnet-4-5" });
    expect(body).toMatchObject({ tool_choice: { type: "auto" }, tools: [{ name: "find" }] });
  });

  it("keeps a limit of the caller's own above the thinking, and refuses one that leaves no room", async () => {
    const id = "claude-sonnet-4-5";
    const settings = { reasoning: "high", maxOutputTokens: 3_000 };
    expect(await send("anthropic", { settings }, { id })).toMatchObject({
      max_tokens: 3_000,
      thinking: { budget_tokens: 2_999 },
    });
    const tight = exchange("anthropic", { settings: { reasoning: "high", maxOutputTokens: 500 } }, { id });
    await expect(tight).rejects.toMatchObject({ code: "RUNA_REASONING" });
  });
});

describe("peculiarities of compatible servers", () => {
  const settings = {
    toolChoice: "find",
    maxOutputTokens: 9,
    parallelToolCalls: false,
    reasoning: "low",
    maxRetries: 0,
  };
  const request = { settings, tools: [find, lend] };
  const only = [{ function: { name: "find" } }];

  it("trusts an unknown server with nothing that it may not know", async () => {
    const body = await send("unknown", request);
    expect(Object.keys(body).sort()).toEqual(["max_tokens", "messages", "model", "tool_choice", "tools"]);
  });

  it.each([
    ["lmstudio", "m", { tool_choice: "required", tools: only }],
    ["deepseek", "deepseek-reasoner", { tool_choice: "auto", tools: only }],
    ["deepseek", "deepseek-chat", { tool_choice: { type: "function" } }],
    ["moonshot", "kimi-k2", { tool_choice: "auto", tools: only }],
    ["groq", "m", { max_completion_tokens: 9, parallel_tool_calls: false, reasoning_effort: "low" }],
    ["ollama", "m", { max_tokens: 9, reasoning_effort: "low" }],
  ])("asks %s with %s in a way it takes", async (server, id, want) => {
    expect(await send("unknown", request, { server, id })).toMatchObject(want);
  });

  it("gives Mistral ids of nine letters and digits, the same for call and result", async () => {
    const items: Item[] = [
      HELLO,
      { type: "assistant", text: "", toolCalls: [{ callId: "toolu_01ABC", name: "find", argumentsText: "{}" }] },
      { type: "tool_result", callId: "toolu_01ABC", name: "find", text: "x", isError: false },
    ];
    const { messages } = await send("unknown", { items }, { server: "mistral" });
    expect(messages).toMatchObject([
      {},
      { tool_calls: [{ id: expect.stringMatching(/^[a-zA-Z0-9]{9}$/) }] },
      { tool_call_id: (messages as { tool_calls?: { id: string }[] }[])[1]?.tool_calls?.[0]?.id },
    ]);
  });

  it("leaves out what a server says it does not take, asks again, and remembers", async () => {
    const refuse = (message: string) => ({ status: 400, body: { error: { message, type: "invalid_request_error" } } });
    await using server = await startModelServer(
      refuse("Unrecognized request argument supplied: stream_options"),
      refuse(
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      ),
      refuse("Unsupported value: 'temperature' does not support 0.5 with this model."),
      { body: 'data: {"choices":[{"index":0,"delta":{"content":"ok"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n' },
    );
    const model = openaiCompatible("picky", { baseUrl: server.url });
    const settings = { temperature: 0.5, maxOutputTokens: 9, maxRetries: 0 };
    expect((await ask(model, { settings })).response.item.text).toBe("ok");
    await ask(model, { settings });
    expect(server.requests).toHaveLength(5);
    for (const { body } of server.requests.slice(3)) {
      expect(body).toMatchObject({ max_completion_tokens: 9, stream: true });
      for (const field of ["stream_options", "max_tokens", "temperature"]) expect(body).not.toHaveProperty(field);
    }
  });
});

describe("conversations", () => {
  it.each(["chat", "responses", "anthropic", "gemini"])(
    "never hold half a character, for which %s refuses the whole request (I13)",
    async (provider) => {
      const half = "\u{1F600}".slice(0, 1);
      const call = { callId: "call_1", name: "find", argumentsText: JSON.stringify({ [half]: `C:\\ud83d ${half}` }) };
      const body = await send(provider, {
        items: [
          { type: "user", content: `cut${half}` },
          { type: "assistant", text: "", toolCalls: [call] },
          { type: "tool_result", callId: "call_1", name: "find", text: `cut${half} \\ud83d \u{1F600}`, isError: false },
        ],
        tools: [find],
      });
      const whole = JSON.stringify(body);
      expect(whole).not.toMatch(/(?<!\\)(?:\\\\)*\\ud83d/);
      expect(whole).toContain("cut\uFFFD");
      expect(whole).toContain("\\\\ud83d \u{1F600}");
    },
  );

  const malformed: Item[] = [
    HELLO,
    { type: "assistant", text: "", toolCalls: [{ callId: "c1", name: "find", argumentsText: '{"isbn": 97}}' }] },
    { type: "tool_result", callId: "c1", name: "find", text: "error: invalid JSON", isError: true },
    { type: "user", content: "again" },
  ];

  it.each(["chat", "responses", "anthropic", "gemini"])(
    "sends %s an object for malformed arguments, and tells them in the result (I16)",
    async (provider) => {
      const text = JSON.stringify(await send(provider, { items: malformed }));
      expect(text).toMatch(/"(?:arguments":"\{\}"|input":\{\}|args":\{\})/);
      expect(text).toContain('The arguments that were sent: {\\"isbn\\": 97}}');
    },
  );

  it.each(["chat", "responses", "anthropic", "gemini"])(
    "repairs what is sent to %s, and leaves the items alone (R58)",
    async (provider) => {
      const items: readonly Item[] = Object.freeze([
        HELLO,
        {
          type: "assistant",
          text: "",
          toolCalls: [
            { callId: "c1", name: "find", argumentsText: "" },
            { callId: "c2", name: "find", argumentsText: "{}" },
          ],
        },
        { type: "tool_result", callId: "c1", name: "find", text: "ok", isError: false },
        { type: "user", content: "again" },
      ]);
      const before = JSON.stringify(items);
      expect(JSON.stringify(await send(provider, { items }))).toContain("interrupted");
      expect(JSON.stringify(items)).toBe(before);
    },
  );

  it.each(["chat", "responses", "anthropic", "gemini"])(
    "does not send %s the raw turn of another provider",
    async (provider) => {
      const raw = { provider: "somebody", turn: { role: "assistant", content: "raw words" } };
      const body = await send(provider, {
        items: [HELLO, { type: "assistant", text: "own words", toolCalls: [], raw }, HELLO],
      });
      expect(JSON.stringify(body)).toContain("own words");
      expect(JSON.stringify(body)).not.toContain("raw words");
    },
  );

  it("signs calls of another model for Gemini 3 with the word it takes for none, and begins with the user", async () => {
    const items = malformed.slice(1).map((item) => item);
    const { contents } = await send("gemini", { items });
    expect(contents).toMatchObject([
      { role: "user" },
      { role: "model", parts: [{ functionCall: { id: "c1" }, thoughtSignature: "skip_thought_signature_validator" }] },
      { role: "user", parts: [{ functionResponse: { id: "c1", response: { error: expect.any(String) } } }] },
      { role: "user", parts: [{ text: "again" }] },
    ]);
  });

  it("puts results at the head of Anthropic's next message, before the user's words, without empty texts (R56)", async () => {
    const items: Item[] = [
      HELLO,
      { type: "assistant", text: "", toolCalls: [{ callId: "functions.find:0", name: "find", argumentsText: "{}" }] },
      { type: "tool_result", callId: "functions.find:0", name: "find", text: "", isError: false },
      {
        type: "user",
        content: [
          { type: "text", text: "" },
          { type: "text", text: "and?" },
        ],
      },
    ];
    const { messages } = await send("anthropic", { items });
    expect(messages).toEqual([
      { role: "user", content: [{ type: "text", text: "hello" }] },
      { role: "assistant", content: [{ type: "tool_use", id: "functions_find_0", name: "find", input: {} }] },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "functions_find_0" },
          { type: "text", text: "and?" },
        ],
      },
    ]);
  });
});

/** One call in each format, named and numbered as a server likes. */
const calling = (id: string, name: string): { readonly [provider: string]: ScriptedAnswer } => ({
  chat: {
    body: {
      choices: [
        {
          message: {
            role: "assistant",
            content: null,
            tool_calls: [{ id, type: "function", function: { name, arguments: "{}" } }],
          },
          finish_reason: "tool_calls",
        },
      ],
    },
  },
  responses: {
    body: {
      status: "completed",
      output: [
        { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "signed" },
        { type: "function_call", id: "fc_1", call_id: id, name, arguments: "{}" },
      ],
    },
  },
  anthropic: {
    body: {
      content: [
        { type: "thinking", thinking: "Hm.", signature: "signed" },
        { type: "tool_use", id, name, input: {} },
      ],
      stop_reason: "tool_use",
    },
  },
  gemini: {
    body: {
      candidates: [
        {
          content: { role: "model", parts: [{ functionCall: { id, name, args: {} }, thoughtSignature: "signed" }] },
          finishReason: "STOP",
        },
      ],
    },
  },
});

const FORMATS = ["chat", "responses", "anthropic", "gemini"];

async function callOnce(provider: string, id: string, name: string): Promise<AssistantItem> {
  const answer = calling(id, name)[provider];
  return (await exchange(provider, {}, { answers: answer === undefined ? [] : [answer] })).response.item;
}

describe("echoes", () => {
  it.each(FORMATS)(
    "keep %s's own turn, signatures and all, under an id that the run has replaced (C12)",
    async (provider) => {
      const item = await callOnce(provider, "call_1", "find");
      const [call] = item.toolCalls;
      if (call === undefined) throw new Error("no call");
      const renamed: Item = { ...item, toolCalls: [{ ...call, callId: "call_new", rawCallId: call.callId }] };
      const result: Item = { type: "tool_result", callId: "call_new", name: "find", text: "x", isError: false };
      const sent = JSON.stringify(await send(provider, { items: [HELLO, renamed, result], tools: [find] }));
      if (provider !== "chat") expect(sent).toContain("signed");
      // Gemini's results go by place and by the id that its own turn has.
      const [used, unused] = provider === "gemini" ? ["call_1", "call_new"] : ["call_new", "call_1"];
      expect(sent.split(`"${used}"`)).toHaveLength(3);
      expect(sent).not.toContain(`"${unused}"`);
    },
  );

  it.each(FORMATS)("send %s a name that it takes for a call without one, or with a wild one", async (provider) => {
    for (const [name, sentName] of [
      ["", /"unnamed_tool"/],
      ["find the weather!", /"find_the_weather__[a-z0-9]{7}"/],
      ["x".repeat(300), /"x{40,}_[a-z0-9]{7}"/],
    ] as const) {
      const item = await callOnce(provider, "call_1", name);
      expect(item.toolCalls[0]?.name).toBe(name);
      const result: Item = { type: "tool_result", callId: "call_1", name, text: "error: no such tool", isError: true };
      for (const raw of [item, { ...item, raw: { provider: "other", turn: null } }]) {
        const sent = JSON.stringify(await send(provider, { items: [HELLO, raw, result], tools: [find] }));
        expect(sent).toMatch(sentName);
        expect(sent).not.toMatch(/"name":"(?:"|find the|x{200})/);
      }
    }
  });

  it.each([
    ["anthropic", undefined, "functions.find:0"],
    ["chat", "mistral", "chatcmpl-tool-0123456789abcdef"],
  ])(
    "has one id for call and result at %s %s, also where its own model made an id that it refuses",
    async (provider, server, id) => {
      const answer = calling(id, "find")[provider];
      const setup = server === undefined ? {} : { server };
      const kind = server === undefined ? provider : "unknown";
      const { response } = await exchange(kind, {}, { ...setup, answers: answer === undefined ? [] : [answer] });
      const result: Item = { type: "tool_result", callId: id, name: "find", text: "x", isError: false };
      const body = JSON.stringify(await send(kind, { items: [HELLO, response.item, result] }, setup));
      expect(body).not.toContain(id);
      const [, callId] = /"id":"([a-zA-Z0-9_-]+)"/.exec(body) ?? [];
      expect(body).toMatch(new RegExp(`"(?:tool_use_id|tool_call_id)":"${callId}"`));
    },
  );

  it("leave out thinking of Anthropic that was cut off before its signature", async () => {
    const turn = [
      { type: "thinking", thinking: "Hm", signature: "" },
      { type: "redacted_thinking", data: "x" },
      { type: "text", text: "So" },
    ];
    const item: Item = { type: "assistant", text: "So", toolCalls: [], raw: { provider: "anthropic", turn } };
    expect(await send("anthropic", { items: [HELLO, item, HELLO] })).toMatchObject({
      messages: [{}, { content: [{ type: "redacted_thinking" }, { type: "text" }] }, {}],
    });
  });
});

describe("addresses and bodies", () => {
  const path = async (make: Make, id: string, suffix: string, answer: ScriptedAnswer): Promise<string | undefined> => {
    await using server = await startModelServer(answer);
    await ask(make(id, { baseUrl: `${server.url}${suffix}`, apiKey: "key-123456" }), { stream: false });
    return server.requests[0]?.path;
  };

  it.each([
    [openaiChat, ANSWERS.chat, "/deployments/m?api-version=2025", "/deployments/m/chat/completions?api-version=2025"],
    [openaiResponses, ANSWERS.responses, "/v1/?a=b#c", "/v1/responses?a=b"],
    [anthropic, ANSWERS.messages, "/v1?beta=true", "/v1/messages?beta=true"],
    [gemini, ANSWERS.gemini, "/v1beta/?a=b", "/v1beta/models/m:generateContent?a=b"],
  ] as const)("keep the query of a base URL", async (make, answer, suffix, want) => {
    expect(await path(make, "m", suffix, answer)).toBe(want);
  });

  it("let the caller edit the body last", async () => {
    await using server = await startModelServer(ANSWERS.chat);
    const editBody = ({ model, ...body }: Readonly<Record<string, unknown>>) => ({ ...body, deployment: model });
    const options = { baseUrl: server.url, apiKey: "key-123456", extraBody: { seed: 7 }, editBody };
    await ask(openaiChat("m", options), { stream: false });
    expect(server.requests[0]?.body).toEqual({
      messages: [{ role: "user", content: "hello" }],
      deployment: "m",
      seed: 7,
    });
  });
});

describe("media (D2)", () => {
  const image: MediaPart = { type: "image", data: "iVBORw0KGgoAAA" };
  const pdf: MediaPart = { type: "file", data: "JVBERi0xLjQ", filename: "a.pdf" };
  const results: Item[] = [
    HELLO,
    {
      type: "assistant",
      text: "",
      toolCalls: [
        { callId: "c1", name: "draw", argumentsText: "{}" },
        { callId: "c2", name: "find", argumentsText: "{}" },
      ],
    },
    { type: "tool_result", callId: "c1", name: "draw", text: "", isError: false, media: [image] },
    { type: "tool_result", callId: "c2", name: "find", text: "none", isError: false },
  ];

  it("takes pictures and files of the user everywhere", async () => {
    const items: Item[] = [{ type: "user", content: [{ type: "text", text: "see" }, image, pdf] }];
    expect(await send("chat", { items })).toMatchObject({
      messages: [
        {
          content: [
            { type: "text", text: "see" },
            { type: "image_url", image_url: { url: "data:image/png;base64,iVBORw0KGgoAAA" } },
            { type: "file", file: { filename: "a.pdf", file_data: "data:application/pdf;base64,JVBERi0xLjQ" } },
          ],
        },
      ],
    });
    expect(await send("responses", { items })).toMatchObject({
      input: [
        {
          content: [
            { type: "input_text", text: "see" },
            { type: "input_image", image_url: "data:image/png;base64,iVBORw0KGgoAAA" },
            { type: "input_file", filename: "a.pdf", file_data: "data:application/pdf;base64,JVBERi0xLjQ" },
          ],
        },
      ],
    });
    expect(await send("anthropic", { items })).toMatchObject({
      messages: [
        {
          content: [
            { type: "text", text: "see" },
            { type: "image", source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgoAAA" } },
            { type: "document", title: "a.pdf", source: { type: "base64", media_type: "application/pdf" } },
          ],
        },
      ],
    });
    expect(await send("gemini", { items })).toMatchObject({
      contents: [
        {
          parts: [
            { text: "see" },
            { inlineData: { mimeType: "image/png", data: "iVBORw0KGgoAAA" } },
            { inlineData: { mimeType: "application/pdf", data: "JVBERi0xLjQ" } },
          ],
        },
      ],
    });
  });

  it("puts a result's picture into one user message behind all results, for Chat Completions and Gemini 2", async () => {
    const { messages } = await send("chat", { items: results });
    expect(messages).toMatchObject([
      { role: "user" },
      { role: "assistant" },
      { role: "tool", tool_call_id: "c1", content: "(see the media in the next message)" },
      { role: "tool", tool_call_id: "c2", content: "none" },
      { role: "user", content: [{ type: "text", text: "From the result of draw (call c1):" }, { type: "image_url" }] },
    ]);
    const { contents } = await send("gemini", { items: results }, { id: "gemini-2.5-flash" });
    expect(contents).toMatchObject([
      {},
      {},
      { parts: [{ functionResponse: { name: "draw" } }, { functionResponse: { name: "find" } }] },
      {
        role: "user",
        parts: [{ text: "From the result of draw (call c1):" }, { inlineData: { mimeType: "image/png" } }],
      },
    ]);
  });

  it("puts it into the result where that can hold it: Responses, Anthropic, Gemini 3", async () => {
    expect(await send("responses", { items: results })).toMatchObject({
      input: [{}, {}, {}, { call_id: "c1", output: [{ type: "input_image" }] }, { call_id: "c2", output: "none" }],
    });
    expect(await send("anthropic", { items: results })).toMatchObject({
      messages: [{}, {}, { content: [{ tool_use_id: "c1", content: [{ type: "image" }] }, { content: "none" }] }],
    });
    expect(await send("gemini", { items: results })).toMatchObject({
      contents: [{}, {}, { parts: [{ functionResponse: { parts: [{ inlineData: { mimeType: "image/png" } }] } }, {}] }],
    });
  });

  it.each([
    ["chat", { type: "video", data: "AAAA" }],
    ["chat", { type: "audio", data: "AAAA", mimeType: "audio/flac" }],
    ["responses", { type: "audio", data: "AAAA" }],
    ["anthropic", { type: "image", data: "AAAA", mimeType: "image/tiff" }],
  ] as const)("says that %s takes no such thing, before it asks", async (provider, part) => {
    const refused = exchange(provider, { items: [{ type: "user", content: [part] }] });
    await expect(refused).rejects.toMatchObject({ code: "RUNA_MEDIA_UNSUPPORTED" });
  });
});

describe("strict tools and structured answers (A17)", () => {
  const strict = {
    ...toolNamed("add", {
      properties: {
        a: { type: "string" },
        b: { type: "number", default: 42 },
        labels: { type: "object", additionalProperties: { type: "string" } },
      },
      required: ["a", "labels"],
    }),
    strict: true,
  };
  const lowered = '{"a":"x","b":null,"labels":[{"key":"k","value":"v"}]}';

  it.each([
    [
      "chat",
      {
        body: {
          choices: [
            {
              message: {
                role: "assistant",
                content: null,
                tool_calls: [{ id: "c1", type: "function", function: { name: "add", arguments: lowered } }],
              },
              finish_reason: "tool_calls",
            },
          ],
        },
      },
    ],
    [
      "responses",
      {
        body: {
          status: "completed",
          output: [{ type: "function_call", id: "fc", call_id: "c1", name: "add", arguments: lowered }],
        },
      },
    ],
  ])("asks %s strictly, takes back what lowering added, and echoes the turn as it came", async (provider, answer) => {
    const { body, response } = await exchange(provider, { tools: [strict] }, { answers: [answer] });
    const text = JSON.stringify(body.tools);
    expect(text).toContain('"strict":true');
    expect(text).toMatch(/"required":\["a","b","labels"\]/);
    const [call] = response.item.toolCalls;
    expect(JSON.parse(call?.argumentsText ?? "")).toEqual({ a: "x", labels: { k: "v" } });
    expect(JSON.stringify(response.item.raw)).toContain('\\"b\\":null');
  });

  it("does not send strict to a server that may not know it", async () => {
    expect(JSON.stringify(await send("unknown", { tools: [strict] }))).not.toContain("strict");
  });

  const output = {
    name: "Ticket",
    schema: {
      type: "object",
      properties: { title: { type: "string" }, note: { type: "string" } },
      required: ["title"],
      additionalProperties: false,
    },
  } as const;

  it("asks for an answer in a shape, and takes back what lowering added", async () => {
    const answer = {
      body: {
        choices: [{ message: { role: "assistant", content: '{"title":"x","note":null}' }, finish_reason: "stop" }],
      },
    };
    const { body, response } = await exchange("chat", { output }, { answers: [answer] });
    expect(body.response_format).toMatchObject({ type: "json_schema", json_schema: { name: "Ticket", strict: true } });
    expect(response.item.text).toBe('{"title":"x"}');
    expect(await send("responses", { output })).toMatchObject({
      text: { format: { type: "json_schema", name: "Ticket", strict: true } },
    });
    expect(await send("anthropic", { output })).toMatchObject({ output_config: { format: { type: "json_schema" } } });
    expect(await send("gemini", { output })).toMatchObject({
      generationConfig: { responseMimeType: "application/json", responseJsonSchema: { type: "object" } },
    });
  });

  it("says the shape in words where the model takes no schema", async () => {
    const old = await send("gemini", { output, tools: [find] }, { id: "gemini-2.5-flash" });
    expect(JSON.stringify(old.systemInstruction)).toContain("JSON Schema");
    expect(old).not.toHaveProperty("generationConfig");
    expect(String((await send("anthropic", { output }, { id: "claude-3-5-haiku-latest" })).system)).toContain(
      "JSON Schema",
    );
  });
});
