import { ToolResult } from "@runa/runtime";

/** A red dot, as PNG. */
const DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";

/**
 * Generate an image.
 * @tool
 * @param prompt What it shows
 */
export async function generateImage(prompt: string): Promise<ToolResult> {
  return new ToolResult({
    content: `An image of ${prompt} is ready.`,
    images: [{ content: DOT, mimeType: "image/png" }],
  });
}
