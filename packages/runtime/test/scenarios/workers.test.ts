/** Tools in worker threads: they stop nobody, and nothing that they do ends the program. */
import { availableParallelism } from "node:os";
import { Agent, type AnyFunction, type RunEvent, type Tool, WorkerExitedError } from "@runa/runtime";
import { ScriptedModel } from "@runa/runtime/testing";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { type BoundOptions, bound, integer, resultTexts, text } from "../support/bound.ts";
import * as functions from "../support/worker-tools.ts";

const warnings: Error[] = [];
process.on("warning", (warning) => void warnings.push(warning));
afterEach(() => {
  warnings.length = 0;
});

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function inWorker(name: keyof typeof functions, options: BoundOptions = {}): Tool {
  const callable = Reflect.get(functions, name) as AnyFunction;
  return bound(name, callable, { module: "./worker-tools.ts", thread: "worker", ...options });
}

const milliseconds: BoundOptions = { properties: { ms: integer }, required: ["ms"] };
const whereAmI = inWorker("whereAmI");

async function place(tool: Tool): Promise<{ isMainThread: boolean; threadId: number; calls: number }> {
  return JSON.parse(await tool.invoke("{}"));
}

// The first thread loads tsx and the runtime.
beforeAll(async () => {
  await whereAmI.invoke("{}");
});

describe("a tool with thread: worker (C1)", () => {
  it("runs in a thread that is kept, with a module of its own", async () => {
    const first = await place(whereAmI);
    const second = await place(whereAmI);
    expect(first.isMainThread).toBe(false);
    expect(second).toEqual({ ...first, calls: first.calls + 1 });
  });

  it("blocks neither the run nor its siblings (C1, R77)", async () => {
    const started = performance.now();
    let rested = 0;
    const rest = bound("rest", async () => {
      await wait(50);
      rested = performance.now() - started;
    });
    const burn = inWorker("burn", milliseconds);
    const model = new ScriptedModel([
      { toolCalls: [{ name: "burn", arguments: { ms: 1_000 } }, { name: "rest" }] },
      "done",
    ]);
    await new Agent({ name: "test", model, tools: [burn, rest] }).run("go");
    expect(resultTexts(model.requests[1])).toEqual(["done", "(no output)"]);
    expect(rested).toBeLessThan(900);
    expect(performance.now() - started).toBeGreaterThan(990);
  });

  it.skipIf(availableParallelism() < 2)("shares the machine with other calls: the pool grows with load", async () => {
    const burn = inWorker("burn", milliseconds);
    const texts = await Promise.all([burn.invoke('{"ms":400}'), place(whereAmI), place(whereAmI)]);
    expect(texts[0]).toBe("done");
    expect(texts[1].isMainThread || texts[2].isMainThread).toBe(false);
  });

  it("binds JSON arguments itself: order, defaults, rest, rich types, callId (A14, A16, B1)", async () => {
    const add = inWorker("add", {
      properties: { b: integer, a: integer, rest: { type: "array", items: integer } },
      required: ["a"],
      params: ["a", "b", { rest: "rest" }],
    });
    expect(await add.invoke('{"a":2}')).toBe("42");
    expect(await add.invoke('{"b":1,"a":2,"rest":[3,4]}')).toBe("10");
    const describeRich = inWorker("describeRich", {
      properties: {
        at: { type: "string", format: "date-time" },
        tags: { type: "array", items: text, uniqueItems: true },
      },
      required: ["at"],
      params: ["at", { inject: "callId" }, "tags"],
      convert: { "/properties/at": "date", "/properties/tags": "set" },
    });
    const said = await describeRich.invoke('{"at":"2026-01-02T03:04:05Z","tags":["x","y"]}', { callId: "c7" });
    expect(said).toBe("2026-01-02T03:04:05.000Z c7 x+y");
  });

  it("finds a static method, with its class as this (A19)", async () => {
    const convert = inWorker("Prices", {
      properties: { amount: integer },
      required: ["amount"],
      export: "Prices",
      method: "convert",
      static: true,
    });
    expect(await convert.invoke('{"amount":2}')).toBe("6");
  });

  it("says what the live value says, and hands over a copy (D1)", async () => {
    const model = new ScriptedModel([{ toolCalls: [{ name: "richResult" }] }, "done"]);
    const run = await new Agent({ name: "test", model, tools: [inWorker("richResult")] }).run("go");
    const said = '{"price":"2.5 EUR","at":"1970-01-01T00:00:00.000Z","by":{"a":"1"}}';
    expect(run.toolCalls[0]).toMatchObject({ text: said, result: JSON.parse(said) });
  });

  it("is decided by ToolOptions.thread, where that is given", async () => {
    expect((await place(whereAmI.with({ thread: "main" }))).isMainThread).toBe(true);
    const main = inWorker("whereAmI", { thread: "main" });
    expect((await place(main)).isMainThread).toBe(true);
    expect((await place(main.with({ thread: "worker" }))).isMainThread).toBe(false);
    expect((await place(main.with({ thread: "auto" }))).isMainThread).toBe(true);
  });
});

