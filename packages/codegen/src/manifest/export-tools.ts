/** The tools of a manifest as they stand in a request to a provider, for programs that send it themselves. */
import {
  type Dialect,
  lower,
  type Manifest,
  toAnthropicTool,
  toGeminiFunctionDeclaration,
  toMcpTool,
  toOpenAiChatTool,
  toOpenAiResponsesTool,
} from "@runa/runtime/manifest";
import type { ExportFormat } from "./dialect-names.ts";

/** The dialect that a format is written in. */
export function dialectOf(format: ExportFormat): Dialect {
  if (format === "openai-responses") return "openai";
  return format === "openai-responses-strict" ? "openai-strict" : format;
}

/** What belongs under `tools` in a request; for MCP, in the answer to `tools/list`. */
export function exportTools(manifest: Manifest, format: ExportFormat): readonly object[] {
  const lowered = manifest.tools.map((tool) => lower(tool.function, dialectOf(format)));
  switch (format) {
    case "openai":
    case "openai-strict":
    case "llamacpp":
    case "ollama":
      return lowered.map(toOpenAiChatTool);
    case "openai-responses":
    case "openai-responses-strict":
      return lowered.map(toOpenAiResponsesTool);
    case "anthropic":
    case "anthropic-strict":
      return lowered.map(toAnthropicTool);
    case "gemini":
      return [{ functionDeclarations: lowered.map(toGeminiFunctionDeclaration) }];
    case "mcp":
      return lowered.map(toMcpTool);
  }
}
