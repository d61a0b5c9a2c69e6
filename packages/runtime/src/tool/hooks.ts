/** What a program can listen to in a run. */
import type { Item, ToolCall } from "../model/item.ts";
import type { ModelResponse } from "../model/model.ts";
import type { RunContext } from "./run-context.ts";

export interface HookInfo {
  readonly ctx: RunContext;
  /** The agent that acts. */
  readonly agent: object;
}

export interface HandoffInfo extends HookInfo {
  /** The agent that gave the conversation away; `agent` is the one that takes over. */
  readonly from: object;
}

export interface ToolStartInfo extends HookInfo {
  readonly call: ToolCall;
  /** As the function receives them. */
  readonly args: Readonly<Record<string, unknown>>;
}

export interface ToolEndInfo extends ToolStartInfo {
  /** What the function returned. */
  readonly result: unknown;
  /** What it, or a hook around it, threw; undefined where nothing did. */
  readonly error: unknown;
}

/**
 * Each method may be asynchronous: the run waits for it. Those given to a run come first, then those of the agent that
 * acts. Those of a run are told of the runs of its delegates too; `ctx.runId` tells runs apart. The tool events are told for calls that run, not for those that are refused.
 *
 * **Contract.** A method that throws ends the run with the status `error`.
 */
export interface Hooks {
  onAgentStart?(info: HookInfo): void | Promise<void>;
  onAgentEnd?(info: HookInfo & { readonly output: string }): void | Promise<void>;
  /** Told to the run's hooks and to those of the agent that takes over, before its `onAgentStart`. */
  onHandoff?(info: HandoffInfo): void | Promise<void>;
  onLlmStart?(
    info: HookInfo & { readonly instructions: string; readonly items: readonly Item[] },
  ): void | Promise<void>;
  onLlmEnd?(info: HookInfo & { readonly response: ModelResponse }): void | Promise<void>;
  onToolStart?(info: ToolStartInfo): void | Promise<void>;
  onToolEnd?(info: ToolEndInfo): void | Promise<void>;
}
