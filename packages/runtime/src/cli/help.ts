/** What `--help` teaches. */
export const HELP: string = `runa works with the manifest that runa-gen writes (runa.tools.json).

Usage
  runa mcp <manifest> [options]        serve its tools as an MCP server, over stdio
  runa mcp <manifest> --http           the same over Streamable HTTP, on this machine
  runa inspect <manifest>              load the tools and list them: parameters, tags, module, thread
  runa inspect <manifest> <tool>       show one tool: its definition as a client gets it
  runa inspect <manifest> <tool> <arguments>
                                       call it as a model would, with arguments as JSON

Options of mcp
  --tools <a,b>            serve these only
  --name <text>            what the server calls itself (the package beside the manifest)
  --http                   Streamable HTTP at /mcp, on a free port, or the one that --port names
  --port <number>          implies --http
  --host <address>         the address to listen on (127.0.0.1); any other needs RUNA_MCP_TOKEN
  --allow-host <name>      a host name, beside localhost, under which clients reach it; may be repeated
  --allow-origin <name>    a host name, beside localhost, of pages that may ask from a browser; may be repeated
  --help, --version

Environment
  RUNA_MCP_TOKEN           over HTTP: what clients have to send as Authorization: Bearer

Examples
  runa inspect src/runa.tools.json
  runa inspect src/runa.tools.json getWeather '{"city":"Oslo"}'
  runa mcp src/runa.tools.json --tools getWeather,getForecast
  runa mcp src/runa.tools.json --port 3000

In the configuration of an MCP client:
  { "mcpServers": { "weather": { "command": "npx", "args": ["runa", "mcp", "/path/to/src/runa.tools.json"] } } }

Serving needs the package @modelcontextprotocol/server. Modules that are still TypeScript need tsx, or a Node that reads
them. Over stdio, whatever tools print goes to standard error. Tools that are declared only, and methods that need an
instance, are left out; serve those from code: serveMcp of @runa/runtime/mcp.

Exit codes
  0  served until the client left, or listed
  1  the manifest or a module cannot be loaded, or the call failed
  2  wrong use
`;

/** Shown for the caller's mistakes only. */
export const USAGE = "Usage: runa mcp|inspect <manifest> [options]; `runa --help` explains them.\n";
