/** `@runa/runtime/interop/ai-sdk`: tools for the AI SDK (`ai`). */
import { dynamicTool, jsonSchema, type ToolSet } from "ai";
import { type InteropOptions, type InteropTools, needsApproval, runTool, toolsOf } from "./run-tool.ts";

export type { InteropOptions, InteropTools } from "./run-tool.ts";

/**
 * Tools as `generateText` and `streamText` take them, by name. Arguments are checked and converted here, and what goes
 * wrong is the text that the model reads. A tool that may need approval asks for it by the SDK's own means, for each call.
 *
 * @example
 * ```ts
 * const { text } = await generateText({ model, prompt, tools: toAiSdkTools(tools), stopWhen: stepCountIs(5) });
 * ```
 * @throws UserError for what is no tool, and for an option that does not exist or does not fit.
 */
export function toAiSdkTools(tools: InteropTools, options: InteropOptions = {}): ToolSet {
  return Object.fromEntries(
    toolsOf(tools, options, "toAiSdkTools").map((tool) => [
      tool.name,
      dynamicTool({
        description: tool.definition.description,
        inputSchema: jsonSchema(tool.definition.parameters as Parameters<typeof jsonSchema>[0]),
        needsApproval: needsApproval(tool),
        execute: async (input, { toolCallId, abortSignal }) => {
          const call = { tool, input, callId: toolCallId, signal: abortSignal, isApproved: needsApproval(tool) };
          return (await runTool(call, options)).text;
        },
      }),
    ]),
  );
}
