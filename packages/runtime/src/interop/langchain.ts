/** `@runa/runtime/interop/langchain`: tools for LangChain (`@langchain/core`). */
import { DynamicStructuredTool } from "@langchain/core/tools";
import { type InteropOptions, type InteropTools, runTool, toolsOf } from "./run-tool.ts";

export type { InteropOptions, InteropTools } from "./run-tool.ts";

/**
 * Tools for `model.bindTools` and for agents of LangChain. Arguments are checked and converted here, and what goes wrong
 * is the text that the model reads. LangChain's tools have no means of asking a person: a call that needs approval is
 * refused.
 *
 * @example
 * ```ts
 * const bound = model.bindTools(toLangChainTools(tools));
 * ```
 * @throws UserError for what is no tool.
 */
export function toLangChainTools(tools: InteropTools, options: InteropOptions = {}): DynamicStructuredTool[] {
  return toolsOf(tools, "toLangChainTools").map(
    (tool) =>
      new DynamicStructuredTool({
        name: tool.name,
        description: tool.definition.description,
        // Its own check would answer in other words; `runTool` holds the arguments to the schema.
        schema: tool.definition.parameters as never,
        func: async (input: unknown, _manager, config) => {
          const callId = toolCallIdOf(config);
          return (await runTool({ tool, input, callId, signal: config?.signal, isApproved: false }, options)).text;
        },
      }),
  );
}

function toolCallIdOf(config: unknown): string | undefined {
  const call: unknown =
    typeof config === "object" && config !== null && "toolCall" in config ? config.toolCall : undefined;
  return typeof call === "object" && call !== null && "id" in call && typeof call.id === "string" ? call.id : undefined;
}
