/** `@runa/runtime/mcp`: tools as an MCP server. */
export type { ContextOfCall, McpCall } from "./server/create-server.ts";
export type { HttpOptions, HttpServing } from "./server/http.ts";
export {
  type ServableTools,
  type ServeMcpOptions,
  type ServeMcpOverHttpOptions,
  serveMcp,
} from "./server/serve-mcp.ts";
export type { Serving } from "./server/stdio.ts";
