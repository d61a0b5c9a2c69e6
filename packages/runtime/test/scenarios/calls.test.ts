/** One call, and batches of them: what reaches the function, and what the model reads. */
import {
  Agent,
  type AnyFunction,
  customEvent,
  type RunContext,
  type RunEvent,
  type RunOptions,
  type Tool,
  type ToolCall,
} from "@runa/runtime";
import { ScriptedModel, type ScriptedToolCall } from "@runa/runtime/testing";
import { afterEach, describe, expect, it } from "vitest";
import { bound, integer, results, resultTexts, text } from "../support/bound.ts";

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** One answer with these calls, then a text: the texts of the results, as the model reads them. */
async function callTools(
  tools: readonly Tool[],
  toolCalls: readonly ScriptedToolCall[],
  options: object = {},
  runOptions: RunOptions = {},
): Promise<string[]> {
  const model = new ScriptedModel([{ toolCalls }, "done"]);
  const run = await new Agent({ name: "test", model, tools, ...options }).run("go", runOptions);
  expect(run.error).toBeUndefined();
  return resultTexts(model.requests[1]);
}

const warnings: string[] = [];
const listen = (warning: Error): void => void warnings.push(warning.message);
process.on("warning", listen);
afterEach(() => {
  warnings.length = 0;
});

describe("what a tool throws (C6)", () => {
  it.each<[unknown, string]>([
    [new Error("boom"), "error: boom"],
    ["x", "error: x"],
    [new RangeError(""), "error: RangeError"],
  ])("%o is a text for the model, and the run goes on", async (thrown, want) => {
    const synchronous = bound("sync", () => {
      throw thrown;
    });
    const asynchronous = bound("async", async () => {
      await wait(1);
      throw thrown;
    });
    expect(await callTools([synchronous, asynchronous], [{ name: "sync" }, { name: "async" }])).toEqual([want, want]);
  });
});

describe("refusals (D8)", () => {
  const numbers = { type: "object", additionalProperties: integer } as const;
  const counts = bound("counts", () => "ran", { properties: { counts: numbers }, required: ["counts"] });

  it("shorten the path to a value where a model makes up long keys", async () => {
    const key = "k".repeat(1_000_000);
    const [text] = await callTools([counts], [{ name: "counts", arguments: { counts: { [key]: "no" } } }]);
    expect(text).toMatch(/^error: invalid arguments for counts: \/counts\/k{100}… must be integer, not string "no"$/);
  });

  it("keep to maxResultChars, of the tool or of the agent", async () => {
    const calls = [{ name: "counts", arguments: { counts: { a: "no" } } }, { name: "gone" }];
    const tools = [counts.with({ maxResultChars: 10 })];
    const texts = await callTools(tools, calls, { maxResultChars: 20 });
    expect(texts).toEqual([
      expect.stringMatching(/^error\n\[… \d+ of \d+ characters left out …\]\n "no"$/s),
      expect.stringMatching(/^error: unk\n\[… \d+ of \d+ characters left out …\]\n.{10}$/s),
    ]);
  });
});

/** Every way to look at it throws. */
function hostile(): object {
  const traps = new Proxy(
    {},
    {
      get: () => {
        throw new Error("trap");
      },
    },
  );
  return new Proxy({}, traps);
}

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

const withoutPrototype = new Proxy(
  {},
  {
    getPrototypeOf: () => {
      throw new Error("no prototype");
    },
  },
);

const unspeakable = {
  toString: () => {
    throw 1;
  },
  get [Symbol.toStringTag]() {
    throw new Error("no tag");
  },
};

const failing = (what: object): Error => Object.defineProperties(new Error("x"), what as PropertyDescriptorMap);

const unreadable = {
  message: {
    get: () => {
      throw new Error("no message");
    },
  },
};

