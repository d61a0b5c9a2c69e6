/** The tools that the official conformance suite asks a server for, as far as they are tools that a function can be. */
import { ToolResult } from "@runa/runtime";

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";

/**
 * Tests simple text content response
 * @tool test_simple_text
 */
export async function simpleText(): Promise<string> {
  return "This is a simple text response for testing.";
}

/**
 * Tests image content response
 * @tool test_image_content
 */
export async function imageContent(): Promise<ToolResult> {
  return new ToolResult({ images: [{ content: PNG, mimeType: "image/png" }] });
}

/**
 * Tests audio content response
 * @tool test_audio_content
 */
export async function audioContent(): Promise<ToolResult> {
  return new ToolResult({ audio: [{ content: WAV, mimeType: "audio/wav" }] });
}

/**
 * Tests embedded resource content response
 * @tool test_embedded_resource
 */
export async function embeddedResource(): Promise<ToolResult> {
  return new ToolResult({
    files: [{ content: Buffer.from("A resource."), mimeType: "text/plain", filename: "a.txt" }],
  });
}

/**
 * Tests response with multiple content types
 * @tool test_multiple_content_types
 */
export async function multipleContentTypes(): Promise<ToolResult> {
  return new ToolResult({
    content: "Multiple content types test:",
    images: [{ content: PNG, mimeType: "image/png" }],
    files: [{ content: Buffer.from('{"test":"data"}'), mimeType: "application/json", filename: "a.json" }],
  });
}

/**
 * Tests error response handling
 * @tool test_error_handling
 */
export async function errorHandling(): Promise<string> {
  throw new Error("This tool intentionally returns an error for testing");
}
