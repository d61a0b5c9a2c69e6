/** What may be said of a toolkit: a closed list, checked when it is made. */
import {
  aBoolean,
  aDuration,
  aListOfFunctions,
  aListOfTexts,
  anObject,
  assertOptions,
  aText,
  type OptionChecks,
} from "../errors/assert-options.ts";
import type { AnyFunction, AnyTool } from "./tool.ts";
import type { ToolHook } from "./tool-hooks.ts";
import { aCache, assertToolOptions, type ToolOptions } from "./tool-options.ts";

/**
 * The name of a method that is tagged `@tool`; a tool; a function that a generated binding knows; or an instance of a class
 * with methods that it knows, for all of these.
 */
export type ToolkitEntry = string | AnyTool | AnyFunction | object;

/** All names of tools are those without `prefix`. What a tool says itself wins over what is said here. */
export interface ToolkitOptions {
  readonly name: string;
  /** Default: the methods that are tagged `@tool`. */
  readonly tools?: readonly ToolkitEntry[];
  /** Only these tools. */
  readonly include?: readonly string[];
  /** All but these. */
  readonly exclude?: readonly string[];
  /** Put before every name: with `"fs"`, `read` is `fs_read` to the model. */
  readonly prefix?: string;
  /** For the model, where `addInstructions` is true: told once, behind the instructions of the agent. */
  readonly instructions?: string;
  /** Default false. */
  readonly addInstructions?: boolean;
  readonly needsApprovalTools?: readonly string[];
  readonly externalExecutionTools?: readonly string[];
  readonly showResultTools?: readonly string[];
  readonly stopAfterToolCallTools?: readonly string[];
  /**
   * Of single tools, as `tools.x.with` would set them: they win over all that is said here otherwise, and over what the tool
   * says itself. A new `name` stands behind the prefix. The compiler does not see what the arguments of a method are called:
   * they are `unknown`, or what a predicate says of them, `({ amount }: { amount: number }) => amount >= 50`.
   *
   * @example
   * ```ts
   * super({ name: "shop", options: { refund: { needsApproval: ({ amount }) => Number(amount) >= 50, sequential: true } } });
   * ```
   */
  readonly options?: { readonly [toolName: string]: ToolOptions };
  /** For each tool, milliseconds. */
  readonly timeout?: number;
  /** For each tool: whether results are kept, and for how many milliseconds. */
  readonly cache?: ToolOptions["cache"];
  readonly cacheTtl?: number;
  /** Around each call, inside those of the agent and outside those of the tool. */
  readonly toolHooks?: readonly ToolHook[];
  /** Where it cannot connect, its tools are left out with a warning; by default the run fails. */
  readonly optional?: boolean;
  /** Stays connected when no run uses it, until `disconnect()`. */
  readonly keepAlive?: boolean;
}

/**
 * What a class that extends `Toolkit` may leave to whoever makes an instance, beside options of its own.
 *
 * @example
 * ```ts
 * interface ShopOptions extends ToolkitSettings { readonly writable?: boolean }
 *
 * export class Shop extends Toolkit {
 *   constructor({ writable = false, ...settings }: ShopOptions = {}) {
 *     super({ name: "shop", ...settings, exclude: [...(settings.exclude ?? []), ...(writable ? [] : ["removeItem"])] });
 *   }
 * }
 * ```
 */
export type ToolkitSettings = Omit<ToolkitOptions, "name" | "tools" | "timeout" | "optional" | "keepAlive">;

export const SETTING_CHECKS: OptionChecks<ToolkitSettings> = {
  include: aListOfTexts,
  exclude: aListOfTexts,
  prefix: (value) =>
    typeof value === "string" && /^[a-zA-Z0-9_-]+$/.test(value) ? undefined : "must match ^[a-zA-Z0-9_-]+$",
  instructions: aText,
  addInstructions: aBoolean,
  needsApprovalTools: aListOfTexts,
  externalExecutionTools: aListOfTexts,
  showResultTools: aListOfTexts,
  stopAfterToolCallTools: aListOfTexts,
  options: anObject,
  cache: aCache,
  cacheTtl: aDuration,
  toolHooks: aListOfFunctions,
};

const CHECKS: OptionChecks<ToolkitOptions> = {
  name: aText,
  tools: (value) => (Array.isArray(value) ? undefined : "must be a list"),
  ...SETTING_CHECKS,
  timeout: aDuration,
  optional: aBoolean,
  keepAlive: aBoolean,
};

/** @throws UserError for a key that is no option, or a value that does not fit. */
export function assertToolkitOptions(options: ToolkitOptions, where: string): void {
  assertOptions<ToolkitOptions>(options, CHECKS, where);
  for (const [name, one] of Object.entries(options.options ?? {})) assertToolOptions(one, `${where}: options.${name}`);
}

/** Options that hold names of tools, with what they say of those. */
export const NAME_LISTS: {
  readonly [option in Extract<keyof ToolkitOptions, `${string}Tools`> | "include" | "exclude"]: ToolOptions;
} = {
  include: {},
  exclude: {},
  needsApprovalTools: { needsApproval: true },
  externalExecutionTools: { externalExecution: true },
  showResultTools: { showResult: true },
  stopAfterToolCallTools: { stopAfterToolCall: true },
};

/** What may be said of a tool that a toolkit is given later. */
export interface RegisterOptions {
  /** In place of the tool's own. */
  readonly name?: string;
}

/** @throws UserError for a key that is no option, or a value that does not fit. */
export function assertRegisterOptions(options: RegisterOptions, where: string): void {
  assertOptions<RegisterOptions>(options, { name: aText }, where);
}
