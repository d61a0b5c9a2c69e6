/** With a blank line between; empty ones are left out. */
export function joinTexts(texts: readonly string[]): string {
  return texts.filter((text) => text !== "").join("\n\n");
}
