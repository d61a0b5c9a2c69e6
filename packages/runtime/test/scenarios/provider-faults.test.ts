/** What a run makes of each fault of a provider: whether it asked again, after how long, and what `run.error` says. */
import { Agent, openaiChat, ProviderError, type RunEvent } from "@runa/runtime";
import { describe, expect, it } from "vitest";
import { type ScriptedAnswer, startModelServer } from "../support/model-server.ts";

const KEY = "sk-secret-0123456789";
const DELTA = 'data: {"choices":[{"index":0,"delta":{"content":"Hel"}}]}\n\n';

const refusal = (status: number, code: string, headers: Readonly<Record<string, string>> = {}): ScriptedAnswer => ({
  status,
  headers: { "x-request-id": "req_7", ...headers },
  body: { error: { message: `The ${code}, with ${KEY}.`, code } },
});
const after = (milliseconds: number) => ({ "retry-after-ms": String(milliseconds) });

/** From half a second, doubled, less up to a quarter. */
const BACKOFF: readonly Range[] = [
  [375, 500],
  [750, 1_000],
];
type Range = readonly [from: number, to: number];

interface Case {
  readonly answer: ScriptedAnswer;
  readonly waits: readonly Range[];
  readonly code: string;
  readonly words: readonly string[];
}

const refused = (answer: ScriptedAnswer, waits: readonly Range[], ...words: readonly string[]): Case => ({
  answer,
  waits,
  code: "RUNA_PROVIDER_REFUSED",
  words: ["refused the request", `(${answer.status}`, "req_7", "[hidden]", ...words],
});

const CASES: { readonly [name: string]: Case } = {
  "400": refused(refusal(400, "invalid_value"), []),
  "401": refused(refusal(401, "invalid_api_key"), [], "Check the API key."),
  "404": refused(refusal(404, "model_not_found"), [], "the model's name and the base URL"),
  "408": refused(refusal(408, "timeout"), BACKOFF),
  "409": refused(refusal(409, "conflict"), BACKOFF),
  "429 with retry-after": refused(refusal(429, "rate_limit_exceeded", { "retry-after": "1" }), [
    [1_000, 1_000],
    [1_000, 1_000],
  ]),
  "429 without": refused(refusal(429, "rate_limit_exceeded"), BACKOFF),
  "429 for good": refused(refusal(429, "insufficient_quota"), []),
  "429 for an hour": refused(refusal(429, "rate_limit_exceeded", { "retry-after": "3600" }), []),
  "500": refused(refusal(500, "server_error"), BACKOFF),
  "503": refused(refusal(503, "unavailable", after(20)), [
    [20, 20],
    [20, 20],
  ]),
  "529": refused(refusal(529, "overloaded_error"), BACKOFF),
  "a reset before the headers": {
    answer: { instead: "reset" },
    waits: BACKOFF,
    code: "RUNA_PROVIDER_UNREACHABLE",
    words: ["could not be asked", "127.0.0.1"],
  },
  "a reset in mid-stream": {
    answer: { body: DELTA, ending: "reset" },
    waits: [],
    code: "RUNA_PROVIDER_BROKE_OFF",
    words: ["broke off"],
  },
  "a stream that simply stops": {
    answer: { body: DELTA },
    waits: [],
    code: "RUNA_PROVIDER_BROKE_OFF",
    words: ["the stream ended before the answer did"],
  },
  "a silent stall": {
    answer: { body: DELTA, ending: "stall" },
    waits: [],
    code: "RUNA_PROVIDER_TIMEOUT",
    words: ["took too long", "sent nothing for 300 ms"],
  },
  "garbage that calls itself JSON": {
    answer: { headers: { "content-type": "application/json" }, body: '{"choices": [' },
    waits: [],
    code: "RUNA_PROVIDER_UNREADABLE",
    words: ["cannot be read", "base URL"],
  },
  "a page under status 200": {
    answer: { headers: { "content-type": "text/html" }, body: "<html><title>Sign in</title></html>" },
    waits: [],
    code: "RUNA_PROVIDER_UNREADABLE",
    words: ['a web page, "Sign in"'],
  },
  "a page under status 502": {
    answer: { status: 502, headers: { "content-type": "text/html" }, body: "<html><title>Bad gateway</title></html>" },
    waits: BACKOFF,
    code: "RUNA_PROVIDER_REFUSED",
    words: ['(502): the answer is a web page, "Bad gateway"'],
  },
};

async function run(baseUrl: string) {
  const model = openaiChat("m", { baseUrl, apiKey: KEY });
  const agent = new Agent({ name: "test", model, modelSettings: { idleTimeout: 300 } });
  const stream = agent.stream("go");
  const events: RunEvent[] = [];
  for await (const event of stream) events.push(event);
  const delays = events.flatMap((event) => (event.type === "retry" ? [event.delay] : []));
  return { run: stream.run, delays };
}

describe.concurrent("faults of a provider (I15)", () => {
  it.each(Object.entries(CASES))("%s", async (_name, { answer, waits, code, words }) => {
    await using server = await startModelServer(answer);
    const { run: failed, delays } = await run(server.url);
    expect(failed).toMatchObject({ status: "error", stopReason: "error", error: { code }, output: undefined });
    expect(failed?.error).toBeInstanceOf(ProviderError);
    for (const word of words) expect(failed?.error?.message).toContain(word);
    expect(JSON.stringify([failed?.error, failed?.error?.message, failed?.error?.stack])).not.toContain(KEY);
    expect(server.requests).toHaveLength(1 + waits.length);
    expect(delays).toHaveLength(waits.length);
    for (const [index, [from, to]] of waits.entries()) {
      expect(delays[index]).toBeGreaterThanOrEqual(from);
      expect(delays[index]).toBeLessThanOrEqual(to);
      const gap = (server.requests[index + 1]?.at ?? 0) - (server.requests[index]?.at ?? 0);
      expect(gap).toBeGreaterThanOrEqual((delays[index] ?? 0) - 5);
    }
  });

  it("nobody listens", async () => {
    const server = await startModelServer({});
    await server[Symbol.asyncDispose]();
    const { run: failed, delays } = await run(server.url);
    expect(failed?.error).toMatchObject({ code: "RUNA_PROVIDER_UNREACHABLE" });
    expect(failed?.error?.message).toContain("ECONNREFUSED");
    expect(delays).toHaveLength(2);
  });
});
