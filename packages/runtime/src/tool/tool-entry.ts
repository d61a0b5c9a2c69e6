/** What may stand in a list of tools, of an agent or of whoever hands tools on. */
import { UserError } from "../errors/user-error.ts";
import { describeEntry } from "./refuse-entry.ts";
import { type AnyFunction, type AnyTool, isTool } from "./tool.ts";
import type { ToolSource } from "./tool-source.ts";

/**
 * A tool, a function that a generated binding knows, an instance of a class with methods that it knows, or where tools come
 * from: an MCP server.
 */
export type ToolEntry = AnyTool | AnyFunction | ToolSource | object;

/**
 * All that a binding, or `loadTools`, gives: `tools: tools`. A single tool belongs into a list. The interface of a binding
 * has no index signature, so this says what a set is not: a tool, a function, a list, a promise.
 */
export type ToolSet = object & {
  readonly definition?: never;
  readonly invoke?: never;
  readonly then?: never;
  readonly [Symbol.hasInstance]?: never;
  readonly [Symbol.iterator]?: never;
};

export function toEntries(tools: readonly ToolEntry[] | ToolSet): readonly ToolEntry[] {
  return Array.isArray(tools) ? tools : Object.values(tools);
}

export function isToolSet(value: unknown): value is { readonly [name: string]: AnyTool } {
  return isPlain(value) && !isTool(value) && Object.values(value).every(isTool);
}

/**
 * The same for what has not been checked.
 *
 * @param owner Begins the message: `serveMcp`.
 * @throws UserError for what is neither a list nor an object of tools: a single one, say.
 */
export function readEntries(tools: unknown, owner: string): readonly ToolEntry[] {
  if (isPlain(tools) && !isTool(tools)) return toEntries(tools);
  throw new UserError(
    "RUNA_NOT_A_TOOL",
    `${owner} takes a list of tools, or all those of a binding, and was given ${describeEntry(tools)}. Put it into a list: [ … ].`,
  );
}

/** An instance of a class is none: it belongs into the list. */
function isPlain(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Array.isArray(value);
}
