/** Tool definitions in the form of Responses, made once for each definition. */
import type { ToolDefinition } from "../../manifest/manifest.ts";
import type { ModelTool } from "../../model/model.ts";
import type { ResponsesTool } from "./wire.ts";

export interface LoweredTools {
  readonly tools: readonly ResponsesTool[];
  readonly restoreArguments: (name: string, argumentsText: string) => string;
}

const lowered = new WeakMap<ToolDefinition, ResponsesTool>();

export function lowerTools(tools: readonly ModelTool[]): LoweredTools {
  return { tools: tools.map(({ definition }) => lower(definition)), restoreArguments: (_name, text) => text };
}

function lower(definition: ToolDefinition): ResponsesTool {
  let tool = lowered.get(definition);
  if (tool === undefined) {
    tool = { type: "function", ...definition, strict: false };
    lowered.set(definition, tool);
  }
  return tool;
}
