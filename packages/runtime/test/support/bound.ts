/** Tools as a generated binding makes them, from a schema and a parameter list written down in a test. */
import { type AnyFunction, bindTools, type ModelRequest, type Tool, type ToolResultItem } from "@runa/runtime";
import type { JsonSchema, Manifest, ManifestTool, ToolBinding } from "@runa/runtime/manifest";

export interface BoundOptions extends Partial<ToolBinding> {
  readonly description?: string;
  readonly properties?: { readonly [name: string]: JsonSchema };
  readonly required?: readonly string[];
  /** More of the schema: `$defs`, say. */
  readonly schema?: JsonSchema;
}

export function manifestEntry(name: string, options: BoundOptions = {}): ManifestTool {
  const { description = "", properties = {}, required, schema, ...binding } = options;
  return {
    type: "function",
    function: {
      name,
      description,
      parameters: {
        type: "object",
        properties,
        ...(required && { required }),
        additionalProperties: false,
        ...schema,
      } as ManifestTool["function"]["parameters"],
    },
    runa: {
      module: "./tools.ts",
      export: name,
      params: Object.keys(properties),
      async: false,
      thread: "main",
      ...binding,
    },
  };
}

export function manifestOf(...tools: readonly ManifestTool[]): Manifest {
  return { version: 1, tools, schemas: {} };
}

/** Binds one function. What is not said of `params` is the properties in their order. */
export function bound(name: string, callable: AnyFunction, options: BoundOptions = {}): Tool {
  const manifest = manifestOf(manifestEntry(name, options));
  const tool = bindTools<{ readonly [name: string]: Tool }>(manifest, import.meta.url, { [name]: callable })[name];
  if (!tool) throw new Error(`the binding has no ${name}`);
  return tool;
}

export const text: JsonSchema = { type: "string" };
export const integer: JsonSchema = { type: "integer" };

/** Texts of the tool results that a request ends with. */
export function resultTexts(request: ModelRequest | undefined): string[] {
  return results(request).map((item) => item.text);
}

export function results(request: ModelRequest | undefined): ToolResultItem[] {
  const items = request?.items ?? [];
  const last = items.findLastIndex((item) => item.type === "assistant");
  return items.slice(last + 1).filter((item): item is ToolResultItem => item.type === "tool_result");
}
