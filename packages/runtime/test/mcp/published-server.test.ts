/** A published MCP server that nobody here wrote, as a tool source: killed and started again in the middle of a run. */
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { Agent } from "@runa/runtime";
import { MCPServer } from "@runa/runtime/mcp";
import { ScriptedModel } from "@runa/runtime/testing";
import { expect, it } from "vitest";

const everything = createRequire(import.meta.url).resolve("@modelcontextprotocol/server-everything/dist/index.js");

/** The processes that this one has started and that run the server. */
function serverProcesses(): number[] {
  const lines = execFileSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" }).split("\n");
  return lines.flatMap((line) => {
    const [, pid, parent, args = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return Number(parent) === process.pid && args.includes(everything) ? [Number(pid)] : [];
  });
}

it("works, and goes on after it was killed in mid-run", async () => {
  const server = new MCPServer({ name: "everything", prefix: "all", timeout: 30_000 }).stdio(process.execPath, [
    everything,
  ]);
  const killed: number[] = [];
  const sum = { name: "all_get-sum", arguments: { a: 2, b: 3 } };
  const model = new ScriptedModel([
    { toolCalls: [{ name: "all_echo", arguments: { message: "hello" } }, sum, { name: "all_get-tiny-image" }] },
    () => {
      for (const pid of serverProcesses()) {
        killed.push(pid);
        process.kill(pid, "SIGKILL");
      }
      return new Promise((resolve) => setTimeout(() => resolve({ toolCalls: [sum] }), 500));
    },
    "done",
  ]);
  const run = await new Agent({ name: "x", model, mcp: [server] }).run("go");
  const texts = run.toolCalls.map(({ text }) => text);
  expect(run.error).toBeUndefined();
  expect(texts[0]).toBe("Echo: hello");
  expect(texts[1]).toMatch(/\b5\b/);
  expect(run.images.length).toBeGreaterThan(0);
  expect(killed).toHaveLength(1);
  expect(texts[3]).toMatch(/\b5\b/);
  expect(serverProcesses()).not.toContain(killed[0]);
  await server.close();
});
