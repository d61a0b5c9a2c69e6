/** Tool definitions in the form of Messages, made once for each definition. */
import type { ToolDefinition } from "../../manifest/manifest.ts";
import type { ModelTool } from "../../model/model.ts";
import type { MessagesTool } from "./wire.ts";

export interface LoweredTools {
  readonly tools: readonly MessagesTool[];
  readonly restoreArguments: (name: string, argumentsText: string) => string;
}

const lowered = new WeakMap<ToolDefinition, MessagesTool>();

export function lowerTools(tools: readonly ModelTool[]): LoweredTools {
  return { tools: tools.map(({ definition }) => lower(definition)), restoreArguments: (_name, text) => text };
}

function lower(definition: ToolDefinition): MessagesTool {
  let tool = lowered.get(definition);
  if (tool === undefined) {
    const { name, description, parameters } = definition;
    tool = { name, description, input_schema: parameters };
    lowered.set(definition, tool);
  }
  return tool;
}
