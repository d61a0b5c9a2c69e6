/** What happens when a provider does not answer as it should, against a real server. */
import { createServer } from "node:net";
import { describe, expect, it } from "vitest";
import { isRunaError } from "../../src/errors/runa-error.ts";
import type { Model, ModelEvent, ModelSettings } from "../../src/model/model.ts";
import { anthropic } from "../../src/providers/anthropic/model.ts";
import { gemini } from "../../src/providers/gemini/model.ts";
import { openaiChat } from "../../src/providers/openai-chat/model.ts";
import { openaiResponses } from "../../src/providers/openai-responses/model.ts";
import { ask, HELLO } from "../support/ask.ts";
import { type ScriptedAnswer, startModelServer } from "../support/model-server.ts";
import { answerOf, answerOfExchange, exchangesOf, readJson, readRecording } from "../support/recording.ts";

const KEY = "sk-secret-0123456789";
const SOON = { "retry-after-ms": "5" };
const OK = answerOf("openai-chat/tool-call-usage.sse.txt");
const DELTA = `data: {"choices":[{"index":0,"delta":{"content":"Hel"}}]}\n\n`;

interface Failure {
  readonly code: string | undefined;
  readonly message: string;
  readonly facts: { readonly status?: number; readonly providerCode?: string; readonly requestId?: string };
  readonly requests: number;
  readonly retries: readonly Extract<ModelEvent, { type: "retry" }>[];
  readonly gaps: readonly number[];
}

interface Case {
  readonly answers: readonly ScriptedAnswer[];
  readonly make?: (id: string, options: { baseUrl: string; apiKey: string }) => Model;
  readonly settings?: ModelSettings;
}

async function fail({ answers, make = openaiChat, settings = {} }: Case): Promise<Failure> {
  await using server = await startModelServer(...answers);
  const retries: Failure["retries"][number][] = [];
  let failure: unknown;
  try {
    await ask(make("m", { baseUrl: server.url, apiKey: KEY }), {
      settings,
      onEvent: (event) => {
        if (event.type === "retry") retries.push(event);
      },
    });
  } catch (error) {
    failure = error;
  }
  const error = failure instanceof Error ? failure : new Error("nothing was thrown");
  expect(JSON.stringify({ ...error, message: error.message, stack: error.stack })).not.toContain(KEY);
  return {
    code: isRunaError(error) ? error.code : undefined,
    message: error.message,
    facts: error as Failure["facts"],
    requests: server.requests.length,
    retries,
    gaps: server.requests.slice(1).map(({ at }, index) => at - (server.requests[index]?.at ?? at)),
  };
}

function errorBody(status: number, code: string | null, message = "Something is wrong.") {
  return { status, body: { error: { message, type: "some_error", param: null, code } } };
}