describe("values that cannot be looked at (C6)", () => {
  it.each<[string, unknown]>([
    ["an error whose message is a symbol", failing({ message: { value: Symbol("s") } })],
    ["an error whose message throws", failing(unreadable)],
    ["an error whose message has no prototype", failing({ message: { value: Object.create(null) } })],
    [
      "an error without message whose name is a symbol",
      failing({ message: { value: "" }, name: { value: Symbol("n") } }),
    ],
    ["a revoked proxy", revoked()],
    ["a proxy whose traps throw", hostile()],
    ["a proxy without prototype", withoutPrototype],
    ["an object whose toString and tag throw", unspeakable],
  ])("%s is an error for the model, thrown or returned, and its siblings' results stay", async (_what, value) => {
    const tools = [
      bound("throws", () => {
        throw value;
      }),
      bound("rejects", () => Promise.reject(value)),
      bound("returns", () => value),
      bound("resolves", async () => value),
      bound("sibling", () => "kept"),
    ];
    const texts = await callTools(
      tools,
      tools.map(({ name }) => ({ name })),
    );
    expect(texts).toHaveLength(5);
    expect(texts.at(-1)).toBe("kept");
    for (const text of texts.slice(0, 2)) expect(text).toMatch(/^error: ./);
  });

  it.each<[string, unknown]>([
    ["a revoked proxy", revoked()],
    ["a proxy without prototype", withoutPrototype],
  ])("%s that is returned is said to be no text", async (_what, value) => {
    const tools = [bound("returns", () => value), bound("resolves", async () => value)];
    for (const text of await callTools(tools, [{ name: "returns" }, { name: "resolves" }]))
      expect(text).toMatch(/^error: /);
  });
});

describe("arguments (C7, R43, R44)", () => {
  const none = bound("none", () => "ran");
  const one = bound("one", (isbn: string) => `ran ${isbn}`, { properties: { isbn: text }, required: ["isbn"] });

  it.each(["", "  ", "null", "{}", "[]"])("%j are no arguments", async (argumentsText) => {
    expect(await none.invoke(argumentsText)).toBe("ran");
  });

  it.each<[string, RegExp]>([
    ["[]", /^error: tool arguments must be a JSON object$/],
    ['"x"', /^error: tool arguments must be a JSON object$/],
    ["7", /^error: tool arguments must be a JSON object$/],
    ["true", /^error: tool arguments must be a JSON object$/],
    ["null", /^error: invalid arguments for one: \/ must have property 'isbn'$/],
    ['{"isbn": 97', /^error: invalid JSON arguments: .*position 11/],
  ])("%j are refused where something is required", async (argumentsText, want) => {
    expect(await one.invoke(argumentsText)).toMatch(want);
  });

  it("that are malformed stop no sibling (R43, R50)", async () => {
    const texts = await callTools(
      [one],
      [
        { name: "one", arguments: '{"isbn": 97}' },
        { name: "one", arguments: '{"isbn"' },
        { name: "one", arguments: { isbn: "98" } },
      ],
    );
    expect(texts[0]).toBe("error: invalid arguments for one: /isbn must be string, not number 97");
    expect(texts[1]).toMatch(/^error: invalid JSON arguments/);
    expect(texts[2]).toBe("ran 98");
  });

  it("are never rewritten (C7, R46, R47)", async () => {
    const got: unknown[] = [];
    const run = bound("run", (command: string) => void got.push(command), { properties: { command: text } });
    await run.invoke('{"command":"true"}');
    await run.invoke('{"command":"[1]"}');
    expect(got).toEqual(["true", "[1]"]);
    const typed = bound("typed", () => "ran", {
      properties: { id: integer, flag: { type: "boolean" }, tags: { type: "array", items: text } },
    });
    expect(await typed.invoke('{"id":"9007199254740993","flag":"false","tags":"[]"}')).toBe(
      'error: invalid arguments for typed: /id must be integer, not string "9007199254740993"; /flag must be boolean, not string "false"; /tags must be array, not string',
    );
  });

  it("that a tool does not know are refused by name, or dropped where the agent says so (C8, R74)", async () => {
    const calls = [{ name: "one", arguments: { isbn: "1", confirm: true } }];
    expect(await callTools([one], calls)).toEqual([
      "error: invalid arguments for one: / has unknown property 'confirm' (allowed: isbn)",
    ]);
    expect(await callTools([one], calls, { unknownArguments: "drop" })).toEqual(["ran 1"]);
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`key${index}`, index]));
    const more = [{ name: "one", arguments: { ...many, isbn: "1" } }];
    expect(await callTools([one], more)).toEqual([expect.stringMatching(/unknown property 'key19' .*; and 980 more$/)]);
    expect(await callTools([one], more, { unknownArguments: "drop" })).toEqual(["ran 1"]);
  });

  it("lists twenty problems, then a count (C8)", async () => {
    const properties = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`p${index}`, integer]));
    const many = bound("many", () => "", { properties });
    const said = await many.invoke(Object.fromEntries(Object.keys(properties).map((name) => [name, "x"])));
    expect(said.split("; ")).toHaveLength(21);
    expect(said).toMatch(/; and 5 more$/);
  });

  it("that nest deeper than the stack end in a text (hostile JSON)", async () => {
    const tree = bound("tree", () => "ran", {
      properties: { root: { $ref: "#/$defs/Node" } },
      schema: { $defs: { Node: { type: "array", items: { $ref: "#/$defs/Node" } } } },
    });
    const depth = 100_000;
    expect(await tree.invoke(`{"root":${"[".repeat(depth)}${"]".repeat(depth)}}`)).toMatch(/^error: /);
    const open = bound("open", (value: unknown) => typeof value, { properties: { value: {} } });
    const deep = `{"value":${'{"__proto__":'.repeat(depth)}1${"}".repeat(depth)}}`;
    expect(await open.invoke(deep)).toBe("object");
  });

  it("meet defaults in the function alone (A15)", async () => {
    const f = bound("f", (n = 3) => n, { properties: { n: { type: "integer", default: 7 } } });
    expect(await f.invoke("{}")).toBe("3");
  });

  it("reach the function converted, while events and records keep the JSON (A11)", async () => {
    const at = "2026-01-31T12:00:00Z";
    const year = bound("year", (when: Date) => when.getUTCFullYear(), {
      properties: { when: { type: "string", format: "date-time" } },
      convert: { "/properties/when": "date" },
    });
    const model = new ScriptedModel([{ toolCalls: [{ name: "year", arguments: { when: at } }] }, "done"]);
    const run = await new Agent({ name: "test", model, tools: [year] }).run("go");
    expect(run.toolCalls).toMatchObject([{ text: "2026", arguments: { when: at } }]);
    expect(await year.invoke({ when: "2026-01-31T23:59:60Z" })).toMatch(
      /^error: invalid arguments for year: \/when must be a date that exists/,
    );
  });
});

