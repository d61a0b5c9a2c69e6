/** `@runa/runtime/interop/openai-agents`: tools for OpenAI Agents (`@openai/agents`). */
import type { FunctionTool, ToolOutputFileContent, ToolOutputImage } from "@openai/agents-core";
import { requirePackage } from "../errors/require-package.ts";
import type { MediaPart } from "../model/item.ts";
import { type InteropOptions, type InteropTools, mediaOf, needsApproval, runTool, toolsOf } from "./run-tool.ts";

export type { InteropOptions, InteropTools } from "./run-tool.ts";

const { tool: makeTool } = await requirePackage(
  "@openai/agents-core",
  () => import("@openai/agents-core"),
  "@openai/agents brings its core along, but some package managers show it to nobody else.",
);

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
    ({ tool, source }) =>
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
          const outcome = await runTool(
            { tool, source, input, callId, signal, isApproved: needsApproval(tool) },
            options,
          );
          const media = mediaOf(outcome);
          if (media.length === 0) return outcome.text;
          return [{ type: "text", text: outcome.text }, ...media.map(toOutput)];
        },
        // Its own check comes first, and hides what the model wrote. What else arrives here is a mistake of the program.
        errorFunction: (_context, error) =>
          isNoJson(error) ? "error: invalid JSON arguments: write one JSON object" : "error: the tool could not be run",
      }) as unknown as FunctionTool,
  );
}

interface NonStrict {
  type: "object";
  properties: Record<string, unknown> & never;
  required: string[];
  additionalProperties: true;
}

/** The error's class is not exported. */
function isNoJson(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith("Invalid JSON input");
}

function toOutput({
  type,
  data,
  url = "",
  mimeType,
  filename = type,
}: MediaPart): ToolOutputImage | ToolOutputFileContent {
  if (type === "image") {
    const image = data === undefined ? { url } : { data, ...(mimeType !== undefined && { mediaType: mimeType }) };
    return { type, image };
  }
  const file = data === undefined ? { url } : { data, mediaType: mimeType ?? "application/octet-stream" };
  return { type: "file", file: { ...file, filename } };
}
