/** Names of dialects and forms. Apart from what lowers to them, so that reading a command line loads none of that. */
import type { Dialect } from "@runa/runtime/manifest";

export const TARGETS: readonly Dialect[] = [
  "openai",
  "openai-strict",
  "anthropic",
  "anthropic-strict",
  "gemini",
  "mcp",
  "llamacpp",
  "ollama",
];

/** How `export` can print definitions: a dialect, in the form of one of its requests. */
export const EXPORT_FORMATS = [
  "openai",
  "openai-strict",
  "openai-responses",
  "openai-responses-strict",
  "anthropic",
  "anthropic-strict",
  "gemini",
  "mcp",
  "llamacpp",
  "ollama",
] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];
