/**
 * About how many tokens the definitions take of every request. Each model counts in its own way; four characters of JSON
 * to a token is close to all of them, and the same on every machine.
 */
import type { Manifest } from "@runa/runtime/manifest";

const CHARACTERS_PER_TOKEN = 4;

export interface TokenEstimate {
  readonly total: number;
  /** By tool, the largest first. */
  readonly tools: readonly { readonly name: string; readonly tokens: number }[];
}

export function estimateTokens(manifest: Manifest): TokenEstimate {
  const tools = manifest.tools
    .map((tool) => ({
      name: tool.function.name,
      tokens: Math.ceil(JSON.stringify({ type: tool.type, function: tool.function }).length / CHARACTERS_PER_TOKEN),
    }))
    .sort((a, b) => b.tokens - a.tokens);
  return { total: tools.reduce((sum, { tokens }) => sum + tokens, 0), tools };
}
