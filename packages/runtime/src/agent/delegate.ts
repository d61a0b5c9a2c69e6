/** An agent as a tool of another: it gets a task, works on it by itself, and what it answers is the result. */
import { invokeTool } from "../call/invoke-tool.ts";
import { UserError } from "../errors/user-error.ts";
import type { ParametersSchema } from "../manifest/index.ts";
import { type BoundTool, createTool } from "../tool/tool.ts";
import type { LinkOptions } from "./agent-link.ts";
import { toToolName } from "./tool-name.ts";

const PARAMETERS: ParametersSchema = {
  type: "object",
  properties: { input: { type: "string" } },
  required: ["input"],
  additionalProperties: false,
};

export function createDelegateTool(agentName: string, { toolName, toolDescription }: LinkOptions): BoundTool {
  const name = toToolName(toolName, "", agentName);
  return createTool(
    {
      definition: {
        name,
        description: toolDescription ?? `Delegate a task to ${agentName}.`,
        parameters: PARAMETERS,
      },
      origin: `the delegate "${agentName}"`,
      options: {},
      schemaKind: "generated",
      injects: [],
      isExternal: false,
      // In a run the loop starts the other agent's run; there is nothing to call outside of one.
      call: () => {
        throw new UserError("RUNA_NOT_A_FUNCTION", `The delegate "${agentName}" works only within a run.`);
      },
    },
    invokeTool,
  );
}
