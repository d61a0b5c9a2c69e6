/** The session state that tools of a run share: updates one at a time, and copies of it in workers (C1, H7). */
import {
  Agent,
  type AnyFunction,
  type RunContext,
  RunContext as RunContextClass,
  type RunOptions,
  type Tool,
} from "@runa/runtime";
import { ScriptedModel, type ScriptedToolCall } from "@runa/runtime/testing";
import { beforeAll, describe, expect, it } from "vitest";
import { type BoundOptions, bound, integer, text } from "../support/bound.ts";
import * as functions from "../support/worker-tools.ts";

function inWorker(name: keyof typeof functions, options: BoundOptions = {}): Tool {
  const callable = Reflect.get(functions, name) as AnyFunction;
  return bound(name, callable, { module: "./worker-tools.ts", thread: "worker", ...options });
}

const addToCart = inWorker("addToCart", {
  properties: { item: text, ms: integer },
  params: [{ inject: "ctx" }, "item", "ms"],
});
const takesContext: BoundOptions = { params: [{ inject: "ctx" }] };

async function runWith(
  tools: readonly Tool[],
  toolCalls: readonly ScriptedToolCall[],
  state: Record<string, unknown>,
  options: RunOptions = {},
): Promise<{ texts: readonly string[]; state: Record<string, unknown> }> {
  let ctx: RunContext | undefined;
  const hooks = {
    onAgentStart: (info: { ctx: RunContext }) => {
      ctx = info.ctx;
      Object.assign(info.ctx.sessionState, state);
    },
  };
  const model = new ScriptedModel([{ toolCalls }, "done"]);
  const run = await new Agent({ name: "test", model, tools, hooks }).run("go", options);
  expect(run.error).toBeUndefined();
  return { texts: run.toolCalls.map((call) => call.text), state: ctx?.sessionState ?? {} };
}

beforeAll(async () => {
  await inWorker("whereAmI").invoke("{}");
});

describe("ctx in a worker (C1, H7)", () => {
  it("is a copy, whose changes of the session state come back", async () => {
    const { texts, state } = await runWith(
      [addToCart],
      [{ name: "addToCart", arguments: { item: "apples" } }],
      { cart: { pears: 1 }, same: [1] },
      { userId: "ada", context: { plan: "free" } },
    );
    expect(texts).toEqual(['worker ada {"plan":"free"} pears,apples']);
    expect(state).toEqual({ cart: { pears: 1, apples: 1 }, last: "apples", same: [1] });
  });

  it("keeps what others wrote meanwhile, also into objects that they hold", async () => {
    const cart = { pears: 1 };
    const meanwhile = bound(
      "meanwhile",
      async (ctx: RunContext) => {
        const held = ctx.sessionState.cart as Record<string, number>;
        await new Promise((resolve) => setTimeout(resolve, 20));
        held.plums = 3;
        await new Promise((resolve) => setTimeout(resolve, 400));
        held.figs = 4;
      },
      takesContext,
    );
    const calls = [{ name: "addToCart", arguments: { item: "apples", ms: 150 } }, { name: "meanwhile" }];
    const { state } = await runWith([addToCart, meanwhile], calls, { cart });
    expect(state.cart).toEqual({ pears: 1, apples: 1, plums: 3, figs: 4 });
  });

  it("lets the later of two writes to one path win, and says so", async () => {
    const warnings: Error[] = [];
    const listen = (warning: Error): void => void warnings.push(warning);
    process.on("warning", listen);
    const atOnce = bound(
      "atOnce",
      (ctx: RunContext) => {
        ctx.sessionState.last = "early";
      },
      takesContext,
    );
    const calls = [{ name: "addToCart", arguments: { item: "late", ms: 20 } }, { name: "atOnce" }];
    const { state } = await runWith([addToCart, atOnce], calls, {});
    expect(state.last).toBe("late");
    await new Promise((resolve) => setImmediate(resolve));
    process.off("warning", listen);
    expect(warnings.map(({ message }) => message).join()).toContain("sessionState.last in a worker");
  });

  it("brings changes back from a call that failed", async () => {
    const { texts, state } = await runWith([inWorker("failInCart", takesContext)], [{ name: "failInCart" }], {
      old: 1,
      kept: 2,
    });
    expect(texts).toEqual(["error: full"]);
    expect(state).toEqual({ kept: 2 });
  });

  it("cannot bring back what has no copy, and says so", async () => {
    const { texts, state } = await runWith([inWorker("putFunction", takesContext)], [{ name: "putFunction" }], {});
    expect(texts[0]).toContain("error: sessionState holds what cannot be copied");
    expect(state).toEqual({});
  });

  it("stays on the main thread for a call whose context cannot be copied", async () => {
    const call = { name: "addToCart", arguments: { item: "apples" } };
    const { texts } = await runWith([addToCart], [call], {}, { context: { db: () => 1 } });
    expect(texts).toEqual(["main undefined {} apples"]);
    const again = await runWith([addToCart], [call], {}, { context: {} });
    expect(again.texts).toEqual(["worker undefined {} apples"]);
  });
});

describe("ctx.updateState (H7)", () => {
  it("loses no update of tools that run side by side", async () => {
    const count = bound(
      "count",
      (ctx: RunContext) =>
        ctx.updateState(async (state) => {
          await new Promise((resolve) => setTimeout(resolve, Math.random() * 5));
          return { ...state, n: Number(state.n) + 1 };
        }),
      takesContext,
    );
    const { state } = await runWith(
      [count],
      Array.from({ length: 10 }, () => ({ name: "count" })),
      { n: 0 },
    );
    expect(state.n).toBe(10);
  });

  it("takes changes in place, gives the state, and goes on after one that failed", async () => {
    const ctx = new RunContextClass({ sessionState: { n: 1 } });
    const failed = ctx.updateState(() => {
      throw new Error("no");
    });
    const changed = ctx.updateState((state) => {
      state.n = 2;
    });
    await expect(failed).rejects.toThrow("no");
    expect(await changed).toBe(ctx.sessionState);
    expect(ctx.sessionState).toEqual({ n: 2 });
    expect(Object.keys(ctx)).not.toContain("updateState");
  });
});
