/**
 * Nobody can import this.
 * @tool
 */
function hiddenTool(text: string): string {
  return text;
}

/**
 * This one is fine.
 * @tool
 * @param text The text
 */
export async function shownTool(text: string): Promise<string> {
  return hiddenTool(text);
}