describe("refusals", () => {
  it.each([
    [400, "invalid_function_parameters", ["Something is wrong.", "(400 invalid_function_parameters)"]],
    [401, "invalid_api_key", ["Check the API key."]],
    [403, "permission_denied", []],
    [404, "model_not_found", ["the model's name and the base URL"]],
    [413, "request_too_large", []],
    [422, null, []],
    [429, "insufficient_quota", []],
  ] as const)("does not ask again after %s %s (I15)", async (status, code, words) => {
    const failure = await fail({ answers: [{ ...errorBody(status, code), headers: { "x-request-id": "req_1" } }, OK] });
    expect(failure).toMatchObject({ code: "RUNA_PROVIDER_REFUSED", requests: 1, retries: [] });
    expect(failure.facts).toMatchObject({ status, providerCode: code ?? "some_error", requestId: "req_1" });
    for (const word of ["openai-chat", '"m"', "req_1", ...words]) expect(failure.message).toContain(word);
  });

  it.each([408, 409, 429, 500, 502, 503, 529])("asks twice more after %s, as the server says (I15)", async (status) => {
    const failure = await fail({ answers: [{ ...errorBody(status, "busy"), headers: SOON }] });
    expect(failure).toMatchObject({ code: "RUNA_PROVIDER_REFUSED", requests: 3 });
    expect(failure.facts).toMatchObject({ status });
    expect(failure.retries.map(({ attempt, delay }) => [attempt, delay])).toEqual([
      [1, 5],
      [2, 5],
    ]);
    expect(failure.retries[0]?.reason).toContain("Something is wrong.");
  });

  it("waits for three seconds after 429 with retry-after: 3, and then asks 503 away (I15)", async () => {
    await using server = await startModelServer(
      { ...errorBody(429, "rate_limit_exceeded"), headers: { "retry-after": "3" } },
      { ...errorBody(503, null), headers: SOON },
      OK,
    );
    const { response } = await ask(openaiChat("m", { baseUrl: server.url, apiKey: KEY }), { settings: {} });
    expect(response.item.toolCalls).toHaveLength(1);
    const [first, second, third] = server.requests.map(({ at }) => at);
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThan(2_950);
    expect((third ?? 0) - (second ?? 0)).toBeLessThan(1_000);
  });

  it("backs off for half a second, less up to a quarter, when the server says nothing (I15)", async () => {
    const failure = await fail({ answers: [errorBody(500, null)], settings: { maxRetries: 1 } });
    expect(failure.gaps[0]).toBeGreaterThan(370);
    expect(failure.gaps[0]).toBeLessThan(900);
  });

  it("does not ask again where maxRetries is 0 (I15)", async () => {
    const failure = await fail({ answers: [{ ...errorBody(503, null), headers: SOON }], settings: { maxRetries: 0 } });
    expect(failure.requests).toBe(1);
  });

  it.each([
    ["false", 500, 1],
    ["true", 400, 3],
  ] as const)("obeys x-should-retry: %s on %s", async (word, status, requests) => {
    const headers = { ...SOON, "x-should-retry": word };
    expect((await fail({ answers: [{ ...errorBody(status, null), headers }] })).requests).toBe(requests);
  });

  it("fails at once when the server wants to be left alone for longer than a minute", async () => {
    const begin = performance.now();
    const failure = await fail({ answers: [{ ...errorBody(429, "busy"), headers: { "retry-after": "86400" } }] });
    expect(failure.requests).toBe(1);
    expect(performance.now() - begin).toBeLessThan(1_000);
  });

  it("fails at once when the wait would end behind requestTimeout", async () => {
    const failure = await fail({
      answers: [{ ...errorBody(429, "busy"), headers: { "retry-after": "5" } }],
      settings: { requestTimeout: 2_000 },
    });
    expect(failure.requests).toBe(1);
  });

  it("reads errors of Anthropic, and takes a 429 without a wait for the spending limit that it is", async () => {
    const body = { type: "error", error: { type: "rate_limit_error", message: "Slow down" }, request_id: "req_a" };
    const limit = await fail({ answers: [{ status: 429, body }], make: anthropic });
    expect(limit).toMatchObject({ requests: 1 });
    expect(limit.facts).toMatchObject({ providerCode: "rate_limit_error", requestId: "req_a" });
    expect((await fail({ answers: [{ status: 429, body, headers: SOON }], make: anthropic })).requests).toBe(3);
    expect((await fail({ answers: [{ status: 529, body, headers: SOON }], make: anthropic })).requests).toBe(3);
  });

  it("reads how long to wait from the body of Gemini", async () => {
    const body = readRecording("gemini/429-retry-info.json").replace("34.4s", "0.02s");
    const failure = await fail({
      answers: [{ status: 429, headers: { "content-type": "application/json" }, body }],
      make: gemini,
    });
    expect(failure.requests).toBe(3);
    expect(failure.retries.map(({ delay }) => delay)).toEqual([20, 20]);
    expect(failure.facts).toMatchObject({ status: 429, providerCode: "RESOURCE_EXHAUSTED" });
  });

  it("says which key Gemini refuses, though the status is 400", async () => {
    const error = { code: 400, message: "API key not valid. Please pass a valid API key.", status: "INVALID_ARGUMENT" };
    const failure = await fail({ answers: [{ status: 400, body: [{ error }] }], make: gemini });
    expect(failure.message).toContain("Check the API key.");
  });

  it.each([
    ["a text", '{"error":"model \\"m\\" not found"}', 'model "m" not found'],
    ["a flat object", '{"object":"error","message":"no such model","code":40401}', "no such model"],
    ["a detail", '{"detail":[{"loc":["body"],"msg":"Extra inputs"}]}', "Extra inputs"],
    ["no JSON", "upstream connect error", "upstream connect error"],
    ["nothing", "", "the answer has no body"],
    ["a page", "<html><head><title>502 Bad Gateway</title></head><body>…</body></html>", 'web page, "502 Bad Gateway"'],
  ])("reads an error that is %s", async (_name, body, words) => {
    const failure = await fail({ answers: [{ status: 404, headers: { "content-type": "text/html" }, body }] });
    expect(failure.message).toContain(words);
  });

  it("keeps the recorded refusals' words", async () => {
    const body = readJson("openai-chat/reasoning-model-legacy-parameter-error.json") as object;
    const failure = await fail({ answers: [{ status: 400, body }] });
    expect(failure.message).toContain("Use 'max_completion_tokens' instead.");
    expect(failure.facts).toMatchObject({ providerCode: "unsupported_parameter" });
  });

  it.each([
    [400, undefined, "prompt is too long: 210000 tokens > 200000 maximum"],
    [400, "context_length_exceeded", "Your input exceeds it."],
    [400, undefined, "Your input exceeds the context window of this model."],
    [
      400,
      "INVALID_ARGUMENT",
      "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
    ],
    [400, undefined, "This model's maximum prompt length is 131072 but the request contains 140000 tokens."],
    [400, undefined, "Please reduce the length of the messages or completion."],
    [400, undefined, "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens"],
    [400, "exceed_context_size_error", "the request exceeds the available context size, try increasing it"],
    [500, undefined, "the number of tokens is greater than the context length"],
    [400, undefined, "Prompt is too large for model with 32768 maximum context length"],
  ])("says what to do about a conversation that is too long: %s %s %s", async (status, code, message) => {
    const failure = await fail({ answers: [{ ...errorBody(status, code ?? null, message), headers: SOON }] });
    expect(failure).toMatchObject({ code: "RUNA_CONTEXT_OVERFLOW", requests: 1, facts: { status } });
    for (const words of ["too long", message, "maxResultChars", "larger context"])
      expect(failure.message).toContain(words);
  });

  it("tells a conversation that is too long inside a stream, and no rate limit for one", async () => {
    const body = `data: {"error":{"code":400,"message":"the request exceeds the available context size"}}\n\n`;
    expect(await fail({ answers: [{ body }] })).toMatchObject({ code: "RUNA_CONTEXT_OVERFLOW", requests: 1 });
    const limit = errorBody(
      429,
      "rate_limit_exceeded",
      "Limit 6000 tokens per minute. Please reduce the length of the messages.",
    );
    expect(await fail({ answers: [{ ...limit, headers: SOON }] })).toMatchObject({
      code: "RUNA_PROVIDER_REFUSED",
      requests: 3,
    });
  });

  it("keeps what the recorded errors say", async () => {
    const body = readJson("openai-responses/openai-error.json") as object;
    const quota = await fail({ answers: [{ status: 429, body }], make: openaiResponses });
    expect(quota).toMatchObject({ requests: 1, facts: { status: 429, providerCode: "insufficient_quota" } });
    expect(quota.message).toContain("You exceeded your current quota");
    const answers = exchangesOf("anthropic/not-found-404.exchange.json").map(answerOfExchange);
    const missing = await fail({ answers, make: anthropic });
    expect(missing).toMatchObject({ requests: 1, facts: { status: 404, providerCode: "not_found_error" } });
    expect(missing.facts.requestId).toBe("req_011CVEA3SF7rnb3DuBZytqQa");
    expect(missing.message).toContain("model: claude-does-not-exist");
  });

  it("takes the recorded arguments null for none", async () => {
    const { message } = readJson("openai-compatible/cohere-null-args.json") as { readonly message: object };
    await using server = await startModelServer({ body: { choices: [{ message, finish_reason: "TOOL_CALL" }] } });
    const model = openaiChat("m", { baseUrl: server.url, apiKey: KEY });
    const { response } = await ask(model, { stream: false });
    expect(response.item.toolCalls).toMatchObject([{ name: "currentTime", argumentsText: "null" }]);
    const result = { type: "tool_result", callId: "currentTime_tf4dywn8wgnk", name: "currentTime", text: "x" } as const;
    await ask(model, { items: [HELLO, response.item, { ...result, isError: false }], stream: false });
    expect(JSON.stringify(server.requests[1]?.body)).toContain('"arguments":"null"');
  });

  it("hides a key that the provider quotes", async () => {
    const failure = await fail({ answers: [errorBody(401, "invalid_api_key", `Incorrect API key provided: ${KEY}.`)] });
    expect(failure.message).toContain("Incorrect API key provided: [hidden].");
  });

  it("does not follow a redirect with the key in hand, and says where it leads", async () => {
    const answers = [{ status: 308, headers: { location: "https://models.example.com/v1" }, body: "" }];
    const failure = await fail({ answers });
    expect(failure).toMatchObject({ code: "RUNA_PROVIDER_REFUSED", requests: 1 });
    expect(failure.message).toContain("https://models.example.com/v1");
  });
});