describe("unknown tools (C11, R49)", () => {
  it("are answered with near names and the tools there are", async () => {
    const get_weather = bound("get_weather", () => "");
    const [said] = await callTools([get_weather], [{ name: "get_wether" }]);
    expect(said).toBe("error: unknown tool get_wether. Did you mean get_weather? The tools are get_weather.");
  });
});

describe("reserved keys (B5)", () => {
  it("of injected parameters and __proto__ never reach the tool, and are logged", async () => {
    const seen: unknown[] = [];
    const buy = bound("buy", (ctx: RunContext, item: string) => void seen.push(ctx.userId, item), {
      properties: { item: text },
      params: [{ inject: "ctx" }, "item"],
    });
    const texts = await callTools(
      [buy],
      [{ name: "buy", arguments: '{"item":"x","ctx":{"userId":"root"},"__proto__":{"a":1}}' }],
      {},
      { userId: "ada" },
    );
    expect(texts).toEqual(["(no output)"]);
    expect(seen).toEqual(["ada", "x"]);
    await wait(0);
    expect(warnings.join("\n")).toMatch(/"ctx" among the arguments of "buy"/);
    expect(warnings.join("\n")).toMatch(/"__proto__" among the arguments of "buy"/);
    expect(warnings.join("\n")).not.toMatch(/root/);
  });

  it("are dropped at any depth, also where they are written with escapes", async () => {
    const seen: unknown[] = [];
    const keep = bound("keep", (value: unknown) => void seen.push(JSON.stringify(value)), {
      properties: { value: {} },
    });
    await keep.invoke('{"value":[{"a":{"__proto__":{"x":1},"b":2}}]}');
    await keep.invoke('{"value":[{"\\u005f_proto__":1,"b":2}]}');
    expect(seen).toEqual(['[{"a":{"b":2}}]', '[{"b":2}]']);
  });

  it("stay where the schema declares them (B4)", async () => {
    const kill = bound("kill", (signal: string, own: AbortSignal) => `${signal} ${own.aborted}`, {
      properties: { signal: text },
      params: ["signal", { inject: "signal" }],
    });
    expect(await kill.invoke({ signal: "SIGTERM" })).toBe("SIGTERM false");
  });
});

