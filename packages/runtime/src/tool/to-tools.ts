/** From what stands in a list of tools to tools, for those who hand them on and are no agent. */
import { UserError } from "../errors/user-error.ts";
import { toolOf } from "./function-definitions.ts";
import { methodToolsOf } from "./method-definitions.ts";
import { type BoundTool, isTool } from "./tool.ts";
import { isToolkit, toolkitTools } from "./toolkit.ts";

/**
 * @param tools A list or the tools of a binding: tools, functions that a binding knows, instances of classes with tool
 * methods, toolkits.
 * @param owner Begins the message: `serveMcp`.
 * @throws UserError for anything else among them.
 */
export function toTools(tools: object, owner: string): readonly BoundTool[] {
  return Object.values(tools).flatMap((entry: unknown) => toolsOf(entry, owner));
}

function toolsOf(entry: unknown, owner: string): readonly BoundTool[] {
  if (isTool(entry)) return [entry];
  const tool = typeof entry === "function" ? toolOf(entry) : undefined;
  if (tool) return [tool];
  if (isToolkit(entry)) return entry[toolkitTools]();
  const methods = typeof entry === "object" && entry !== null ? methodToolsOf(entry) : [];
  if (methods.length > 0) return methods.map((method) => method.tool);
  throw new UserError(
    "RUNA_NOT_A_TOOL",
    `${owner} was given what is no tool. Tools are those of the generated binding, functions that it binds, instances of classes that it binds, and what tool.fromSchema gives.`,
  );
}
