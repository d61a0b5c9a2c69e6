/** The tool by which a model gives the conversation to another agent. What it does, the loop does. */
import { invokeTool } from "../call/invoke-tool.ts";
import type { ParametersSchema } from "../manifest/index.ts";
import { type BoundTool, createTool } from "../tool/tool.ts";
import type { LinkOptions } from "./agent-link.ts";
import { toToolName } from "./tool-name.ts";

const NO_PARAMETERS: ParametersSchema = { type: "object", properties: {}, additionalProperties: false };

export function createHandoffTool(agentName: string, { toolName, toolDescription }: LinkOptions): BoundTool {
  const name = toToolName(toolName, "transfer_to_", agentName);
  return createTool(
    {
      definition: {
        name,
        description: toolDescription ?? `Transfer the conversation to ${agentName}.`,
        parameters: NO_PARAMETERS,
      },
      origin: `the handoff to "${agentName}"`,
      options: {},
      schemaKind: "generated",
      injects: [],
      isExternal: false,
      call: () => `Transferred to ${agentName}.`,
    },
    invokeTool,
  );
}
