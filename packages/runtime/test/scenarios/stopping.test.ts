/** Runs that end while something is going on: they end at once, and what comes later changes nothing. */
import { Agent, type MiddlewareInfo, type Run, type RunEvent } from "@runa/runtime";
import { ScriptedModel } from "@runa/runtime/testing";
import { describe, expect, it } from "vitest";
import { bound, integer } from "../support/bound.ts";

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const never = (): Promise<never> => new Promise(() => {});
const quick = bound("quick", () => "quick");

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = wait(ms).then((): never => {
    throw new Error(`not settled within ${ms} ms`);
  });
  return Promise.race([work, late]);
}

async function watch(agent: Agent): Promise<{ readonly run: Run; readonly events: readonly RunEvent[] }> {
  const stream = agent.stream("go");
  const events: RunEvent[] = [];
  for await (const event of stream) events.push(event);
  return { run: await stream.finished, events };
}

/** Names of the calls that were started, and of those that were completed. */
function calls(events: readonly RunEvent[]): { readonly started: string[]; readonly completed: string[] } {
  const names = (type: RunEvent["type"]): string[] =>
    events.flatMap((event) => (event.type === type && "name" in event ? [event.name] : [])).sort();
  return { started: names("tool_call_started"), completed: names("tool_call_completed") };
}

describe("a call that ends the run (C15)", () => {
  /** The second answer repeats an id that has run, beside a sibling. */
  const twice = (sibling: string): ScriptedModel =>
    new ScriptedModel([
      { toolCalls: [{ name: "quick", callId: "same" }] },
      { toolCalls: [{ name: sibling }, { name: "quick", callId: "same" }] },
    ]);

  it("aborts the signal of its siblings, and waits for them to end", async () => {
    const seen: unknown[] = [];
    const careful = bound(
      "careful",
      async (signal: AbortSignal) => {
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
        await wait(30);
        seen.push(signal.reason);
        return "tidied up";
      },
      { params: [{ inject: "signal" }] },
    );
    const { run, events } = await watch(new Agent({ name: "test", model: twice("careful"), tools: [quick, careful] }));
    expect(run).toMatchObject({ status: "error", error: { code: "RUNA_DUPLICATE_TOOL_CALL" } });
    expect(seen).toEqual([run.error]);
    expect(run.toolCalls.map(({ text }) => text)).toEqual([
      "quick",
      "tidied up",
      expect.stringMatching(/^error: .*same/),
    ]);
    expect(calls(events).completed).toEqual(calls(events).started);
  });

  it("waits no longer than cancelGrace for those that ignore it", async () => {
    const deaf = bound("deaf", never);
    const agent = new Agent({ name: "test", model: twice("deaf"), tools: [quick, deaf], cancelGrace: 50 });
    const { run, events } = await within(10_000, watch(agent));
    expect(run.toolCalls[1]?.text).toMatch(/^error: the call was cancelled: /);
    expect(calls(events).completed).toEqual(calls(events).started);
    expect(run.newItems.filter(({ type }) => type === "tool_result")).toHaveLength(3);
  });

  it("keeps those from starting that wait for their turn", async () => {
    let started = 0;
    const counted = bound("counted", () => void started++);
    const model = new ScriptedModel([
      { toolCalls: [{ name: "quick", callId: "same" }] },
      { toolCalls: [{ name: "quick", callId: "same" }, { name: "counted" }] },
    ]);
    const agent = new Agent({ name: "test", model, tools: [quick, counted], maxToolConcurrency: 1 });
    expect((await agent.run("go")).status).toBe("error");
    await wait(0);
    expect(started).toBe(0);
  });
});

