/**
 * Where tools come from that are not at hand when an agent is made: an MCP server, a toolkit that has to connect first.
 * The run asks for them when it starts and lets go of them when it has ended; who stands behind it is nobody's business.
 */
import type { RunContext } from "./run-context.ts";
import type { BoundTool } from "./tool.ts";

/** The method of a tool source: a symbol, so that a class may call its own methods what it likes. */
export const openTools: unique symbol = Symbol.for("runa.open-tools");

/** The method that closes what a source keeps open between runs. */
export const closeTools: unique symbol = Symbol.for("runa.close-tools");

export interface OpenToolsRequest {
  /** Of the run; without values where there is none. `ctx.signal` is aborted with it: whoever waits gives up then. */
  readonly ctx: RunContext;
  /** Absent where none asks: tools are handed on. */
  readonly agent?: object;
  readonly agentName?: string;
}

/** The tools of one run. */
export interface OpenTools {
  /** Best the same objects for each run: what is made of a definition is kept by its identity. */
  readonly tools: readonly BoundTool[];
  /**
   * Lets go of them: closes what nobody else needs. Called once, when the run has ended, paused or failed. What it throws
   * is a warning.
   */
  readonly close?: () => void | Promise<void>;
}

/**
 * **Contract.** Called at the start of each run, and several may be open at a time: a source that connects counts them.
 * It opens all or nothing: where it throws there is nothing to close, and the run ends with the status `error`. A
 * `UserError` is thrown by the run, as for any mistake of the program.
 */
export interface ToolSource {
  [openTools](request: OpenToolsRequest): OpenTools | Promise<OpenTools>;
  /** Leaves alone what a run uses. */
  [closeTools]?(): void | Promise<void>;
}

export function isToolSource(value: unknown): value is ToolSource {
  return typeof value === "object" && value !== null && openTools in value;
}
