/** From a tool to its entry in the answer to `tools/list`: the definition as it stands, and what its tags say. */
import type { Tool as McpTool } from "@modelcontextprotocol/server";
import { type JsonSchema, lower, toMcpTool as toWireTool } from "../../manifest/index.ts";
import type { BoundTool } from "../../tool/tool.ts";

export function toMcpTool(tool: BoundTool): McpTool {
  const { name, description, inputSchema } = toWireTool(lower(tool.definition, "mcp"));
  const annotations = annotationsOf(tool);
  const outputSchema = outputSchemaOf(tool);
  return {
    name,
    description,
    inputSchema: inputSchema as McpTool["inputSchema"],
    ...(outputSchema && { outputSchema: outputSchema as NonNullable<McpTool["outputSchema"]> }),
    ...(annotations && { annotations }),
  };
}

/** Known for generated tools, where the return type has a JSON form. */
export function outputSchemaOf(tool: BoundTool): JsonSchema | undefined {
  return tool.place?.binding.returns;
}

/** What no tag says is left to the protocol's defaults: a tool may write, and destroy. */
function annotationsOf({ place }: BoundTool): McpTool["annotations"] {
  const { readonly: isReadonly, destructive, idempotent } = place?.binding ?? {};
  if (!isReadonly && !destructive && !idempotent) return undefined;
  return {
    ...(isReadonly && { readOnlyHint: true }),
    ...(destructive ? { destructiveHint: true } : isReadonly && { destructiveHint: false }),
    ...(idempotent && { idempotentHint: true }),
  };
}
