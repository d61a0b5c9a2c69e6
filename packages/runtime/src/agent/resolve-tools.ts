/** From what stands in an agent's `tools` to the tools that a model is offered, each under a name of its own. */

import { UserError } from "../errors/user-error.ts";
import { toolOf } from "../tool/function-definitions.ts";
import { IMPORT_BINDING } from "../tool/import-binding.ts";
import { methodToolsOf } from "../tool/method-definitions.ts";
import { type BoundTool, isTool } from "../tool/tool.ts";
import { isToolkit, toolkitTools } from "../tool/toolkit.ts";
import type { ToolEntry } from "./agent-options.ts";

/** @throws UserError for what is no tool, and for two of one name. */
export function resolveTools(entries: readonly ToolEntry[], agentName: string): ReadonlyMap<string, BoundTool> {
  const tools = new Map<string, BoundTool>();
  for (const tool of entries.flatMap((entry) => resolveEntry(entry, agentName))) {
    const other = tools.get(tool.name);
    if (other && other !== tool) {
      throw new UserError(
        "RUNA_NAME_CLASH",
        `Agent "${agentName}" has two tools named "${tool.name}": ${other.origin}, and ${tool.origin}. ${adviceForClash(other, tool)}`,
      );
    }
    tools.set(tool.name, tool);
  }
  return tools;
}

/** Two instances of a class have one tag, and the binding has no tool of them that could be renamed. */
function adviceForClash({ instance: one }: BoundTool, { instance: other }: BoundTool): string {
  const isOneClass = one && other && one !== other && one.constructor === other.constructor;
  return isOneClass
    ? 'Give each instance a prefix: class … extends Toolkit, with super({ name: "one", prefix: "one" }).'
    : 'Rename one with @tool another_name, or with .with({ name: "another_name" }); a toolkit has the option prefix.';
}

function resolveEntry(entry: unknown, agentName: string): readonly BoundTool[] {
  const tool = isTool(entry) ? entry : typeof entry === "function" ? toolOf(entry) : undefined;
  if (tool) return [tool];
  if (typeof entry === "function" && !isClass(entry)) {
    throw new UserError(
      "RUNA_NO_DEFINITION",
      `no definition for function '${entry.name || "(anonymous)"}'; run runa-gen. It stands in the tools of agent "${agentName}": tag it @tool, export it, ${IMPORT_BINDING}.`,
    );
  }
  if (isToolkit(entry)) return entry[toolkitTools]();
  const methods = typeof entry === "object" && entry !== null ? methodToolsOf(entry) : [];
  if (methods.length > 0) return methods.map((one) => one.tool);
  throw new UserError(
    "RUNA_NOT_A_TOOL",
    `Agent "${agentName}" has ${describe(entry)} among its tools. Tools are those of the generated binding, functions that it binds, instances of classes with methods that it binds, toolkits, and what tool.fromSchema gives.${adviceFor(entry)}`,
  );
}

/** The `prototype` of a class cannot be replaced; that of a function can. */
export function isClass(value: object): boolean {
  return Object.getOwnPropertyDescriptor(value, "prototype")?.writable === false;
}

function adviceFor(entry: unknown): string {
  if (typeof entry === "function") return ` List an instance: new ${entry.name}().`;
  if (Array.isArray(entry)) return " Spread the list: ...tools.";
  const name = typeof entry === "object" ? entry?.constructor?.name : undefined;
  if (!name || name === "Object") return "";
  return ` Tag methods of ${name} @tool, ${IMPORT_BINDING}.`;
}

function describe(entry: unknown): string {
  if (typeof entry === "function") return `the class ${entry.name}`;
  if (typeof entry !== "object" || entry === null) return String(entry);
  if (Array.isArray(entry)) return "a list";
  const name = entry.constructor?.name;
  return name && name !== "Object" ? `an instance of ${name}` : "an object that is no tool";
}
