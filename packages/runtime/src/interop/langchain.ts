/** `@runa/runtime/interop/langchain`: tools for LangChain (`@langchain/core`). */
import type { ContentBlock } from "@langchain/core/messages";
import type { DynamicStructuredTool } from "@langchain/core/tools";
import { requirePackage } from "../errors/require-package.ts";
import type { MediaPart } from "../model/item.ts";
import { type InteropOptions, type InteropTools, mediaOf, runTool, toolsOf } from "./run-tool.ts";

export type { InteropOptions, InteropTools } from "./run-tool.ts";

const { messages, tools: core } = await requirePackage("@langchain/core", async () => ({
  messages: await import("@langchain/core/messages"),
  tools: await import("@langchain/core/tools"),
}));

/**
 * Tools for `model.bindTools` and for agents of LangChain. Arguments are checked and converted here, and what goes wrong
 * is the text that the model reads. LangChain's tools have no means of asking a person: a call that needs approval is
 * refused.
 *
 * @example
 * ```ts
 * const bound = model.bindTools(toLangChainTools(tools));
 * ```
 * @throws UserError for what is no tool, and for an option that does not exist or does not fit.
 */
export function toLangChainTools(tools: InteropTools, options: InteropOptions = {}): DynamicStructuredTool[] {
  return toolsOf(tools, options, "toLangChainTools").map(
    ({ tool, source }) =>
      new ExplainingTool({
        name: tool.name,
        description: tool.definition.description,
        schema: tool.definition.parameters as never,
        func: async (input: unknown, _manager, config) => {
          const callId = toolCallIdOf(config);
          const outcome = await runTool(
            { tool, source, input, callId, signal: config?.signal, isApproved: false },
            options,
          );
          const media = mediaOf(outcome);
          const content =
            media.length === 0 ? outcome.text : [{ type: "text", text: outcome.text }, ...media.map(toBlock)];
          if (callId === undefined) return content;
          // Made here, since LangChain would call every result a success.
          const status = outcome.isError ? "error" : "success";
          return new messages.ToolMessage({ content, name: tool.name, tool_call_id: callId, status });
        },
      }),
  );
}

/** LangChain checks arguments too, and throws. What a model can act on is what `runTool` says of them. */
class ExplainingTool extends core.DynamicStructuredTool {
  override async call(...parameters: Parameters<DynamicStructuredTool["call"]>): Promise<never> {
    try {
      return (await super.call(...parameters)) as never;
    } catch (error) {
      if (!(error instanceof core.ToolInputParsingException)) throw error;
      const [input, config] = parameters;
      return (await this.func(input as never, undefined, config as never)) as never;
    }
  }
}

function toolCallIdOf(config: unknown): string | undefined {
  const call: unknown =
    typeof config === "object" && config !== null && "toolCall" in config ? config.toolCall : undefined;
  return typeof call === "object" && call !== null && "id" in call && typeof call.id === "string" ? call.id : undefined;
}

function toBlock({ type, data, url = "", mimeType }: MediaPart): ContentBlock.Multimodal.Data {
  const source = data === undefined ? { url } : { data };
  return { type, ...source, ...(mimeType !== undefined && { mimeType }) } as ContentBlock.Multimodal.Data;
}
