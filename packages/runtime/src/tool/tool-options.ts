/** What may be said of a tool beside its function: a closed list, checked when the tool is made. */
import {
  aBoolean,
  aCount,
  aDuration,
  aFunction,
  aListOfFunctions,
  aListOfTexts,
  assertOptions,
  aText,
  type OptionCheck,
  type OptionChecks,
} from "../errors/assert-options.ts";
import { UserError } from "../errors/user-error.ts";
import { TOOL_NAME_PATTERN } from "../manifest/index.ts";
import { aCacheStore, type CacheOptions } from "./cache-store.ts";
import { type Approval, type ApprovalPredicate, type GuardrailsOption, isApproval } from "./gates.ts";
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
  /**
   * Keep results, and give them to calls with the same arguments: `true`, or how. Kept apart by agent, for a method by
   * instance, and for a tool that takes `ctx` by user and session, without which nothing is kept. Nor are failures, media,
   * results of generators, and those of tools with `@secret` parameters. On a hit the program gets the JSON form of what the function had returned.
   */
  readonly cache?: boolean | CacheOptions;
  /** Milliseconds that a result is kept. Default: an hour. */
  readonly cacheTtl?: number;
  /** The user sees the result too: it becomes part of the run's output. Default: what `stopAfterToolCall` is. */
  readonly showResult?: boolean;
  /** The run ends with the answer in which this tool ran, without another request. A call that fails ends nothing. */
  readonly stopAfterToolCall?: boolean;
  /**
   * A call waits until a person has approved it: every call, or those for which a predicate says so.
   *
   * @example
   * ```ts
   * tools.refund.with({ needsApproval: ({ amount }) => amount >= 50 });
   * ```
   */
  readonly needsApproval?: boolean | ApprovalPredicate<Arguments> | Approval<Arguments>;
  /** A call waits until a person has filled in `userInputFields`, which the model is not shown. */
  readonly requiresUserInput?: boolean;
  /** Names of parameters. Default, and for an empty list: all. */
  readonly userInputFields?: readonly (keyof Arguments & string)[];
  /** The function is never called here: a call waits until the program says what came of it. */
  readonly externalExecution?: boolean;
  /** Checks of the arguments, and of what the function returns. One that trips ends the run. */
  readonly guardrails?: GuardrailsOption;
  /** Longest model text; head and tail are kept. Default: the agent's. */
  readonly maxResultChars?: number;
}

const CACHE_CHECKS: OptionChecks<CacheOptions> = {
  ttl: aDuration,
  store: aCacheStore,
};

/** Its own message says more than this one could. */
export const aCache: OptionCheck = (value) => {
  if (typeof value === "boolean") return undefined;
  assertOptions<CacheOptions>(value, CACHE_CHECKS, "The option cache of a tool");
  return undefined;
};

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
  cache: aCache,
  cacheTtl: aDuration,
  showResult: aBoolean,
  stopAfterToolCall: aBoolean,
  needsApproval: (value) =>
    typeof value === "boolean" || typeof value === "function" || isApproval(value)
      ? undefined
      : "must be true, a predicate, or what approval(…) gives",
  requiresUserInput: aBoolean,
  userInputFields: aListOfTexts,
  externalExecution: aBoolean,
  // Looked at in detail where an agent is resolved.
  guardrails: (value) => (typeof value === "object" && value !== null ? undefined : "must be a list, or a group"),
  maxResultChars: aCount,
};

/** @throws UserError for a key that is no option, or a value that does not fit. `where` begins the message. */
export function assertToolOptions(options: object, where: string): void {
  assertOptions<ToolOptions>(options, CHECKS, where);
  assertGates(options as ToolOptions, where);
}

/**
 * One reason to wait per tool; only a predicate may send some calls to a person before the program runs them.
 *
 * @throws UserError
 */
export function assertGates({ needsApproval, requiresUserInput, externalExecution }: ToolOptions, where: string): void {
  const isAsked = needsApproval !== undefined && needsApproval !== false;
  const clashes = [
    isAsked && requiresUserInput,
    needsApproval === true && externalExecution,
    requiresUserInput && externalExecution,
  ];
  if (!clashes.some(Boolean)) return;
  throw new UserError(
    "RUNA_INVALID_OPTION",
    `${where} has more than one of needsApproval, requiresUserInput and externalExecution. Give it one; needsApproval beside externalExecution must be a function, which says which calls a person approves first.`,
  );
}
