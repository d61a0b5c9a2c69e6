/** `@runa/runtime/interop/ai-sdk`: tools for the AI SDK (`ai`). */
import type { ToolSet } from "ai";
import { requirePackage } from "../errors/require-package.ts";
import type { MediaPart } from "../model/item.ts";
import { type InteropOptions, type InteropTools, mediaOf, needsApproval, runTool, toolsOf } from "./run-tool.ts";

export type { InteropOptions, InteropTools } from "./run-tool.ts";

const { dynamicTool, jsonSchema } = await requirePackage("ai", () => import("ai"));

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
    toolsOf(tools, options, "toAiSdkTools").map(({ tool, source }) => [
      tool.name,
      dynamicTool({
        description: tool.definition.description,
        inputSchema: jsonSchema(tool.definition.parameters as Parameters<typeof jsonSchema>[0]),
        needsApproval: needsApproval(tool),
        execute: async (input, { toolCallId, abortSignal }) => {
          const call = {
            tool,
            source,
            input,
            callId: toolCallId,
            signal: abortSignal,
            isApproved: needsApproval(tool),
          };
          const outcome = await runTool(call, options);
          const media = mediaOf(outcome);
          return media.length === 0 ? outcome.text : ({ text: outcome.text, media } satisfies WithMedia);
        },
        toModelOutput: ({ output }) => toModelOutput(output as string | WithMedia),
      }),
    ]),
  );
}

/** A result in the SDK's hands: plain JSON, since programs store it. */
interface WithMedia {
  readonly text: string;
  readonly media: readonly MediaPart[];
}

type ModelOutput = Awaited<ReturnType<NonNullable<ToolSet[string]["toModelOutput"]>>>;
type ContentPart = Extract<ModelOutput, { type: "content" }>["value"][number];

function toModelOutput(output: string | WithMedia): ModelOutput {
  if (typeof output === "string") return { type: "text", value: output };
  return { type: "content", value: [{ type: "text", text: output.text }, ...output.media.map(toContentPart)] };
}

function toContentPart({ type, data, url = "", mimeType, filename }: MediaPart): ContentPart {
  const isImage = type === "image";
  if (data === undefined) return isImage ? { type: "image-url", url } : { type: "file-url", url };
  const mediaType = mimeType ?? (isImage ? "image/png" : "application/octet-stream");
  if (isImage) return { type: "image-data", data, mediaType };
  return { type: "file-data", data, mediaType, ...(filename !== undefined && { filename }) };
}
