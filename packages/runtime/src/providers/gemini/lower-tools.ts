/** Tool definitions in the form of Gemini, made once for each definition. */
import type { ToolDefinition } from "../../manifest/manifest.ts";
import type { ModelTool } from "../../model/model.ts";
import type { GeminiFunction } from "./wire.ts";

export interface LoweredTools {
  readonly tools: readonly GeminiFunction[];
  readonly restoreArguments: (name: string, argumentsText: string) => string;
}

const lowered = new WeakMap<ToolDefinition, GeminiFunction>();

export function lowerTools(tools: readonly ModelTool[]): LoweredTools {
  return { tools: tools.map(({ definition }) => lower(definition)), restoreArguments: (_name, text) => text };
}

function lower(definition: ToolDefinition): GeminiFunction {
  let tool = lowered.get(definition);
  if (tool === undefined) {
    const { name, description, parameters } = definition;
    tool = { name, description, parametersJsonSchema: parameters };
    lowered.set(definition, tool);
  }
  return tool;
}
