/** The tool by which a model gives the conversation to another agent. What it does, the loop does. */
import type { ParametersSchema } from "../manifest/index.ts";
import type { BoundTool } from "../tool/tool.ts";
import type { LinkOptions } from "./agent-link.ts";
import { createAgentTool } from "./agent-tool.ts";
import { toToolName } from "./tool-name.ts";

const NO_PARAMETERS: ParametersSchema = { type: "object", properties: {}, additionalProperties: false };

export function createHandoffTool(agentName: string, { toolName, toolDescription }: LinkOptions): BoundTool {
  return createAgentTool({
    name: toToolName(toolName, "transfer_to_", agentName),
    description: toolDescription ?? `Transfer the conversation to ${agentName}.`,
    parameters: NO_PARAMETERS,
    origin: `the handoff to "${agentName}"`,
    text: `Transferred to ${agentName}.`,
  });
}
