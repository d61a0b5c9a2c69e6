/** Tools of every temper. Each writes down that it was called: no call may reach its function twice. */
import {
  type AnyFunction,
  customEvent,
  RetryAgentRun,
  type RunContext,
  StopAgentRun,
  type Tool,
  ToolResult,
} from "@runa/runtime";
import { bound, integer } from "../../support/bound.ts";
import * as functions from "../../support/worker-tools.ts";

/** The context of one run. */
export interface Notes {
  /** Ids of the calls whose function was called. */
  readonly called: string[];
}

type Body = (n: number, signal: AbortSignal) => unknown;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const HUGE = "0123456789".repeat(30_000);
const DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";

const BODIES: Readonly<Record<string, Body>> = {
  quick: (n) => n + 1,
  slow: async (n) => {
    await wait(n % 5);
    return { n };
  },
  fails: async () => {
    throw new Error("the wheel came off");
  },
  throwsOddly: (n) => {
    throw [undefined, null, "text", { reason: "odd" }, Object.create(null), Symbol("odd")][n % 6];
  },
  hangs: () => new Promise(() => {}),
  hangsUntilAborted: (_n, signal) =>
    new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true })),
  late: async () => {
    await wait(30);
    return "too late";
  },
  huge: () => HUGE,
  chunks: async function* (n) {
    for (let index = 0; index < n % 4; index++) {
      yield `chunk ${index} `;
      await wait(0);
    }
    yield customEvent({ name: "halfway", data: n });
    if (n % 3 === 0) throw new Error("broke off");
  },
  babbles: function* () {
    for (;;) yield "and ";
  },
  circle: () => {
    const circle: { self?: object } = {};
    circle.self = circle;
    return circle;
  },
  rich: (n) => ({ at: new Date(n), by: new Map([["n", BigInt(n)]]), set: new Set([n, Number.NaN]), none: undefined }),
  draws: () => new ToolResult({ content: "a dot", images: [{ content: DOT }] }),
  retries: () => {
    throw new RetryAgentRun("not like this", { userMessage: "Try again." });
  },
  stops: () => {
    throw new StopAgentRun("that will do");
  },
};

/** Milliseconds; the others have none. */
const TIMEOUTS: Readonly<Record<string, number>> = { hangs: 5, hangsUntilAborted: 5, late: 10, babbles: 15 };

export function createTools(): readonly Tool[] {
  const onMainThread = Object.entries(BODIES).map(([name, body]) => {
    const callable = (n: number, ctx: RunContext<Notes>, callId: string, signal: AbortSignal): unknown => {
      ctx.context.called.push(callId);
      return body(n, signal);
    };
    const tool = bound(name, callable, {
      properties: { n: integer },
      required: ["n"],
      params: ["n", { inject: "ctx" }, { inject: "callId" }, { inject: "signal" }],
    });
    const timeout = TIMEOUTS[name];
    return timeout === undefined ? tool : tool.with({ timeout });
  });
  const inWorker = (name: string, callable: AnyFunction): Tool =>
    bound(name, callable, {
      module: "./worker-tools.ts",
      export: callable.name,
      thread: "worker",
      properties: { n: integer },
      required: ["n"],
    });
  return [
    ...onMainThread,
    inWorker("inWorker", functions.add),
    inWorker("failsInWorker", functions.fail),
    inWorker("spinsInWorker", functions.forever).with({ timeout: 20 }),
    inWorker("exitsInWorker", functions.exit),
  ];
}
