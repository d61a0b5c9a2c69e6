/** `runa inspect`: what a manifest holds, seen from outside. */
import { toMcpTool } from "../mcp/server/to-mcp-tool.ts";
import type { BoundTool } from "../tool/tool.ts";

/** One block for each tool. */
export function listTools(tools: readonly BoundTool[]): string {
  if (tools.length === 0) return "The manifest has no tools.\n";
  return tools.map(describe).join("\n");
}

function describe(tool: BoundTool): string {
  const { name, definition, place } = tool;
  const { properties, required = [] } = definition.parameters;
  const parameters = Object.entries(properties).map(([key, schema]) => {
    const type = typeOf(schema);
    return `${key}${required.includes(key) ? "" : "?"}${type ? `: ${type}` : ""}`;
  });
  const tags = tagsOf(tool);
  const [summary = ""] = definition.description.split("\n");
  const lines = [
    `${name}(${parameters.join(", ")})${tags.length > 0 ? `  [${tags.join(", ")}]` : ""}`,
    ...(summary === "" ? [] : [`  ${summary}`]),
    ...(place ? [`  ${place.binding.module}`] : []),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

function tagsOf({ place, options: { thread = "auto", needsApproval = false } }: BoundTool): readonly string[] {
  if (!place) return [];
  const { binding } = place;
  const isInWorker = (thread === "auto" ? binding.thread : thread) === "worker";
  return [
    ...(needsApproval === true ? ["needs approval"] : needsApproval ? ["may need approval"] : []),
    ...(["readonly", "destructive", "idempotent", "deprecated"] as const).filter((tag) => binding[tag]),
    ...(isInWorker ? ["worker"] : []),
  ];
}

function typeOf(schema: unknown): string | undefined {
  if (typeof schema !== "object" || schema === null) return undefined;
  if ("enum" in schema && Array.isArray(schema.enum))
    return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (!("type" in schema)) return undefined;
  return Array.isArray(schema.type) ? schema.type.join(" | ") : String(schema.type);
}

/** One tool as an MCP client gets it: with its return type, and what its tags say. */
export function showDefinition(tool: BoundTool): string {
  return `${JSON.stringify(toMcpTool(tool), undefined, 2)}\n`;
}
