/**
 * About how many tokens the definitions take of every request. Each model counts in its own way; four characters of JSON
 * to a token is close to all of them, and the same on every machine.
 */
import type { Manifest, ManifestTool } from "@runa/runtime/manifest";

const CHARACTERS_PER_TOKEN = 4;

export interface TokenEstimate {
  readonly total: number;
  /** By tool, the largest first. */
  readonly tools: readonly { readonly name: string; readonly tokens: number }[];
}

export function estimateTokens(manifest: Manifest): TokenEstimate {
  const tools = manifest.tools
    .map((tool) => ({ name: tool.function.name, tokens: estimateTokensOf(tool) }))
    .sort((a, b) => b.tokens - a.tokens);
  return { total: tools.reduce((sum, { tokens }) => sum + tokens, 0), tools };
}

/** Of one tool, as a provider is sent it. */
export function estimateTokensOf({ type, function: definition }: ManifestTool): number {
  return tokensIn(JSON.stringify({ type, function: definition }).length);
}

export function tokensIn(characters: number): number {
  return Math.ceil(characters / CHARACTERS_PER_TOKEN);
}
