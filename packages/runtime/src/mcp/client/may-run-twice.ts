/** What a server says of its tools that matters when a call may have to be made again. */
import type { Tool as McpTool } from "@modelcontextprotocol/client";

export function mayRunTwice({ annotations }: McpTool): boolean {
  return annotations?.readOnlyHint === true || annotations?.idempotentHint === true;
}
