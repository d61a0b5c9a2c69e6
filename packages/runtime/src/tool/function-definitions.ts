/**
 * What is known of a function by its identity: the options that `tool(fn, options)` marked it with, and the tool that a
 * binding made of it. Identity rather than names: minifiers rename functions, and two modules may use one name.
 */
import type { AnyFunction, BoundTool } from "./tool.ts";
import type { ToolOptions } from "./tool-options.ts";

const markedOptions = new WeakMap<object, ToolOptions>();
const boundTools = new WeakMap<object, BoundTool>();

export function markFunction(value: AnyFunction, options: ToolOptions): void {
  markedOptions.set(value, options);
}

export function optionsOf(value: object): ToolOptions | undefined {
  return markedOptions.get(value);
}

/** A function that stands for several tools is known by the first. */
export function rememberTool(value: object, tool: BoundTool): void {
  if (!boundTools.has(value)) boundTools.set(value, tool);
}

/** The tool of a function that stands in `tools` itself. */
export function toolOf(value: object): BoundTool | undefined {
  return boundTools.get(value);
}
