/** Tool names that a provider accepts, made from names that it does not. */

export interface ToolNameRule {
  /** Characters that are not allowed. */
  readonly refused: RegExp;
  /** What the first character must be, where that is limited. */
  readonly first?: RegExp;
  readonly longest: number;
}

export const OPENAI_NAMES: ToolNameRule = { refused: /[^a-zA-Z0-9_-]/g, longest: 64 };
export const ANTHROPIC_NAMES: ToolNameRule = { refused: /[^a-zA-Z0-9_-]/g, longest: 128 };
export const GEMINI_NAMES: ToolNameRule = { refused: /[^a-zA-Z0-9_.:-]/g, first: /^[a-zA-Z_]/, longest: 128 };
export const MCP_NAMES: ToolNameRule = { refused: /[^a-zA-Z0-9_.-]/g, longest: 128 };

/**
 * The name itself where the rule allows it. Otherwise one made from it that ends in a hash of the whole, so that `a.b`
 * and `a/b` stay apart.
 */
export function fitToolName(name: string, { refused, first, longest }: ToolNameRule): string {
  const clean = name.replace(refused, "_");
  const begun = first && !first.test(clean) ? `_${clean}` : clean;
  if (begun === name && name.length > 0 && name.length <= longest) return name;
  const hash = `_${hashOf(name)}`;
  return `${begun.slice(0, longest - hash.length)}${hash}`;
}

/** FNV-1a, 32 bits, over UTF-16 units: short, and the same everywhere. Nothing rests on it but readable names. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0).toString(36).padStart(7, "0");
}
