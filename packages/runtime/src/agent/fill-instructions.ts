/** Values of a run in the text of its instructions (H11). */
import type { RunContext } from "../tool/run-context.ts";

const PLACEHOLDER = /\{([A-Za-z_$][\w$]*)\}/g;

export function hasPlaceholders(text: string): boolean {
  return text.search(PLACEHOLDER) >= 0;
}

/**
 * Puts values in the place of their names: `{shoppingList}`. The state of the session comes first, then dependencies, then
 * metadata, then `userId`. Texts are put in as they are, everything else as JSON; a name that nobody knows stays. Done
 * once: what a value says in braces is text.
 */
export function fillInstructions(text: string, ctx: RunContext): string {
  const sources: readonly Readonly<Record<string, unknown>>[] = [
    ctx.sessionState,
    ctx.dependencies,
    ctx.metadata,
    { userId: ctx.userId },
  ];
  return text.replace(PLACEHOLDER, (placeholder, name: string) => {
    const value = sources.find((source) => Object.hasOwn(source, name) && source[name] !== undefined)?.[name];
    if (typeof value === "string") return value;
    // Functions and symbols have no JSON.
    return JSON.stringify(value) ?? placeholder;
  });
}