describe("the time limit of a run (I11)", () => {
  it("keeps what calls did before, answers the others, and lets nothing late into any run (H10)", async () => {
    let late = 0;
    const slow = bound("slow", async () => {
      await wait(150);
      late++;
      return "late";
    });
    const toolCalls = [{ name: "slow" }, { name: "quick" }, { name: "slow" }];
    const model = new ScriptedModel([{ toolCalls }, "a second run"]);
    const agent = new Agent({ name: "test", model, tools: [quick, slow], timeout: 60, maxToolConcurrency: 2 });
    const { run, events } = await watch(agent);
    expect(run).toMatchObject({ status: "error", stopReason: "timeout" });
    const texts = run.toolCalls.map(({ text }) => text);
    expect(texts).toEqual([expect.stringMatching(/interrupted/), "quick", expect.stringMatching(/interrupted/)]);
    expect(run.newItems.filter(({ type }) => type === "tool_result")).toHaveLength(3);
    expect(calls(events).completed).toEqual(calls(events).started);
    expect(events.at(-1)?.type).toBe("run_error");
    const before = JSON.stringify([run, events]);
    const second = await agent.run("again");
    await wait(200);
    expect(late).toBe(2);
    expect(JSON.stringify([run, events])).toBe(before);
    expect(second.newItems).toEqual([expect.objectContaining({ text: "a second run" })]);
  });

  it("says of a call that had not begun that it did not run", async () => {
    const hanging = bound("hanging", never);
    const model = new ScriptedModel([{ toolCalls: [{ name: "hanging" }, { name: "quick" }] }]);
    const agent = new Agent({ name: "test", model, tools: [quick, hanging], timeout: 50, maxToolConcurrency: 1 });
    const run = await within(10_000, agent.run("go"));
    expect(run.toolCalls[1]?.text).toBe("error: the run ended before this call could run");
  });

  it.each<[string, ConstructorParameters<typeof Agent>[0]]>([
    ["instructions", { model: new ScriptedModel(["x"]), instructions: never }],
    ["a model that ignores the signal", { model: { provider: "deaf", id: "deaf", respond: never } }],
  ])("holds while it waits for %s", async (_what, options) => {
    const run = await within(10_000, new Agent({ name: "test", timeout: 50, ...options }).run("go"));
    expect(run).toMatchObject({ status: "error", stopReason: "timeout" });
  });

  it("holds against a generator that never waits", async () => {
    let chunks = 0;
    let closed = false;
    const babble = bound("babble", function* () {
      try {
        for (;;) yield String(chunks++);
      } finally {
        closed = true;
      }
    });
    const model = new ScriptedModel([{ toolCalls: [{ name: "babble" }] }]);
    const run = await within(20_000, new Agent({ name: "test", model, tools: [babble], timeout: 50 }).run("go"));
    expect(run.stopReason).toBe("timeout");
    await wait(50);
    expect(closed).toBe(true);
  });
});

describe("a call whose run ends before its function is called (C14)", () => {
  type Around = (hold: () => Promise<void>) => object;

  it.each<[where: string, around: Around]>([
    ["onToolStart", (hold) => ({ hooks: { onToolStart: hold } })],
    ["a hook around it", (hold) => ({ toolHooks: [async ({ next }: MiddlewareInfo) => hold().then(() => next())] })],
    ["its pre-hook", (hold) => ({ preHook: hold })],
  ])("never calls it, when %s waited for longer than the run", async (_where, around) => {
    let called = 0;
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const controller = new AbortController();
    const hold = (): Promise<void> => {
      controller.abort(new Error("enough"));
      return held;
    };
    const { preHook, ...options } = around(hold) as { readonly preHook?: () => Promise<void> };
    const tool = bound("late", () => void called++).with(preHook ? { preHook } : {});
    const model = new ScriptedModel([{ toolCalls: [{ name: "late" }] }]);
    const agent = new Agent({ name: "test", model, tools: [tool], ...options });
    await expect(agent.run("go", { signal: controller.signal })).rejects.toThrow("enough");
    release();
    await wait(20);
    expect(called).toBe(0);
  });
});

describe("an abort (I4)", () => {
  it("is heard while the tools of the run are being chosen", async () => {
    const controller = new AbortController();
    const agent = new Agent({ name: "test", model: new ScriptedModel(["x"]), tools: () => never() });
    setTimeout(() => controller.abort(new Error("enough")), 20);
    await expect(within(10_000, agent.run("go", { signal: controller.signal }))).rejects.toThrow("enough");
  });

  it("ends a generator tool with return() (D3)", async () => {
    const controller = new AbortController();
    let closed = false;
    const drip = bound(
      "drip",
      async function* (n: number) {
        try {
          for (let i = 0; ; i++) {
            yield String(i + n);
            if (i === 2) controller.abort(new Error("enough"));
            await wait(5);
          }
        } finally {
          closed = true;
        }
      },
      { properties: { n: integer }, required: ["n"] },
    );
    const model = new ScriptedModel([{ toolCalls: [{ name: "drip", arguments: { n: 1 } }] }]);
    const agent = new Agent({ name: "test", model, tools: [drip] });
    await expect(agent.run("go", { signal: controller.signal })).rejects.toThrow("enough");
    await wait(50);
    expect(closed).toBe(true);
  });
});
