/** Tools that work instead of waiting, on the main thread: what can be done about them, and what is said. */
import { Agent, type AnyFunction, type Tool } from "@runa/runtime";
import { ScriptedModel } from "@runa/runtime/testing";
import { afterEach, describe, expect, it } from "vitest";
import { type BoundOptions, bound } from "../support/bound.ts";

const warnings: (Error & { readonly code?: string })[] = [];
process.on("warning", (warning) => void warnings.push(warning));
afterEach(() => {
  warnings.length = 0;
});

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function burn(ms: number): string {
  const end = performance.now() + ms;
  while (performance.now() < end);
  return "done";
}

async function warned(): Promise<string[]> {
  await wait(0);
  return warnings.filter(({ code }) => code === "RUNA_BLOCKED").map(({ message }) => message);
}

describe("a tool that blocks the main thread (R77)", () => {
  it.each<[what: string, name: string, callable: AnyFunction, options: BoundOptions]>([
    ["works through", "burns", () => burn(210), {}],
    ["works before it waits", "burnsFirst", async () => burn(210), { async: true }],
    [
      "fails after it has worked",
      "burnsAndFails",
      () => {
        burn(210);
        throw new Error("out of fuel");
      },
      {},
    ],
    [
      "works between two pieces",
      "burnsBetween",
      function* () {
        yield "a";
        burn(210);
        yield "b";
      },
      {},
    ],
  ])("that %s is told of", async (_what, name, callable, options) => {
    const tool = bound(name, callable, { ...options, why: 'writes to "spins"' });
    await tool.invoke("{}");
    expect(await warned()).toEqual([
      expect.stringMatching(
        new RegExp(`^Tool "${name}" .* kept the main thread busy for \\d+ ms.*because it writes to "spins"`),
      ),
    ]);
  });

  it("is told of once, however often it is called", async () => {
    const tool = bound("burnsAgain", () => burn(210));
    await tool.invoke("{}");
    await tool.invoke("{}");
    expect(await warned()).toEqual([expect.stringMatching(/"burnsAgain".*of this process\. Let it wait/)]);
  });

  it("that only waits is not", async () => {
    const waits = bound("waits", () => wait(250));
    await waits.invoke("{}");
    expect(await warned()).toEqual([]);
  });
});

describe("a generator that works and never waits", () => {
  const steps = (ms: number, count: number, onStep: () => void) =>
    function* (): Generator<string> {
      for (let step = 0; step < count; step++) {
        onStep();
        burn(ms);
        yield "and ";
      }
    };

  it.each<[what: string, ms: number]>([
    ["in short steps", 1],
    ["in steps longer than it has time", 60],
  ])("%s is stopped soon after its timeout, and closed (C14, D3)", async (_what, ms) => {
    let taken = 0;
    const babble = bound(
      "babble",
      steps(ms, 10_000, () => taken++),
    ).with({ timeout: 40 });
    const before = process.cpuUsage().user;
    expect(await babble.invoke("{}")).toBe("error: timed out after 40 ms");
    expect(process.cpuUsage().user - before).toBeLessThan(5_000_000);
    const stopped = taken;
    await wait(50);
    // The one that was under way, and the one that it learns from that it is closed.
    expect(taken - stopped).toBeLessThanOrEqual(2);
  });

  it("lets timers and other calls run meanwhile", async () => {
    let ticks = 0;
    const tick = setInterval(() => ticks++, 5);
    const other = bound("other", async () => {
      await wait(5);
      return "other";
    });
    const tools: readonly Tool[] = [
      bound(
        "babble",
        steps(2, 100, () => {}),
      ),
      other,
    ];
    const model = new ScriptedModel([{ toolCalls: [{ name: "babble" }, { name: "other" }] }, "done"]);
    const run = await new Agent({ name: "test", model, tools }).run("go");
    clearInterval(tick);
    expect(run.toolCalls.map(({ text }) => text.slice(0, 8))).toEqual(["and and ", "other"]);
    expect(ticks).toBeGreaterThan(3);
  });

  it.each<[what: string, iterator: object, want: RegExp]>([
    ["gives no step", { next: () => undefined, return: () => ({}) }, /^error: /],
    ["cannot be closed", { next: () => ({ value: "a" }), return: 7 }, /^error: timed out|^error: .*not a function/],
    [
      "throws when it is closed",
      {
        next: () => ({ value: "a" }),
        return: () => {
          throw new Error("stuck");
        },
      },
      /^error: timed out/,
    ],
    ["never gives a step", { next: () => new Promise(() => {}), return: () => ({}) }, /^error: timed out/],
    [
      "never lets itself be closed",
      { next: async () => ({ value: "a" }), return: () => new Promise(() => {}) },
      /^error: timed out/,
    ],
  ])("or one by hand that %s ends in a text", async (_what, iterator, want) => {
    const made = { ...iterator, [Symbol.asyncIterator]: () => made };
    const odd = bound("odd", () => made).with({ timeout: 30 });
    expect(await odd.invoke("{}")).toMatch(want);
  });
});
