/**
 * From what stands in a list of tools to the tools, each under a name of its own. The one way for whoever has such a list,
 * an agent or another: what a toolkit says of its tools, a gate above all, holds wherever it stands.
 */
import { UserError } from "../errors/user-error.ts";
import { toolOf } from "./function-definitions.ts";
import { methodToolsOf } from "./method-definitions.ts";
import { refuseEntry } from "./refuse-entry.ts";
import { type BoundTool, isTool } from "./tool.ts";
import type { ToolEntry } from "./tool-entry.ts";
import { isToolkit, toolkitTools } from "./toolkit.ts";

/**
 * @param owner Begins the messages: `Agent "support"`, `serveMcp`.
 * @throws UserError for what is no tool, and for two of one name.
 */
export function resolveTools(entries: readonly ToolEntry[], owner: string): ReadonlyMap<string, BoundTool> {
  const tools = new Map<string, BoundTool>();
  for (const tool of entries.flatMap((entry) => resolveEntry(entry, owner))) {
    const other = tools.get(tool.name);
    if (other && other !== tool) {
      throw new UserError(
        "RUNA_NAME_CLASH",
        `${owner} has two tools named "${tool.name}": ${other.origin}, and ${tool.origin}. ${adviceForClash(other, tool)}`,
      );
    }
    tools.set(tool.name, tool);
  }
  return tools;
}

function resolveEntry(entry: unknown, owner: string): readonly BoundTool[] {
  const tool = isTool(entry) ? entry : typeof entry === "function" ? toolOf(entry) : undefined;
  if (tool) return [tool];
  if (isToolkit(entry)) return entry[toolkitTools]();
  const methods = typeof entry === "object" && entry !== null ? methodToolsOf(entry) : [];
  if (methods.length > 0) return methods.map((one) => one.tool);
  throw refuseEntry(entry, owner);
}

function adviceForClash(one: BoundTool, other: BoundTool): string {
  // Nobody here can rename the tools of another program one by one.
  if ([one, other].some(({ schemaKind }) => schemaKind === "foreign"))
    return 'Put something before the names of the server: new MCPServer({ prefix: "…" }).';
  // Two instances of a class have one tag, and the binding has no tool of them that could be renamed.
  const [first, second] = [one.instance, other.instance];
  if (first && second && first !== second && first.constructor === second.constructor)
    return 'Give each instance a prefix: new Toolkit({ name: "one", tools: [instance], prefix: "one" }).';
  return 'Rename one with @tool another_name, or with .with({ name: "another_name" }); a toolkit has the option prefix.';
}
