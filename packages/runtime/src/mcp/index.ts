/** `@runa/runtime/mcp`: the tools of MCP servers for an agent, and tools as an MCP server. */
export { MCPServer } from "./client/mcp-server.ts";
export type { MCPServerOptions, StdioOptions } from "./client/mcp-server-options.ts";
export type { ContextOfCall, McpCall } from "./server/create-server.ts";
export type { HttpOptions, HttpServing } from "./server/http.ts";
export {
  type ServableTools,
  type ServeMcpOptions,
  type ServeMcpOverHttpOptions,
  serveMcp,
} from "./server/serve-mcp.ts";
export type { Serving } from "./server/stdio.ts";
