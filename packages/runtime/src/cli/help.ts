/** What `--help` teaches. @param program The file of this command: what a client can start from any folder. */
export function helpText(program: string): string {
  return `runa works with the manifest that runa-gen writes (runa.tools.json).

Usage
  runa mcp <manifest> [options]        serve its tools as an MCP server, over stdio
  runa mcp <manifest> --http           the same over Streamable HTTP, on this machine
  runa inspect <manifest>              load the tools and list them: parameters, approval, tags, module, thread
  runa inspect <manifest> <tool>       show one tool: its definition as an MCP client gets it
  runa inspect <manifest> <tool> <arguments>
                                       call it as a model would, with arguments as JSON

Options of inspect
  --yes                    call a tool that needs approval, or is tagged @destructive, without asking; where nobody is at
                           the terminal to be asked, it is not called otherwise

Options of mcp
  --tools <a,b>            serve these only
  --name <text>            what the server calls itself (the package beside the manifest)
  --http                   Streamable HTTP at /mcp; each of the following implies it
  --port <number>          the port to listen on (one that is free)
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

In the configuration of an MCP client, which starts servers in a folder of its own, so that paths have to be whole:
  { "mcpServers": { "weather": { "command": "node", "args": [${JSON.stringify(program)}, "mcp", "/path/to/src/runa.tools.json"] } } }
Not "npx runa": outside of a project that has @runa/runtime installed, npx would fetch another package, whoever owns it.

Serving needs the package @modelcontextprotocol/server. Modules that are still TypeScript need tsx (npm install -D tsx), or
a Node that reads them. Over stdio, whatever tools print goes to standard error. Tools that are declared only, and methods
that need an instance, are left out; serve those from code: serveMcp of @runa/runtime/mcp.

Exit codes
  0  served until the client left, or listed
  1  the manifest or a module cannot be loaded, or the call failed, was not allowed, or gave what does not
     fit its return type
  2  wrong use
`;
}

/** Shown for the caller's mistakes only. */
export const USAGE = "Usage: runa mcp|inspect <manifest> [options]; `runa --help` explains them.\n";