describe("options of invoke (B9)", () => {
  it.each<[string, object, RegExp]>([
    [
      "that there are not",
      { context: { userName: "Ada" } },
      /invoke has no option "context".*options are ctx, callId\./,
    ],
    ["that do not fit", { callId: "" }, /option "callId" must be a text/],
  ])("are refused where they are such %s", async (_which, options, message) => {
    const tool = bound("spy", () => "called");
    await expect(tool.invoke("{}", options)).rejects.toThrow(message);
  });
});

describe("injected parameters (B1, B2, B6)", () => {
  it("are filled from the run", async () => {
    const seen: unknown[] = [];
    const spy = bound("spy", (...all: unknown[]) => void seen.push(...all), {
      properties: { q: text },
      params: ["ctx", "callId", "agent", "team", "toolCall", "signal", "images"].map((inject) => ({ inject })) as never,
    });
    const model = new ScriptedModel([{ toolCalls: [{ name: "spy", arguments: { q: "x" }, callId: "id_7" }] }, "done"]);
    const agent = new Agent({ name: "test", model, tools: [spy] });
    const run = await agent.run("go", { context: { userName: "Ada" }, metadata: { tenant: 1 }, userId: "u" });
    const [ctx, callId, own, team, toolCall, signal, images] = seen as [
      RunContext,
      string,
      Agent,
      undefined,
      ToolCall,
      AbortSignal,
      unknown[],
    ];
    expect(ctx).toMatchObject({ context: { userName: "Ada" }, metadata: { tenant: 1 }, userId: "u", runId: run.runId });
    expect(ctx.usage.requests).toBe(2);
    expect(callId).toBe("id_7");
    expect(own).toBe(agent);
    expect(team).toBeUndefined();
    expect(toolCall).toEqual({ callId: "id_7", name: "spy", argumentsText: '{"q":"x"}' });
    expect(signal.aborted).toBe(false);
    expect(images).toEqual([]);
  });

  it("show a tool exactly what a context has (B6)", async () => {
    const keys = bound("keys", (ctx: RunContext) => Object.keys(ctx).sort().join(" "), { params: [{ inject: "ctx" }] });
    expect(await callTools([keys], [{ name: "keys" }])).toEqual([
      "context dependencies knowledgeFilters metadata runId sessionId sessionState signal usage userId",
    ]);
  });

  it("give every tool of a run the same context", async () => {
    const put = bound(
      "put",
      (ctx: RunContext) => {
        ctx.sessionState = { ...ctx.sessionState, n: 1 };
      },
      { params: [{ inject: "ctx" }] },
    );
    const get = bound("get", (ctx: RunContext) => ctx.sessionState, { params: [{ inject: "ctx" }] });
    expect(await callTools([put, get], [{ name: "put" }, { name: "get" }])).toEqual(["(no output)", '{"n":1}']);
  });
});

