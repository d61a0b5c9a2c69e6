/** Tools that run in worker threads: imported there anew, by the manifest's module and export. */
import { isMainThread, threadId } from "node:worker_threads";
import { type RunContext, StopAgentRun, ToolResult } from "@runa/runtime";
import { addNumbers } from "./worker-tools-helper.ts";

let calls = 0;

export function whereAmI(): { isMainThread: boolean; threadId: number; calls: number } {
  calls++;
  return { isMainThread, threadId, calls };
}

export function burn(ms: number): string {
  const end = Date.now() + ms;
  while (Date.now() < end);
  return "done";
}

export function forever(): string {
  for (;;);
}

export function add(a: number, b = 40, ...rest: number[]): number {
  return [a, b, ...rest].reduce(addNumbers, 0);
}

export function describeRich(at: Date, callId: string, tags?: Set<string>): string {
  return `${at.toISOString()} ${callId} ${tags ? [...tags].join("+") : "none"}`;
}

export function fail(): never {
  throw Object.assign(new RangeError("too far", { cause: new TypeError("the wheel") }), { code: "E_FAR" });
}

export function failStrangely(): never {
  throw { reason: "odd" };
}

export function exit(): never {
  process.exit(3);
}

export class Money {
  readonly cents = 250;

  toJSON(): string {
    return `${this.cents / 100} EUR`;
  }
}

export function richResult(): unknown {
  return { price: new Money(), at: new Date(0), by: new Map([["a", 1n]]), call: () => 1 };
}

export function* count(): Generator<string> {
  yield "a";
  yield "b";
}

export class Prices {
  static rate = 3;
  readonly currency = "EUR";

  static convert(amount: number): number {
    return amount * Prices.rate;
  }
}

export function drawHere(): ToolResult {
  return new ToolResult({ content: "drawn in a worker", images: [{ content: "iVBORw0KGgo=" }] });
}

export function addToCart(ctx: RunContext, item: string, ms = 0): string {
  const end = Date.now() + ms;
  while (Date.now() < end);
  const cart = (ctx.sessionState.cart ?? {}) as Record<string, number>;
  cart[item] = (cart[item] ?? 0) + 1;
  ctx.sessionState = { ...ctx.sessionState, cart, last: item };
  return `${isMainThread ? "main" : "worker"} ${ctx.userId} ${JSON.stringify(ctx.context)} ${Object.keys(cart)}`;
}

export function failInCart(ctx: RunContext): never {
  delete ctx.sessionState.old;
  throw new Error("full");
}

export function putFunction(ctx: RunContext): void {
  ctx.sessionState.call = () => 1;
}

export function stopHere(): never {
  throw new StopAgentRun("the end", { agentMessage: "over" });
}

/** Answers, and breaks its thread afterwards. */
export function leaveBomb(): string {
  setTimeout(() => {
    throw new Error("later");
  }, 10);
  return "ticking";
}

export function leaveRejection(): string {
  void Promise.reject(new Error("nobody listens"));
  return "left";
}
