/** Spans of runs, exported to memory: names, parents and attributes by the conventions for generative AI. */
import { context, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  type ReadableSpan,
  SimpleSpanProcessor,
  type SpanExporter,
} from "@opentelemetry/sdk-trace-node";
import { Agent, type AgentOptions, setLogger } from "@runa/runtime";
import { startTracing } from "@runa/runtime/otel";
import { ScriptedModel, type ScriptedResponse } from "@runa/runtime/testing";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { bound, text } from "../support/bound.ts";

const PASSWORD = "correct-horse-battery";

const exporter = new InMemorySpanExporter();
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
let stop = (): void => {};

// Also registers what carries the active span along promises.
beforeAll(() => provider.register());
afterEach(() => {
  stop();
  exporter.reset();
  setLogger(undefined);
});
afterAll(() => context.disable());

function start(options: Parameters<typeof startTracing>[0] = {}): void {
  stop = startTracing({ tracerProvider: provider, ...options });
}

const weather = bound("getWeather", (city: string) => `sunny in ${city}`, {
  description: "The weather.",
  properties: { city: text },
  required: ["city"],
});
const login = bound(
  "login",
  (user: string, password: string) => {
    if (user === "nobody") throw new RangeError(`${password} is wrong`);
    return { session: `${user}/${password}` };
  },
  { properties: { user: text, password: text }, required: ["user", "password"], secret: ["/properties/password"] },
);

function agentWith(responses: readonly ScriptedResponse[], options: AgentOptions = {}): Agent {
  return new Agent({
    name: "weather_agent",
    instructions: "Be brief.",
    model: new ScriptedModel(responses),
    tools: [weather, login],
    ...options,
  });
}

const ANSWERS: readonly ScriptedResponse[] = [
  {
    toolCalls: [{ name: "getWeather", arguments: { city: "Oslo" } }],
    usage: { inputTokens: 100, outputTokens: 20, totalTokens: 120, cachedInputTokens: 80, reasoningTokens: 5 },
  },
  { text: "It is sunny.", usage: { inputTokens: 150, outputTokens: 10, totalTokens: 160 } },
];

function spans(): readonly ReadableSpan[] {
  return exporter.getFinishedSpans();
}

function named(name: string): ReadableSpan {
  const span = spans().find((one) => one.name === name);
  if (!span) throw new Error(`no span "${name}" among ${spans().map((one) => one.name)}`);
  return span;
}

/** `child < parent`, in the order in which they ended. */
function tree(): string[] {
  return spans().map((span) => {
    const parent = spans().find((one) => one.spanContext().spanId === span.parentSpanContext?.spanId);
    return `${span.name} < ${parent?.name ?? "-"}`;
  });
}

