/** What is said of something that stands in a list of tools and is none: which it is, why, and what to do. */
import { UserError } from "../errors/user-error.ts";
import { IMPORT_BINDING } from "./import-binding.ts";
import { isProviderTool } from "./provider-tool.ts";
import { isTool } from "./tool.ts";
import { isToolSource } from "./tool-source.ts";

/** @param owner Whose tools they are: `Agent "support"`, `serveMcp`. */
export function refuseEntry(entry: unknown, owner: string): UserError {
  if (typeof entry === "function" && !isClass(entry)) {
    return new UserError(
      "RUNA_NO_DEFINITION",
      `no definition for function '${entry.name || "(anonymous)"}'; run runa-gen. ${owner} has it among its tools: tag it @tool, export it, ${IMPORT_BINDING}.`,
    );
  }
  return new UserError(
    "RUNA_NOT_A_TOOL",
    `${owner} has ${describeEntry(entry)} among its tools. Tools are those of the generated binding, functions that it binds, instances of classes with methods that it binds, toolkits, and what tool.fromSchema gives.${adviceFor(entry)}`,
  );
}

/** A source that cannot be opened where its tools have to be known. @param advice Ends the message: what to do. */
export function refuseSource(source: object, owner: string, advice: string): UserError {
  return new UserError(
    "RUNA_NOT_A_TOOL",
    `${owner} has ${describeEntry(source)} among its tools, whose tools are known only once it is connected. ${advice}`,
  );
}

/** The `prototype` of a class cannot be replaced; that of a function can. */
export function isClass(value: object): boolean {
  return Object.getOwnPropertyDescriptor(value, "prototype")?.writable === false;
}

export function describeEntry(entry: unknown): string {
  if (typeof entry === "function") return isClass(entry) ? `the class ${entry.name}` : `the function '${entry.name}'`;
  if (typeof entry !== "object" || entry === null) return typeof entry === "string" ? `"${entry}"` : String(entry);
  if (isTool(entry)) return `the tool "${entry.name}"`;
  if (isProviderTool(entry)) return `a tool of the provider ("${String(entry.definition.type)}")`;
  if (Array.isArray(entry)) return "a list";
  const className = classNameOf(entry);
  if (className === undefined) {
    const keys = Object.keys(entry).slice(0, 5).join(", ");
    return `an object${keys === "" ? "" : ` (its keys: ${keys})`}`;
  }
  const name = isToolSource(entry) && "name" in entry && typeof entry.name === "string" ? ` "${entry.name}"` : "";
  return `an instance of ${className}${name}`;
}

export function adviceFor(entry: unknown): string {
  if (typeof entry === "function") return ` List an instance: new ${entry.name}().`;
  if (Array.isArray(entry)) return " Spread the list: ...tools.";
  if (isProviderTool(entry)) return " It runs at the provider of an agent's model: there is nothing here to be called.";
  const name = classNameOf(entry);
  if (name === undefined) return "";
  return ` Tag methods of ${name} @tool, ${IMPORT_BINDING}.`;
}

/** None of what was written as `{ … }` or `[ … ]`. */
export function classNameOf(entry: unknown): string | undefined {
  if (typeof entry !== "object" || entry === null || Array.isArray(entry)) return undefined;
  const name = entry.constructor?.name;
  return name && name !== "Object" ? name : undefined;
}
