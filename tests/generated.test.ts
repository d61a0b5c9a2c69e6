/** What `runa-gen` made of the ready toolkits, and of the tools that tests serve, is up to date. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const toolkits = "packages/runtime/src/toolkits";
const project = ["--project", "packages/runtime/tsconfig.json"];

it.each<[string, string, readonly string[]]>([
  [`${toolkits}/files/file-tools.ts`, `${toolkits}/files/runa.tools.json`, project],
  [`${toolkits}/http/http-tools.ts`, `${toolkits}/http/runa.tools.json`, project],
  [`${toolkits}/sql/sql-tools.ts`, `${toolkits}/sql/runa.tools.json`, project],
  ["packages/runtime/test/mcp/served/tools.ts", "packages/runtime/test/mcp/served/runa.tools.json", ["--no-binding"]],
  ["packages/runtime/test/mcp/gated/tools.ts", "packages/runtime/test/mcp/gated/runa.tools.json", ["--no-binding"]],
  ["tests/mcp-conformance/tools.ts", "tests/mcp-conformance/runa.tools.json", ["--no-binding"]],
])("%s", async (source, out, more) => {
  const command = ["packages/codegen/bin/runa-gen.js", source, "--out", out, ...more, "--check"];
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: root });
  expect(stdout).toContain("up to date");
});
