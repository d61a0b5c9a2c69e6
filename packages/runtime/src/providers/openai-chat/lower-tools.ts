/** Tool definitions in the form of Chat Completions, made once for each definition. */
import type { ToolDefinition } from "../../manifest/manifest.ts";
import type { ModelTool } from "../../model/model.ts";
import type { ChatServer } from "./chat-server.ts";
import type { ChatTool } from "./wire.ts";

export interface LoweredTools {
  readonly tools: readonly ChatTool[];
  readonly restoreArguments: (name: string, argumentsText: string) => string;
}

const lowered = new WeakMap<ToolDefinition, ChatTool>();

export function lowerTools(tools: readonly ModelTool[], _server: ChatServer): LoweredTools {
  return { tools: tools.map(({ definition }) => lower(definition)), restoreArguments: (_name, text) => text };
}

function lower(definition: ToolDefinition): ChatTool {
  let tool = lowered.get(definition);
  if (tool === undefined) {
    tool = { type: "function", function: definition };
    lowered.set(definition, tool);
  }
  return tool;
}