describe("startTracing (L5)", () => {
  it("gives the run a span, with one for each answer and each call in it", async () => {
    start();
    const run = await agentWith(ANSWERS, { modelSettings: { temperature: 0.5, topP: 0.9, maxOutputTokens: 500 } }).run(
      "Oslo?",
    );
    expect(tree()).toEqual([
      "chat scripted < invoke_agent weather_agent",
      "execute_tool getWeather < invoke_agent weather_agent",
      "chat scripted < invoke_agent weather_agent",
      "invoke_agent weather_agent < -",
    ]);
    expect(named("invoke_agent weather_agent")).toMatchObject({
      kind: SpanKind.INTERNAL,
      status: { code: SpanStatusCode.UNSET },
      attributes: {
        "gen_ai.operation.name": "invoke_agent",
        "gen_ai.provider.name": "scripted",
        "gen_ai.agent.name": "weather_agent",
        "gen_ai.request.model": "scripted",
        "gen_ai.usage.input_tokens": 250,
        "gen_ai.usage.output_tokens": 30,
        "runa.run.id": run.runId,
        "runa.run.stop_reason": "completed",
      },
    });
    const first = named("chat scripted");
    expect(first.kind).toBe(SpanKind.CLIENT);
    expect(first.attributes).toEqual({
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": "scripted",
      "gen_ai.request.model": "scripted",
      "gen_ai.request.temperature": 0.5,
      "gen_ai.request.top_p": 0.9,
      "gen_ai.request.max_tokens": 500,
      "gen_ai.response.finish_reasons": ["stop"],
      "gen_ai.usage.input_tokens": 100,
      "gen_ai.usage.output_tokens": 20,
      "gen_ai.usage.cache_read.input_tokens": 80,
      "gen_ai.usage.reasoning.output_tokens": 5,
    });
    const call = named("execute_tool getWeather");
    expect(call.kind).toBe(SpanKind.INTERNAL);
    expect(call.attributes).toEqual({
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": "getWeather",
      "gen_ai.tool.call.id": "call_1",
      "gen_ai.tool.type": "function",
      "gen_ai.tool.description": "The weather.",
    });
  });

  it("records what is said only when it is asked to", async () => {
    start({ recordContent: true });
    await agentWith(ANSWERS).run("Oslo?");
    const { attributes } = named("chat scripted");
    expect(JSON.parse(String(attributes["gen_ai.system_instructions"]))).toEqual([
      { type: "text", content: "Be brief." },
    ]);
    expect(JSON.parse(String(attributes["gen_ai.input.messages"]))).toEqual([
      { role: "user", parts: [{ type: "text", content: "Oslo?" }] },
    ]);
    expect(JSON.parse(String(attributes["gen_ai.output.messages"]))).toEqual([
      {
        role: "assistant",
        parts: [{ type: "tool_call", id: "call_1", name: "getWeather", arguments: { city: "Oslo" } }],
        finish_reason: "tool_call",
      },
    ]);
    expect(named("execute_tool getWeather").attributes).toMatchObject({
      "gen_ai.tool.call.arguments": '{"city":"Oslo"}',
      "gen_ai.tool.call.result": "sunny in Oslo",
    });
    expect(JSON.parse(String(named("invoke_agent weather_agent").attributes["gen_ai.output.messages"]))).toEqual([
      { role: "assistant", parts: [{ type: "text", content: "It is sunny." }], finish_reason: "stop" },
    ]);
    expect(JSON.parse(String(spans()[2]?.attributes["gen_ai.input.messages"]))).toMatchObject([
      { role: "user" },
      { role: "assistant" },
      { role: "tool", parts: [{ type: "tool_call_response", id: "call_1", response: "sunny in Oslo" }] },
    ]);
  });

  it.each(["ada", "nobody"])("never shows what is tagged @secret, for %s (R76)", async (user) => {
    start({ recordContent: true });
    const password = PASSWORD;
    const agent = agentWith([
      { toolCalls: [{ name: "login", arguments: { user, password } }] },
      `You are in, ${PASSWORD}.`,
    ]);
    const run = await agent.run(`I am ${user}, my password is ${PASSWORD}.`);
    expect(run.toolCalls[0]?.text).toContain(PASSWORD);
    const all = JSON.stringify(
      spans().map(({ name, attributes, status, events }) => [name, attributes, status, events]),
    );
    expect(all).toContain("[redacted]");
    expect(all).toContain(`"gen_ai.tool.call.id":"call_1"`);
    expect(all).not.toContain(PASSWORD);
  });

  it("names errors by their code or class, and tells messages only with contents", async () => {
    start();
    await agentWith([
      {
        toolCalls: [
          { name: "login", arguments: { user: "nobody", password: "1234" } },
          { name: "getWeather", arguments: { town: "Oslo" } },
          { name: "nothing" },
        ],
      },
      "done",
    ]).run("go");
    expect(named("execute_tool login")).toMatchObject({
      attributes: { "error.type": "RangeError" },
      status: { code: SpanStatusCode.ERROR },
    });
    expect(named("execute_tool login").status.message).toBeUndefined();
    expect(named("execute_tool getWeather").attributes["error.type"]).toBe("refused");
    expect(named("execute_tool nothing").attributes["error.type"]).toBe("refused");
    expect(named("invoke_agent weather_agent").status.code).toBe(SpanStatusCode.UNSET);
  });

  it("marks a request that fails, and its run", async () => {
    start();
    await agentWith([new TypeError("the model is out")]).run("go");
    expect(tree()).toEqual(["chat scripted < invoke_agent weather_agent", "invoke_agent weather_agent < -"]);
    expect(spans().map(({ attributes, status }) => [attributes["error.type"], status.code])).toEqual([
      ["TypeError", SpanStatusCode.ERROR],
      ["TypeError", SpanStatusCode.ERROR],
    ]);
    expect(named("invoke_agent weather_agent").attributes["runa.run.stop_reason"]).toBe("error");
  });

  it("tells the messages of our own errors", async () => {
    start();
    await agentWith(ANSWERS, { maxTurns: 1 }).run("go");
    expect(named("invoke_agent weather_agent").attributes["error.type"]).toBe("RUNA_MAX_TURNS");
    expect(named("invoke_agent weather_agent").status.message).toBe("max turns (1) exceeded");
  });

  it("closes every span of a run that is aborted while a tool runs (I4)", async () => {
    start();
    const controller = new AbortController();
    const hang = bound("hang", () => {
      controller.abort(new Error("enough"));
      return new Promise(() => {});
    });
    const agent = agentWith([{ toolCalls: [{ name: "hang" }] }], { tools: [hang] });
    await expect(agent.run("go", { signal: controller.signal })).rejects.toThrow("enough");
    expect(tree()).toEqual([
      "chat scripted < invoke_agent weather_agent",
      "execute_tool hang < invoke_agent weather_agent",
      "invoke_agent weather_agent < -",
    ]);
    expect(named("execute_tool hang").attributes["error.type"]).toBe("cancelled");
  });

  it("puts the run below the active span, and what a tool traces below its call", async () => {
    start();
    const source = provider.getTracer("test");
    const fetchIt = bound("fetchIt", async () => {
      await Promise.resolve();
      source.startSpan("GET /weather").end();
      return "ok";
    });
    const inner = new Agent({ name: "inner", model: new ScriptedModel(["42"]) });
    const ask = bound("askInner", async () => (await inner.run("?")).output);
    const agent = agentWith([{ toolCalls: [{ name: "fetchIt" }, { name: "askInner" }] }, "done"], {
      tools: [fetchIt, ask],
    });
    const request = source.startSpan("POST /chat");
    await context.with(trace.setSpan(context.active(), request), () => agent.run("go"));
    request.end();
    expect(tree()).toEqual(
      expect.arrayContaining([
        "invoke_agent weather_agent < POST /chat",
        "GET /weather < execute_tool fetchIt",
        "invoke_agent inner < execute_tool askInner",
      ]),
    );
    expect(new Set(spans().map((span) => span.spanContext().traceId)).size).toBe(1);
  });

  it("keeps runs side by side apart", async () => {
    start();
    await Promise.all(Array.from({ length: 20 }, () => agentWith(ANSWERS).run("Oslo?")));
    for (const span of spans().filter(({ name }) => name.startsWith("execute_tool"))) {
      const siblings = spans().filter((one) => one.spanContext().traceId === span.spanContext().traceId);
      expect(siblings).toHaveLength(4);
    }
  });

  it("ends nothing but itself when the exporter fails", async () => {
    const failing: SpanExporter = {
      export: () => {
        throw new Error("no disk");
      },
      shutdown: () => Promise.resolve(),
    };
    const broken = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(failing)] });
    start({ tracerProvider: broken });
    expect((await agentWith(ANSWERS).run("Oslo?")).output).toBe("It is sunny.");
    stop();
    const useless = { getTracer: () => ({ startSpan: () => "no span" }) };
    start({ tracerProvider: useless as unknown as typeof provider });
    expect((await agentWith(ANSWERS).run("Oslo?")).output).toBe("It is sunny.");
  });

  it("refuses options that there are not (I2)", () => {
    expect(() => startTracing({ recordContents: true } as never)).toThrow('did you mean "recordContent"?');
    expect(() => startTracing({ recordContent: "yes" } as never)).toThrow(
      'option "recordContent" must be true or false',
    );
  });

  it("can be switched off", async () => {
    start();
    stop();
    await agentWith(ANSWERS).run("Oslo?");
    expect(spans()).toEqual([]);
  });
});

describe("the log (L6)", () => {
  async function linesOf(level: "info" | "debug"): Promise<string> {
    const lines: unknown[] = [];
    const log = (message: string, facts: object) => void lines.push([message, facts]);
    setLogger({ debug: level === "debug" ? log : () => {}, info: log, warn: log });
    await agentWith([
      { toolCalls: [{ name: "login", arguments: { user: "ada", password: PASSWORD } }] },
      "Hello there.",
    ]).run("Let me in.");
    return lines.map((line) => JSON.stringify(line)).join("\n");
  }

  it("has names and numbers at info, and nothing of what is said", async () => {
    const log = await linesOf("info");
    for (const word of ["run started", "model request completed", "tool call completed", "login", "weather_agent"])
      expect(log).toContain(word);
    for (const word of ["ada", PASSWORD, "Hello", "Let me in"]) expect(log).not.toContain(word);
  });

  it("has contents at debug, without what is secret", async () => {
    const log = await linesOf("debug");
    for (const word of ["ada", "Hello there.", "Let me in."]) expect(log).toContain(word);
    expect(log).not.toContain(PASSWORD);
  });
});