describe("connections", () => {
  it("asks again when nobody listens, and says so (I15)", async () => {
    const port = await freePort();
    const retries: ModelEvent[] = [];
    const answer = ask(openaiChat("m", { baseUrl: `http://127.0.0.1:${port}/v1`, apiKey: KEY }), {
      settings: { maxRetries: 1 },
      onEvent: (event) => retries.push(event),
    });
    await expect(answer).rejects.toMatchObject({ code: "RUNA_PROVIDER_UNREACHABLE", retryable: true });
    await expect(answer).rejects.toThrow(`127.0.0.1:${port}`);
    expect(retries).toHaveLength(1);
  });

  it("asks again when the connection breaks before the answer (I15)", async () => {
    await using server = await startModelServer({ instead: "reset" }, OK);
    const { response } = await ask(openaiChat("m", { baseUrl: server.url, apiKey: KEY }), { settings: {} });
    expect(response.item.toolCalls).toHaveLength(1);
    expect(server.requests).toHaveLength(2);
  });

  it("asks again when a stream breaks before its first word", async () => {
    await using server = await startModelServer({ body: ": wait\n\n", ending: "reset" }, OK);
    await ask(openaiChat("m", { baseUrl: server.url, apiKey: KEY }), { settings: {} });
    expect(server.requests).toHaveLength(2);
  });

  it.each([
    ["breaks", { body: DELTA, ending: "reset" }],
    ["ends without its end", { body: DELTA }],
  ] as const)("does not ask again when a stream %s behind its first word (I15)", async (_name, answer) => {
    const failure = await fail({ answers: [answer, OK] });
    expect(failure).toMatchObject({ code: "RUNA_PROVIDER_BROKE_OFF", requests: 1, retries: [] });
  });

  it("takes a stream that was cut inside an event for broken, and asks again before its first word", async () => {
    const body = `data: {"choices":[{"index":0,"del`;
    const failure = await fail({ answers: [{ body }], settings: { maxRetries: 1 } });
    expect(failure).toMatchObject({ code: "RUNA_PROVIDER_BROKE_OFF", requests: 2 });
    expect((await fail({ answers: [{ body: DELTA + body }] })).requests).toBe(1);
  });

  it("takes comments and pings for signs of life", async () => {
    const chat = `${": wait\n\n".repeat(12)}${OK.body}`;
    const ping = 'event: ping\ndata: {"type":"ping"}\n\n';
    const messages = ping.repeat(12) + String(answerOf("anthropic/tool-no-args.chunks.txt", "named").body);
    for (const [make, body] of [
      [openaiChat, chat],
      [anthropic, messages],
    ] as const) {
      // Each write takes a third of the silence that is allowed, and all of them three times as much.
      await using server = await startModelServer({ body, chunkSize: Math.ceil(body.length / 30), pause: 100 });
      const model = make("m", { baseUrl: server.url, apiKey: KEY });
      const { response } = await ask(model, { settings: { idleTimeout: 1_000, maxRetries: 0 } });
      expect(response.item.toolCalls).toHaveLength(1);
    }
  });

  it("gives up a stream that falls silent", async () => {
    const begin = performance.now();
    const failure = await fail({ answers: [{ body: DELTA, ending: "stall" }], settings: { idleTimeout: 200 } });
    expect(failure).toMatchObject({ code: "RUNA_PROVIDER_TIMEOUT", requests: 1 });
    expect(failure.message).toContain("200 ms");
    expect(performance.now() - begin).toBeLessThan(3_000);
  });

  it.each([
    ["that never begins", { instead: "stall" }],
    ["that never ends", { body: DELTA, ending: "stall" }],
  ] as const)("gives up an answer %s when its time is over", async (_name, answer) => {
    const begin = performance.now();
    const failure = await fail({ answers: [answer], settings: { requestTimeout: 300 } });
    expect(failure).toMatchObject({ code: "RUNA_PROVIDER_TIMEOUT", requests: 1 });
    expect(failure.message).toContain("300 ms");
    expect(performance.now() - begin).toBeLessThan(3_000);
  });

  it("uses connections again", async () => {
    await using server = await startModelServer(OK);
    const model = openaiChat("m", { baseUrl: server.url, apiKey: KEY });
    for (let turn = 0; turn < 10; turn++) await ask(model);
    // undici lets a socket rest for one turn of the event loop: requests without a pause between them take turns on two.
    expect(server.connections).toBeLessThanOrEqual(2);
  });

  it("does not wait for a server that keeps a finished stream open", async () => {
    await using server = await startModelServer({ ...OK, ending: "stall" });
    const begin = performance.now();
    const { response } = await ask(openaiChat("m", { baseUrl: server.url, apiKey: KEY }));
    expect(response.item.toolCalls).toHaveLength(1);
    expect(performance.now() - begin).toBeLessThan(900);
    await server.nextClose();
  });

  it("takes a stream for whole when only [DONE] is missing and the connection falls silent or breaks", async () => {
    const body = readRecording("openai-chat/tool-call-usage.sse.txt").replace("data: [DONE]\n\n", "");
    for (const ending of ["reset", "stall", undefined] as const) {
      await using server = await startModelServer({ body, ...(ending === undefined ? undefined : { ending }) });
      const model = openaiChat("m", { baseUrl: server.url, apiKey: KEY });
      const { response } = await ask(model, { settings: { idleTimeout: 200, maxRetries: 0 } });
      expect(response.item.toolCalls, String(ending)).toHaveLength(1);
    }
  });
});