describe("batches (C3, C4, C5)", () => {
  function gate(): { readonly open: () => void; readonly opened: Promise<void> } {
    let open = (): void => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    return { open, opened };
  }

  it("run side by side: two tools that wait for each other both finish (C3)", async () => {
    const [a, b] = [gate(), gate()];
    const left = bound("left", async () => {
      a.open();
      await b.opened;
      return "left";
    });
    const right = bound("right", async () => {
      b.open();
      await a.opened;
      return "right";
    });
    expect(await callTools([left, right], [{ name: "left" }, { name: "right" }])).toEqual(["left", "right"]);
  });

  it("give one result for each call, in the order of the calls (C4, R55)", async () => {
    const sleep = bound(
      "sleep",
      async (ms: number) => {
        await wait(ms);
        return `slept ${ms}`;
      },
      { properties: { ms: integer } },
    );
    for (let round = 0; round < 100; round++) {
      const delays = Array.from({ length: 4 }, () => Math.floor(Math.random() * 10));
      const model = new ScriptedModel([
        {
          toolCalls: [
            ...delays.map((ms) => ({ name: "sleep", arguments: { ms } })),
            { name: "nothing" },
            { name: "sleep", arguments: { ms: 0 } },
          ],
        },
        "done",
      ]);
      await new Agent({ name: "test", model, tools: [sleep] }).run("go");
      const got = results(model.requests[1]);
      expect(got.map(({ callId }) => callId)).toEqual(["call_1", "call_2", "call_3", "call_4", "call_5", "call_6"]);
      expect(got.map(({ text }) => text)).toEqual([
        ...delays.map((ms) => `slept ${ms}`),
        expect.stringMatching(/^error: unknown tool nothing/),
        "slept 0",
      ]);
    }
  });

  function logged(log: string[], options: object = {}): Tool {
    return bound(
      "step",
      async (n: number) => {
        log.push(`start${n}`);
        await wait(5);
        log.push(`end${n}`);
      },
      { properties: { n: integer } },
    ).with(options);
  }
  const steps = [1, 2, 3].map((n) => ({ name: "step", arguments: { n } }));

  it("run one at a time, in order, where parallelToolCalls is false (C5)", async () => {
    const log: string[] = [];
    await callTools([logged(log)], steps, { modelSettings: { parallelToolCalls: false } });
    expect(log).toEqual(["start1", "end1", "start2", "end2", "start3", "end3"]);
  });

  it("run no more at a time than maxToolConcurrency", async () => {
    const log: string[] = [];
    await callTools([logged(log)], steps, { maxToolConcurrency: 2 });
    expect(log.slice(0, 3)).toEqual(["start1", "start2", "end1"]);
  });

  it("keep a sequential tool from meeting itself, and no other", async () => {
    const log: string[] = [];
    const other = bound("other", () => void log.push("other"));
    await callTools([logged(log, { sequential: true }), other], [...steps.slice(0, 2), { name: "other" }]);
    expect(log.filter((entry) => entry !== "other")).toEqual(["start1", "end1", "start2", "end2"]);
    expect(log.indexOf("other")).toBeLessThan(log.indexOf("end1"));
  });

  it("answer calls over the limit with an error, in their place (C13)", async () => {
    const ok = bound("ok", () => "ran");
    const texts = await callTools([ok], [{ name: "wrong" }, { name: "ok" }, { name: "ok" }], { toolCallLimit: 1 });
    expect(texts[1]).toBe("ran");
    expect(texts[2]).toMatch(/^error: the limit of 1 tool calls is reached/);
  });
});

describe("call ids (C12)", () => {
  it("of one call sent twice in an answer run it once", async () => {
    let ran = 0;
    const count = bound("count", () => ++ran);
    const twice = { name: "count", callId: "c1" };
    expect(await callTools([count], [twice, twice])).toEqual(["1"]);
  });

  it("that are missing are made up, in call and result alike", async () => {
    const ok = bound("ok", () => "ran");
    const model = new ScriptedModel([{ toolCalls: [{ name: "ok", callId: "" }] }, "done"]);
    await new Agent({ name: "test", model, tools: [ok] }).run("go");
    const [, answer, result] = model.requests[1]?.items ?? [];
    expect(answer).toMatchObject({ toolCalls: [{ callId: expect.stringMatching(/^call_.{36}$/) }] });
    expect(result).toMatchObject({ callId: answer?.type === "assistant" ? answer.toolCalls[0]?.callId : "" });
  });

  it("of a call that has run already end the run", async () => {
    let ran = 0;
    const count = bound("count", () => ++ran);
    const turn = { toolCalls: [{ name: "count", callId: "c1" }] };
    const model = new ScriptedModel([turn, turn, "never"]);
    const run = await new Agent({ name: "test", model, tools: [count] }).run("go");
    expect(run).toMatchObject({ status: "error", errorCause: { code: "RUNA_DUPLICATE_TOOL_CALL", callId: "c1" } });
    expect(ran).toBe(1);
  });
});

