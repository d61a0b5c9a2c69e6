/** `runa inspect`: what a manifest holds, seen from outside. */
import type { BoundTool } from "../tool/tool.ts";

/** One block for each tool. */
export function listTools(tools: readonly BoundTool[]): string {
  if (tools.length === 0) return "The manifest has no tools.\n";
  return tools.map(describe).join("\n");
}

function describe({ name, definition, place, options }: BoundTool): string {
  const { properties, required = [] } = definition.parameters;
  const parameters = Object.entries(properties).map(([key, schema]) => {
    const type = typeOf(schema);
    return `${key}${required.includes(key) ? "" : "?"}${type ? `: ${type}` : ""}`;
  });
  const { binding } = place ?? {};
  const tags = [
    binding?.readonly && "readonly",
    binding?.destructive && "destructive",
    binding?.idempotent && "idempotent",
    binding?.deprecated && "deprecated",
    binding &&
      (options.thread === undefined || options.thread === "auto" ? binding.thread : options.thread) === "worker" &&
      "worker",
  ].filter((tag) => typeof tag === "string");
  const [summary = ""] = definition.description.split("\n");
  return [
    `${name}(${parameters.join(", ")})${tags.length > 0 ? `  [${tags.join(", ")}]` : ""}`,
    summary && `  ${summary}`,
    binding && `  ${binding.module}`,
    "",
  ]
    .filter((line) => line !== undefined && (line !== "" || summary !== ""))
    .join("\n");
}

function typeOf(schema: unknown): string | undefined {
  if (typeof schema !== "object" || schema === null) return undefined;
  if ("enum" in schema && Array.isArray(schema.enum))
    return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (!("type" in schema)) return undefined;
  return Array.isArray(schema.type) ? schema.type.join(" | ") : String(schema.type);
}

/** One tool as a client gets it. */
export function showDefinition({ definition }: BoundTool): string {
  return `${JSON.stringify(definition, undefined, 2)}\n`;
}
