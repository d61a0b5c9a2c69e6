/** From a described tool to what a model is told of it. */
import type { ToolDefinition } from "@runa/runtime/manifest";
import type { DescribedTool } from "./described-tool.ts";

export function toDefinition({ signature, parameters }: DescribedTool): ToolDefinition {
  return {
    name: signature.name,
    description: signature.description ?? signature.doc?.text ?? "",
    parameters: parameters.schema,
  };
}