describe("timeouts of a tool (C14)", () => {
  it("abort its signal, and the run goes on at the deadline without a tool that ignores it", async () => {
    let aborted: AbortSignal | undefined;
    const slow = bound(
      "slow",
      async (signal: AbortSignal) => {
        aborted = signal;
        await wait(2_000);
        return "late";
      },
      { params: [{ inject: "signal" }] },
    ).with({ timeout: 20 });
    const started = Date.now();
    expect(await callTools([slow], [{ name: "slow" }])).toEqual(["error: timed out after 20 ms"]);
    expect(Date.now() - started).toBeLessThan(1_500);
    expect(aborted?.aborted).toBe(true);
  });

  it("leave a tool alone that is in time", async () => {
    const fast = bound("fast", async () => "in time").with({ timeout: 1_000 });
    expect(await fast.invoke("{}")).toBe("in time");
  });
});

describe("results", () => {
  it("of a function that gives a promise without being async are awaited (C2)", async () => {
    expect(await bound("f", () => Promise.resolve("later")).invoke("{}")).toBe("later");
  });

  it("are shortened for the model, and whole in the record (D8)", async () => {
    const long = bound("long", () => "x".repeat(100));
    const model = new ScriptedModel([{ toolCalls: [{ name: "long" }] }, "done"]);
    const run = await new Agent({ name: "test", model, tools: [long], maxResultChars: 10 }).run("go");
    expect(resultTexts(model.requests[1])).toEqual(["xxxxx\n[… 90 of 100 characters left out …]\nxxxxx"]);
    expect(run.toolCalls[0]?.result).toHaveLength(100);
    expect(await long.with({ maxResultChars: 4 }).invoke("{}")).toMatch(/^xx\n/);
  });

  it.each<[string, AnyFunction, string]>([
    [
      "chunks put together",
      function* () {
        yield "a";
        yield "b";
      },
      "ab",
    ],
    [
      "objects as JSON",
      async function* () {
        yield { a: 1 };
        yield 2;
      },
      '{"a":1}2',
    ],
    [
      "what it returns in their place",
      function* () {
        yield "a";
        return { done: true };
      },
      '{"done":true}',
    ],
    [
      "what came before it failed",
      async function* () {
        yield "part";
        throw new Error("broke");
      },
      "part\nerror: broke",
    ],
    [
      "nothing of custom events",
      function* () {
        yield "a";
        yield customEvent({ name: "progress", data: 1 });
      },
      "a",
    ],
    ["nothing at all", function* () {}, ""],
  ])("of a generator are %s (D3)", async (_what, callable, want) => {
    expect(await bound("g", callable).invoke("{}")).toBe(want);
  });

  it("of a generator are told while they come (D4)", async () => {
    const progress = bound("progress", async function* () {
      yield "a";
      yield customEvent({ name: "half", data: 50 });
      yield "b";
    });
    const model = new ScriptedModel([{ toolCalls: [{ name: "progress" }] }, "done"]);
    const events: RunEvent[] = [];
    for await (const event of new Agent({ name: "test", model, tools: [progress] }).stream("go")) events.push(event);
    const own = events.filter((event) => "callId" in event && event.type !== "tool_arguments_delta");
    expect(own).toMatchObject([
      { type: "tool_call_started", callId: "call_1", name: "progress", arguments: {} },
      { type: "tool_output_delta", delta: "a" },
      { type: "custom", event: { name: "half", data: 50 } },
      { type: "tool_output_delta", delta: "b" },
      { type: "tool_call_completed", text: "ab", result: "ab" },
    ]);
  });
});
