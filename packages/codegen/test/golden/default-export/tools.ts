/**
 * The default export, by its own name.
 * @tool
 * @param text The text
 */
export default async function summarizeText(text: string): Promise<string> {
  return text;
}
