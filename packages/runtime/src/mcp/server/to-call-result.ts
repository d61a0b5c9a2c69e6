/** From what became of a call to the answer to `tools/call`. A failure is an answer too: the model has to read it. */
import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/server";
import type { ToolOutcome } from "../../call/call-in-progress.ts";
import { toJson } from "../../call/to-model-text.ts";
import type { JsonSchema } from "../../manifest/index.ts";
import type { MediaPart } from "../../model/item.ts";
import { loadValidation } from "../../validation/validator.ts";

export async function toCallResult(
  { text, isError, value, media = [] }: ToolOutcome,
  outputSchema: JsonSchema | undefined,
): Promise<CallToolResult> {
  const content = toContent(text, media);
  if (isError) return { content, isError: true };
  if (!outputSchema) return { content };
  const structured = toJson(value);
  const problem = await problemOfJson(structured, outputSchema);
  // A client that checks would drop the whole result; this one says what the tool has given all the same.
  if (problem)
    return {
      content: toContent(`error: the result does not fit its type: ${problem}. It is: ${text}`, media),
      isError: true,
    };
  return { content, structuredContent: structured } as CallToolResult;
}

/** Why what a function has returned does not fit its return type; nothing where it does. */
export function problemOfResult(value: unknown, outputSchema: JsonSchema): Promise<string | undefined> {
  return problemOfJson(toJson(value), outputSchema);
}

async function problemOfJson(value: unknown, schema: JsonSchema): Promise<string | undefined> {
  const validation = await loadValidation();
  if (validation.accepts(schema, "generated", value)) return undefined;
  const [first] = validation.explain(schema, "generated", value);
  return first ? `${first.path || "/"} ${first.message}` : "it is refused";
}

function toContent(text: string, media: readonly MediaPart[]): ContentBlock[] {
  const blocks = media.map(toBlock);
  return text === "" && blocks.length > 0 ? blocks : [{ type: "text", text }, ...blocks];
}

function toBlock({ type, id, url, data, mimeType = "application/octet-stream", filename }: MediaPart): ContentBlock {
  const name = filename ?? id ?? type;
  if (data === undefined) return { type: "resource_link", uri: url ?? "", name, mimeType };
  if (type === "image" || type === "audio") return { type, data, mimeType };
  return { type: "resource", resource: { uri: `runa:///${encodeURIComponent(name)}`, mimeType, blob: data } };
}
