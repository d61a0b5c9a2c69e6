/** The client that the conformance suite starts: an agent whose tools are those of the server that is being tested. */
import { Agent } from "@runa/runtime";
import { MCPServer } from "@runa/runtime/mcp";
import { ScriptedModel } from "@runa/runtime/testing";

const server = new MCPServer({ name: "conformance" }).http(process.argv.at(-1) ?? "");
const calls = [{ toolCalls: [{ name: "add_numbers", arguments: { a: 5, b: 3 } }] }, "done"] as const;
// The first scenario has no tools: then there is nothing to call.
const model = new ScriptedModel([({ tools }) => (tools.length > 0 ? calls[0] : "done"), "done"]);
const run = await new Agent({ name: "conformance", model, mcp: [server] }).run("go");
await server.close();
if (run.error) throw run.error;
