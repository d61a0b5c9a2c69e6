/** A tool that stands for other agents: what it is, the model is told; what it does, the loop does. */
import { invokeTool } from "../call/invoke-tool.ts";
import { UserError } from "../errors/user-error.ts";
import type { ToolDefinition } from "../manifest/index.ts";
import { type BoundTool, createTool } from "../tool/tool.ts";
import type { ToolOptions } from "../tool/tool-options.ts";

export interface AgentTool extends ToolDefinition {
  readonly origin: string;
  readonly options?: ToolOptions;
  /** What the model reads; absent where that is the answer of another run. */
  readonly text?: string;
}

/** @param tool One object of parameters for many tools is compiled once. */
export function createAgentTool({ origin, options = {}, text, ...definition }: AgentTool): BoundTool {
  return createTool(
    {
      definition,
      origin,
      options,
      schemaKind: "generated",
      injects: [],
      isExternal: false,
      call: () => {
        if (text !== undefined) return text;
        throw new UserError(
          "RUNA_NOT_A_FUNCTION",
          `The tool "${definition.name}", ${origin}, works only within a run: there is nothing to call outside of one.`,
        );
      },
    },
    invokeTool,
  );
}