const PLAIN = { "content-type": "text/plain" };

describe("answers", () => {
  it.each([
    ["text", { headers: { "content-type": "application/json" }, body: "{" }, "{"],
    ["a page", { headers: { "content-type": "text/html" }, body: "<html><title>Sign in</title></html>" }, "Sign in"],
    ["something else", { body: { hello: "world" } }, "no message"],
    ["a plain text", { headers: PLAIN, body: "It works!" }, "It works!"],
    ["a plain text in pieces", { headers: PLAIN, body: "It works!\n", chunkSize: 1 }, "It works!"],
    ["an empty body", { headers: PLAIN, body: "" }, "the answer has no body."],
    ["204", { status: 204, headers: PLAIN }, "the answer has no body."],
    [
      "bytes",
      { headers: { "content-type": "application/octet-stream" }, body: Buffer.from([0, 1, 254, 255]) },
      "\uFFFD",
    ],
  ] as const)("says that %s is no answer, and doubts the base URL", async (_name, answer, words) => {
    const failure = await fail({ answers: [answer, OK] });
    expect(failure).toMatchObject({ code: "RUNA_PROVIDER_UNREADABLE", requests: 1 });
    expect(failure.message).toContain(words);
    expect(failure.message).toContain("base URL");
  });

  it.each([
    ["an event stream that is empty", { body: "" }],
    ["a comment", { headers: PLAIN, body: ": waiting\n\n" }],
  ])("asks again after %s, which broke off", async (_name, answer) => {
    const failure = await fail({ answers: [answer], settings: { maxRetries: 1 } });
    expect(failure).toMatchObject({ code: "RUNA_PROVIDER_BROKE_OFF", requests: 2 });
  });

  it("reports an error event that is told in words", async () => {
    const failure = await fail({ answers: [{ body: "event: error\ndata: Internal Server Error\n\n" }] });
    expect(failure).toMatchObject({ code: "RUNA_PROVIDER_REFUSED", requests: 1 });
    expect(failure.message).toContain("Internal Server Error");
  });

  it("says that an answer is nested too deep to be written again", async () => {
    const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
    const block = `{"type":"tool_use","id":"a","name":"f","input":{"a":${deep}}}`;
    const answer = { headers: { "content-type": "application/json" }, body: `{"content":[${block}]}` };
    const failure = await fail({ answers: [answer], make: anthropic });
    expect(failure).toMatchObject({ code: "RUNA_PROVIDER_UNREADABLE", requests: 1 });
    expect(failure.message).toContain("nested too deep");
  });

  it.each([
    ["gemini/tool-call.chunks.txt", gemini, "gemini"],
    ["openai-responses/azure-tool-call.chunks.txt", openaiResponses, "named"],
    ["anthropic/tool-no-args.chunks.txt", anthropic, "named"],
  ] as const)("does not mind the end mark of another format: %s", async (name, make, format) => {
    const { body } = answerOf(name, format);
    await using server = await startModelServer({ body: `data: [DONE]\n\n${String(body)}data: [DONE]\n\n` });
    const { response } = await ask(make("m", { baseUrl: server.url, apiKey: KEY }));
    expect(response.item.toolCalls).toHaveLength(1);
  });

  it("says that an event which is no JSON cannot be read", async () => {
    const failure = await fail({ answers: [{ body: "data: {nonsense\n\n" }] });
    expect(failure).toMatchObject({ code: "RUNA_PROVIDER_UNREADABLE" });
  });

  it.each([" \n", "\n\n\n", "\uFEFF"])("reads a whole answer behind %j, in pieces", async (start) => {
    const body = start + readRecording("openai-compatible/mistral-tool-call.json");
    for (const stream of [true, false]) {
      await using server = await startModelServer({ body, chunkSize: start === "\uFEFF" ? 50 : 1 });
      const { response } = await ask(openaiChat("m", { baseUrl: server.url, apiKey: KEY }), { stream });
      expect(response.item.toolCalls).toHaveLength(1);
    }
  });

  it.each(["application/json; charset=utf-8", "text/event-stream"])(
    "reads a whole answer to a request for a stream, sent as %s, with the same events",
    async (type) => {
      const answer = answerOf("openai-compatible/mistral-tool-call.json");
      await using server = await startModelServer({ ...answer, headers: { "content-type": type }, chunkSize: 50 });
      const { response, events } = await ask(openaiChat("m", { baseUrl: server.url, apiKey: KEY }));
      const [call] = response.item.toolCalls;
      expect(events).toEqual([
        { type: "tool_arguments_delta", callId: call?.callId, name: "weather", delta: call?.argumentsText },
      ]);
    },
  );

  it.each([
    ["openai-compatible/groq-tool-call.chunks.txt", openaiChat, "chat"],
    ["openai-responses/azure-tool-call.chunks.txt", openaiResponses, "named"],
    ["anthropic/tool-no-args.chunks.txt", anthropic, "named"],
    ["gemini/tool-call.chunks.txt", gemini, "gemini"],
  ] as const)("reads a stream in answer to a request for a whole: %s", async (name, make, format) => {
    const answer = answerOf(name, format);
    const expected = await answered(make, answer, true);
    for (const type of ["text/event-stream", "application/json"]) {
      const sent = { ...answer, headers: { "content-type": type } };
      expect(await answered(make, sent, false)).toEqual(expected);
      expect(await answered(make, sent, true)).toEqual(expected);
    }
    const cut = { body: String(answer.body).slice(0, String(answer.body).length / 3) };
    await expect(answered(make, cut, false)).rejects.toMatchObject({ code: "RUNA_PROVIDER_BROKE_OFF" });
  });

  async function answered(make: NonNullable<Case["make"]>, answer: ScriptedAnswer, stream: boolean): Promise<string> {
    await using server = await startModelServer(answer);
    const { response } = await ask(make("m", { baseUrl: server.url, apiKey: KEY }), { stream });
    return JSON.stringify(response).replace(/call_[0-9a-f-]{36}/g, "made");
  }

  it("lets nothing in a delta become what the message inherits", async () => {
    const hidden = '"__proto__":{"tool_calls":[{"id":"x","function":{"name":"f","arguments":"{}"}}],"content":"no"}';
    const chat = `data: {"choices":[{"index":0,"delta":{${hidden},"content":"hi"},"finish_reason":"stop"}]}\n\n`;
    await using server = await startModelServer({ body: chat });
    const { response } = await ask(openaiChat("m", { baseUrl: server.url, apiKey: KEY }));
    expect(response.item).toMatchObject({ text: "hi", toolCalls: [] });
    const body =
      'data: {"type":"message_start","message":{"id":"a","content":[]}}\n\n' +
      'data: {"type":"message_delta","delta":{"__proto__":{"stop_reason":"refusal"}}}\n\ndata: {"type":"message_stop"}\n\n';
    await using other = await startModelServer({ body });
    expect((await ask(anthropic("m", { baseUrl: other.url, apiKey: KEY }))).response.finishReason).toBe("stop");
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it("sends no events where no stream was asked for", async () => {
    await using server = await startModelServer(answerOf("openai-compatible/mistral-tool-call.json"));
    const { events } = await ask(openaiChat("m", { baseUrl: server.url, apiKey: KEY }), { stream: false });
    expect(events).toEqual([]);
    expect(server.requests[0]?.body).not.toHaveProperty("stream");
  });

  it.each([
    [
      "an error of Groq in the stream",
      openaiChat,
      {
        body: readRecording("openai-compatible/groq-error-event.sse.txt").replace(
          '"failed_generation":"{',
          '"failed_generation":"',
        ),
      },
      "tool_use_failed",
    ],
    [
      "an error of OpenAI in the stream",
      openaiResponses,
      answerOf("openai-responses/openai-error.chunks.txt", "named"),
      "insufficient_quota",
    ],
    [
      "an error under status 200",
      openaiChat,
      { body: { error: { code: 502, message: "Provider returned error" } } },
      undefined,
    ],
    [
      "a failed response",
      openaiResponses,
      { body: { status: "failed", error: { code: "server_error", message: "x" }, output: [] } },
      "server_error",
    ],
  ] as const)("reports %s", async (_name, make, answer, providerCode) => {
    const failure = await fail({ answers: [answer], make, settings: { maxRetries: 0 } });
    expect(failure).toMatchObject({ code: "RUNA_PROVIDER_REFUSED", requests: 1 });
    expect(failure.facts.providerCode).toBe(providerCode);
  });

  it("gives a call out that Groq refused, for the check on our side to explain", async () => {
    const [refused] = exchangesOf("openai-compatible/groq-tool-use-failed.exchange.json").map(answerOfExchange);
    for (const answer of [refused ?? {}, answerOf("openai-compatible/groq-error-event.sse.txt")]) {
      await using server = await startModelServer(answer);
      const { response } = await ask(openaiChat("m", { baseUrl: server.url, apiKey: KEY }));
      const [call] = response.item.toolCalls;
      expect(call?.name).toBe("get_something_by_name");
      expect(call?.argumentsText).toMatch(/^\{"(foo|invalid_param)":"(bar|value)"\}$/);
    }
  });

  it("takes a prompt that Azure's filter stops for a filtered answer", async () => {
    await using server = await startModelServer(errorBody(400, "content_filter", "The response was filtered"));
    const { response } = await ask(openaiChat("m", { baseUrl: server.url, apiKey: KEY }));
    expect(response).toMatchObject({ finishReason: "content_filter", item: { text: "", toolCalls: [] } });
  });

  it("asks again after an overload that a stream begins with, and not after one behind its first word", async () => {
    const overloaded = `event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n`;
    const start = `event: message_start\ndata: {"type":"message_start","message":{"id":"a","content":[],"usage":{}}}\n\n`;
    const word =
      `event: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}\n\n` +
      `event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hi"}}\n\n`;
    const early = await fail({ answers: [{ body: start + overloaded }], make: anthropic, settings: { maxRetries: 1 } });
    expect(early).toMatchObject({ requests: 2 });
    expect(early.facts).toMatchObject({ status: 529, providerCode: "overloaded_error" });
    const late = await fail({ answers: [{ body: start + word + overloaded }], make: anthropic });
    expect(late).toMatchObject({ requests: 1 });
  });

  it.each([
    ["anthropic/tool-no-args.chunks.txt", anthropic, "named"],
    ["openai-responses/azure-tool-call.chunks.txt", openaiResponses, "named"],
    ["gemini/tool-call.chunks.txt", gemini, "gemini"],
    ["openai-compatible/alibaba-tool-call.chunks.txt", openaiChat, "chat"],
  ] as const)(
    "never gives out calls of a stream that was cut anywhere before its end: %s",
    async (name, make, format) => {
      const events = String(answerOf(name, format).body).split(/(?<=\n\r?\n)/);
      const end = events.findIndex((event) => /message_stop|response\.completed|STOP|"finish_reason":"/.test(event));
      expect(end).toBeGreaterThan(0);
      for (let count = 0; count <= end; count++) {
        const body = events.slice(0, count).join("");
        const failure = await fail({ answers: [{ body }], make, settings: { maxRetries: 0 } });
        expect(failure.code, `${count} events`).toBe("RUNA_PROVIDER_BROKE_OFF");
      }
    },
  );
});

describe("abort (R59)", () => {
  const reason = new Error("the caller changed its mind");

  it("asks nothing when the signal is aborted already", async () => {
    await using server = await startModelServer(OK);
    const model = openaiChat("m", { baseUrl: server.url, apiKey: KEY });
    await expect(ask(model, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(server.requests).toHaveLength(0);
  });

  it.each([
    ["while the server is silent", { instead: "stall" }],
    ["in the middle of a stream", { body: DELTA, ending: "stall" }],
    ["while waiting to ask again", { ...errorBody(503, null), headers: { "retry-after": "30" } }],
  ] as const)("rejects with the signal's reason %s, and closes the socket", async (name, answer) => {
    await using server = await startModelServer(answer);
    const controller = new AbortController();
    const model = openaiChat("m", { baseUrl: server.url, apiKey: KEY });
    const closed = server.nextClose();
    const begin = performance.now();
    const answered = ask(model, { signal: controller.signal, settings: {} });
    setTimeout(() => controller.abort(reason), 100);
    await expect(answered).rejects.toBe(reason);
    expect(performance.now() - begin).toBeLessThan(600);
    if (!name.includes("waiting")) await closed;
  });

  it("hands a reason on that is no error", async () => {
    await using server = await startModelServer({ body: DELTA, ending: "stall" });
    const controller = new AbortController();
    const answered = ask(openaiChat("m", { baseUrl: server.url, apiKey: KEY }), { signal: controller.signal });
    setTimeout(() => controller.abort("enough"), 50);
    await expect(answered).rejects.toBe("enough");
  });

  it("is nothing any more after the last word", async () => {
    await using server = await startModelServer({ ...OK, ending: "stall" });
    const controller = new AbortController();
    const model = openaiChat("m", { baseUrl: server.url, apiKey: KEY });
    const { response } = await ask(model, { signal: controller.signal });
    controller.abort(reason);
    expect(response.item.toolCalls).toHaveLength(1);
    await server.nextClose();
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 1;
}
