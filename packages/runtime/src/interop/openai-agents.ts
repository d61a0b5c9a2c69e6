/** `@runa/runtime/interop/openai-agents`: tools for OpenAI Agents (`@openai/agents`). */
import { type FunctionTool, tool as makeTool } from "@openai/agents-core";
import { type InteropOptions, type InteropTools, needsApproval, runTool, toolsOf } from "./run-tool.ts";

export type { InteropOptions, InteropTools } from "./run-tool.ts";

/**
 * Tools for the `tools` of an `Agent` of that package. Arguments are checked and converted here, and what goes wrong is
 * the text that the model reads. A tool that may need approval interrupts the run by that package's means.
 *
 * @example
 * ```ts
 * const agent = new Agent({ name: "weather", instructions: "…", tools: toOpenAiAgentsTools(tools) });
 * ```
 * @throws UserError for what is no tool, and for an option that does not exist or does not fit.
 */
export function toOpenAiAgentsTools(tools: InteropTools, options: InteropOptions = {}): FunctionTool[] {
  return toolsOf(tools, options, "toOpenAiAgentsTools").map(
    (tool) =>
      makeTool({
        name: tool.name,
        description: tool.definition.description,
        // Its strict mode would ask for another form of schema.
        strict: false,
        parameters: { additionalProperties: true, required: [], ...tool.definition.parameters } as NonStrict,
        needsApproval: needsApproval(tool),
        execute: async (input, _context, details) => {
          const signal = details?.signal;
          const callId = details?.toolCall?.callId;
          return (await runTool({ tool, input, callId, signal, isApproved: needsApproval(tool) }, options)).text;
        },
      }) as unknown as FunctionTool,
  );
}

interface NonStrict {
  type: "object";
  properties: Record<string, unknown> & never;
  required: string[];
  additionalProperties: true;
}