describe("errors in a worker (C17)", () => {
  it("keep name, message, cause and code", async () => {
    const model = new ScriptedModel([{ toolCalls: [{ name: "fail" }, { name: "failStrangely" }] }, "done"]);
    const run = await new Agent({ name: "test", model, tools: [inWorker("fail"), inWorker("failStrangely")] }).run(
      "go",
    );
    expect(resultTexts(model.requests[1])).toEqual(["error: too far", "error: [object Object]"]);
    const error = run.toolCalls[0]?.error as Error & { code: string };
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({
      name: "RangeError",
      code: "E_FAR",
      cause: { name: "TypeError", message: "the wheel" },
    });
    expect(error.stack).toContain("worker-tools.ts");
    expect(run.toolCalls[1]?.error).toEqual({ reason: "odd" });
  });

  it("that end the thread end neither the program nor the pool", async () => {
    const exit = inWorker("exit");
    const model = new ScriptedModel([{ toolCalls: [{ name: "exit" }, { name: "whereAmI" }] }, "done"]);
    const run = await new Agent({ name: "test", model, tools: [exit, whereAmI] }).run("go");
    expect(run.toolCalls[0]?.text).toBe("error: tool worker exited");
    expect(run.toolCalls[0]?.error).toBeInstanceOf(WorkerExitedError);
    expect(await exit.invoke("{}")).toBe("error: tool worker exited");
    expect((await place(whereAmI)).isMainThread).toBe(false);
  });
});

describe("a worker that breaks when its call is over (C17)", () => {
  it.each(["leaveBomb", "leaveRejection"] as const)("%s ends neither the program nor the pool", async (name) => {
    const said = await inWorker(name).invoke("{}");
    expect(said).toMatch(/^ticking$|^left$|^error: tool worker exited$/);
    await wait(50);
    expect((await place(whereAmI)).isMainThread).toBe(false);
    expect((await place(whereAmI)).isMainThread).toBe(false);
  });
});

describe("a worker that does not end", () => {
  it("is terminated at its timeout, and the next call works (C14)", async () => {
    const forever = inWorker("forever").with({ timeout: 100 });
    const before = performance.now();
    expect(await forever.invoke("{}")).toBe("error: timed out after 100 ms");
    expect(performance.now() - before).toBeLessThan(10_000);
    expect((await place(whereAmI)).isMainThread).toBe(false);
  });

  it("gives its place to calls that wait, however many it held (C17)", async () => {
    const forever = inWorker("forever").with({ timeout: 200 });
    const many = Array.from({ length: availableParallelism() + 1 }, () => forever.invoke("{}"));
    const waiting = place(whereAmI);
    expect(new Set(await Promise.all(many))).toEqual(new Set(["error: timed out after 200 ms"]));
    expect((await waiting).isMainThread).toBe(false);
  });

  it("has its time from when the function begins, not from when it waits for a thread", async () => {
    const burn = inWorker("burn", milliseconds).with({ timeout: 1_500 });
    const many = Array.from({ length: 3 * availableParallelism() }, () => burn.invoke('{"ms":600}'));
    expect(new Set(await Promise.all(many))).toEqual(new Set(["done"]));
  });

  it("is terminated when its run is aborted, and the run does not wait for it (I4)", async () => {
    const controller = new AbortController();
    const model = new ScriptedModel([{ toolCalls: [{ name: "forever" }] }, "done"]);
    const agent = new Agent({ name: "test", model, tools: [inWorker("forever")] });
    const events: RunEvent[] = [];
    const reason = new Error("enough");
    setTimeout(() => controller.abort(reason), 100);
    const before = performance.now();
    await expect(
      (async () => {
        for await (const event of agent.stream("go", { signal: controller.signal })) events.push(event);
      })(),
    ).rejects.toBe(reason);
    expect(performance.now() - before).toBeLessThan(10_000);
    expect(events.at(-1)?.type).toBe("tool_call_started");
    expect((await place(whereAmI)).isMainThread).toBe(false);
  });
});

describe("where a worker cannot import the module", () => {
  it("the tool runs on the main thread, with one warning", async () => {
    const gone = bound("gone", (city: string) => `here in ${city}`, {
      module: "./no-such-module.ts",
      thread: "worker",
      properties: { city: text },
    });
    expect(await gone.invoke('{"city":"Oslo"}')).toBe("here in Oslo");
    expect(await gone.invoke('{"city":"Rome"}')).toBe("here in Rome");
    await wait(0);
    expect(warnings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/"gone".*main thread.*no-such-module/),
    ]);
  });

  it.each<[string, Tool]>([
    ["an export that is not there", bound("absent", () => "here", { module: "./worker-tools.ts", thread: "worker" })],
    ["a generator", inWorker("count")],
    [
      "a parameter that lives in this thread",
      bound("context", () => "here", { module: "./worker-tools.ts", thread: "worker", params: [{ inject: "ctx" }] }),
    ],
  ])("also for %s", async (_what, tool) => {
    expect(await tool.invoke("{}")).toBe(tool.name === "count" ? "ab" : "here");
    await wait(0);
    expect(warnings).toHaveLength(1);
  });

  it("a hand-built tool cannot ask for one", async () => {
    const { tool } = await import("@runa/runtime");
    const options = { name: "built", description: "", parameters: { type: "object" }, execute: () => "x" } as const;
    expect(() => tool.fromSchema({ ...options, thread: "worker" })).toThrow(/"thread" cannot be "worker"/);
  });
});
