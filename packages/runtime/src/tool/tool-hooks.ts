/** Code of the program around the function of a tool: before it, after it, and around it. */
import type { Item, ToolCall } from "../model/item.ts";
import type { RunContext } from "./run-context.ts";

/** What every hook around a tool is told. */
export interface ToolHookInfo<Arguments = Record<string, unknown>> {
  readonly call: ToolCall;
  /** The tool's. */
  readonly name: string;
  /** As the function receives them: a `Date`, not its text. Frozen. */
  readonly args: Readonly<Arguments>;
  readonly ctx: RunContext;
  /** The agent that acts. */
  readonly agent: object | undefined;
  /** The conversation so far: a frozen copy. */
  readonly messages: readonly Item[];
}

export interface PostHookInfo<Arguments = Record<string, unknown>> extends ToolHookInfo<Arguments> {
  /** What the function returned. */
  readonly result: unknown;
  /** What it threw; undefined where it did not. */
  readonly error: unknown;
}

export interface MiddlewareInfo<Arguments = Record<string, unknown>> extends ToolHookInfo<Arguments> {
  /**
   * Goes on to the next hook, and from the last one to the function. Resolves with what the function returns, rejects with
   * what it throws. Other arguments than `args` are held to the schema again; where they do not fit, it rejects and the
   * function is not called.
   */
  readonly next: (args?: Readonly<Arguments>) => Promise<unknown>;
}

/**
 * Around the function. What it returns is the result. Where it does not call `next`, the function does not run.
 *
 * @example
 * ```ts
 * const timed: ToolHook = async ({ name, next }) => {
 *   const start = performance.now();
 *   try {
 *     return await next();
 *   } finally {
 *     console.log(name, performance.now() - start);
 *   }
 * };
 * ```
 */
export type ToolHook<Arguments = Record<string, unknown>> = Around<Arguments>["call"];

/** A method, because those of a tool with known arguments have to pass as those of any tool. */
interface Around<Arguments> {
  call(info: MiddlewareInfo<Arguments>): unknown;
}
