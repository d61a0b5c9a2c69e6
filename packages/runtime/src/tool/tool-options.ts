/** What may be said of a tool beside its function: a closed list, checked when the tool is made. */
import {
  aBoolean,
  aCount,
  aDuration,
  aFunction,
  aListOfFunctions,
  assertOptions,
  aText,
  type OptionChecks,
} from "../errors/assert-options.ts";
import { TOOL_NAME_PATTERN } from "../manifest/index.ts";
import type { PostHookInfo, ToolHook, ToolHookInfo } from "./tool-hooks.ts";

/**
 * Options of `tool(fn, options)` and of `tools.x.with(options)`.
 *
 * `Arguments` are the converted arguments of the tool, for options that look at them.
 */
export interface ToolOptions<Arguments = Record<string, unknown>> {
  /** What the model calls the tool. A literal in `tool(fn, …)`, because `runa-gen` reads it. */
  readonly name?: string;
  /** What the model is told; wins over the doc comment. A literal in `tool(fn, …)`. */
  readonly description?: string;
  /** Ask the provider to hold the model to the schema, where it can. A literal in `tool(fn, …)`. */
  readonly strict?: boolean;
  /** For the model, behind the instructions of the agent, for as long as it has this tool. */
  readonly instructions?: string;
  /** Default true. */
  readonly addInstructions?: boolean;
  /** Milliseconds; afterwards the call's signal is aborted and the model is told. */
  readonly timeout?: number;
  /**
   * Where the function runs; `"auto"` is what `runa-gen` decided. A worker thread shares nothing with this one: it imports
   * the module of the function anew, gets copies of the arguments, and gives back a copy of the result.
   */
  readonly thread?: "main" | "worker" | "auto";
  /** Calls of this tool in one answer run one after another. */
  readonly sequential?: boolean;
  /** Before the function. Where it throws, the function is not called and the model reads the error. */
  preHook?(info: ToolHookInfo<Arguments>): void | Promise<void>;
  /** After the function, also where that threw. Where it throws itself, that is the result. */
  postHook?(info: PostHookInfo<Arguments>): void | Promise<void>;
  /** Around the function, the first outermost; those of the agent are around these. */
  readonly toolHooks?: readonly ToolHook<Arguments>[];
  /** The user sees the result too: it becomes part of the run's output. Default: what `stopAfterToolCall` is. */
  readonly showResult?: boolean;
  /** The run ends with the answer in which this tool ran, without another request. A call that fails ends nothing. */
  readonly stopAfterToolCall?: boolean;
  /** Longest model text; head and tail are kept. Default: the agent's. */
  readonly maxResultChars?: number;
}

const CHECKS: OptionChecks<ToolOptions> = {
  name: (value) =>
    typeof value === "string" && TOOL_NAME_PATTERN.test(value) ? undefined : `must match ${TOOL_NAME_PATTERN.source}`,
  description: (value) => (typeof value === "string" ? undefined : "must be a string"),
  strict: aBoolean,
  instructions: aText,
  addInstructions: aBoolean,
  timeout: aDuration,
  thread: (value) =>
    value === "main" || value === "worker" || value === "auto" ? undefined : 'must be "main", "worker" or "auto"',
  sequential: aBoolean,
  preHook: aFunction,
  postHook: aFunction,
  toolHooks: aListOfFunctions,
  showResult: aBoolean,
  stopAfterToolCall: aBoolean,
  maxResultChars: aCount,
};

/** @throws UserError for a key that is no option, or a value that does not fit. `where` begins the message. */
export function assertToolOptions(options: object, where: string): void {
  assertOptions<ToolOptions>(options, CHECKS, where);
}
