/** From the answer to `tools/call` to what a tool gives. */
import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/client";
import type { MediaSource } from "../../tool/media.ts";
import { ToolResult } from "../../tool/tool-result.ts";

/**
 * Texts are joined by line breaks; structured content is the text where there is no other. The whole answer is kept as
 * metadata, for the program.
 *
 * @throws What the server calls an error, for the model to read.
 */
export function fromCallResult(result: CallToolResult): ToolResult {
  const blocks = result.content ?? [];
  const texts = blocks.flatMap(textOf);
  const { structuredContent, _meta } = result as { structuredContent?: unknown; _meta?: unknown };
  if (texts.length === 0 && structuredContent !== undefined) texts.push(JSON.stringify(structuredContent));
  const content = texts.join("\n");
  // Whoever shows it says "error: " once more.
  if (result.isError) throw new Error(content.replace(/^error: /i, "") || "the server gave no reason");
  return new ToolResult({
    content,
    images: mediaOf(blocks, "image"),
    audio: mediaOf(blocks, "audio"),
    metadata: {
      ...(structuredContent !== undefined && { structuredContent }),
      ...(_meta !== undefined && { meta: _meta }),
    },
  });
}

function textOf(block: ContentBlock): string[] {
  switch (block.type) {
    case "text":
      return [block.text];
    case "resource": {
      const { resource } = block;
      if ("text" in resource) return [resource.text];
      if (isMedia(resource.mimeType)) return [];
      return [describe(`resource ${resource.uri}`, resource.mimeType, resource.blob)];
    }
    case "resource_link":
      return [`[resource ${block.name}: ${block.uri}${block.description ? `, ${block.description}` : ""}]`];
    case "image":
    case "audio":
      return isMedia(block.mimeType, block.type) ? [] : [describe(block.type, block.mimeType, block.data)];
    default:
      return [];
  }
}

function describe(what: string, mimeType: string | undefined, base64: string): string {
  const size = Math.floor((base64.length * 3) / 4);
  return `[${what}${mimeType ? `, ${mimeType}` : ""}, about ${size} bytes]`;
}

function mediaOf(blocks: readonly ContentBlock[], type: "image" | "audio"): readonly MediaSource[] {
  return blocks.flatMap((block): MediaSource[] => {
    const [data, mimeType] =
      block.type === type
        ? [block.data, block.mimeType]
        : block.type === "resource" && "blob" in block.resource
          ? [block.resource.blob, block.resource.mimeType]
          : [];
    return data !== undefined && isMedia(mimeType, type) ? [{ content: data, mimeType }] : [];
  });
}

/** A provider refuses a whole request for media whose type it cannot read. */
function isMedia(mimeType: string | undefined, type = "image|audio"): boolean {
  return mimeType !== undefined && new RegExp(`^(?:${type})/[\\w.+-]+(?:\\s*;[^\\r\\n]*)?$`, "i").test(mimeType);
}
