/** An agent as a tool of another: it gets a task, works on it by itself, and what it answers is the result. */
import type { ParametersSchema } from "../manifest/index.ts";
import type { BoundTool } from "../tool/tool.ts";
import type { LinkOptions } from "./agent-link.ts";
import { createAgentTool } from "./agent-tool.ts";
import { toToolName } from "./tool-name.ts";

const PARAMETERS: ParametersSchema = {
  type: "object",
  properties: { input: { type: "string" } },
  required: ["input"],
  additionalProperties: false,
};

export function createDelegateTool(agentName: string, { toolName, toolDescription }: LinkOptions): BoundTool {
  return createAgentTool({
    name: toToolName(toolName, "", agentName),
    description: toolDescription ?? `Delegate a task to ${agentName}.`,
    parameters: PARAMETERS,
    origin: `the delegate "${agentName}"`,
  });
}
