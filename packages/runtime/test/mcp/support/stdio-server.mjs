// An MCP server over stdio that can be told to die. It notes each of its starts in the file that STARTS names.
import { appendFileSync } from "node:fs";
import { Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

appendFileSync(process.env.STARTS, `${process.pid} in ${process.cwd()}\n`);
process.stderr.write("warming up\n");
if (process.argv.includes("--broken")) {
  process.stderr.write("no licence found\n");
  process.exit(3);
}
const schema = { type: "object", properties: {} };
serveStdio(() => {
  const server = new Server({ name: "mortal", version: "1" }, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/list", () => ({
    tools: [
      { name: "pid", inputSchema: schema },
      { name: "die", inputSchema: schema },
      { name: "die_safely", inputSchema: schema, annotations: { idempotentHint: true } },
    ],
  }));
  server.setRequestHandler("tools/call", ({ params }) => {
    appendFileSync(process.env.STARTS, `${params.name}\n`);
    if (params.name === "die" || (params.name === "die_safely" && !process.env.SECOND_LIFE)) process.exit(1);
    return { content: [{ type: "text", text: `${process.pid}` }] };
  });
  return server;
});
