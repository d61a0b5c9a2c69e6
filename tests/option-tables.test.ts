/** The tables of options in the README and in `docs` name every option there is, once, with its default. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

interface Row {
  readonly names: readonly string[];
  readonly given: string;
  readonly meaning: string;
}

/** The rows of a table, by the start of its head: names in the first column, the default in the second. */
function rowsOf(page: string, head: string): readonly Row[] {
  const [, ...rows] = (read(page).split(`\n| ${head}`)[1] ?? "").split("\n\n", 1)[0]?.split("\n") ?? [];
  return rows.slice(1).map((row) => {
    const [, first = "", second = "", third = ""] = row.split(/(?<!\\)\|/);
    return {
      names: [...first.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name),
      given: second.trim(),
      meaning: third.trim(),
    };
  });
}

/** The members of an interface, as its source has them. */
function membersOf(path: string, name: string): readonly string[] {
  const body = read(`packages/runtime/src/${path}`).split(new RegExp(`^export interface ${name}\\b.*$`, "m"))[1] ?? "";
  const own = body.split(/^}/m, 1)[0] ?? "";
  return [...own.matchAll(/^ {2}(?:readonly )?(\w+)\??[(:]/gm)].map(([, member = ""]) => member);
}

describe.each<[page: string, head: string, members: readonly string[]]>([
  ["README.md", "option of `new Agent`", membersOf("agent/agent-options.ts", "AgentOptions")],
  [
    "README.md",
    "option of `agent.run(",
    [...membersOf("agent/run-options.ts", "RunOptions"), ...membersOf("agent/run-media.ts", "RunMedia")],
  ],
  ["README.md", "option of `tool(fn", membersOf("tool/tool-options.ts", "ToolOptions")],
  ["docs/interop.md", "option of all three", membersOf("interop/run-tool.ts", "InteropOptions")],
  ["docs/mcp.md", "option of `new MCPServer`", membersOf("mcp/client/mcp-server-options.ts", "MCPServerOptions")],
  [
    "docs/mcp.md",
    "option of `serveMcp",
    [
      ...membersOf("mcp/server/serve-mcp.ts", "ServeMcpOptions"),
      ...membersOf("mcp/server/serve-mcp.ts", "ServeMcpOverHttpOptions"),
    ],
  ],
  ["docs/models.md", "option of every factory", membersOf("providers/model-options.ts", "ModelOptions")],
  [
    "docs/ready-toolkits.md",
    "option of `new FileTools`",
    membersOf("toolkits/files/file-tools.ts", "FileToolsOptions"),
  ],
  ["docs/ready-toolkits.md", "option of `new HttpTools`", membersOf("toolkits/http/http-tools.ts", "HttpToolsOptions")],
  ["docs/ready-toolkits.md", "option of `new SqlTools`", membersOf("toolkits/sql/sql-tools.ts", "SqlToolsOptions")],
  ["docs/toolkits.md", "option of `new Toolkit`", membersOf("tool/toolkit-options.ts", "ToolkitOptions")],
  ["docs/tracing.md", "option of `startTracing`", membersOf("otel/start-tracing.ts", "TracingOptions")],
])("the table in %s, %s", (page, head, members) => {
  it("has every option once", () => {
    expect(members).not.toEqual([]);
    expect(
      rowsOf(page, head)
        .flatMap(({ names }) => names)
        .sort(),
    ).toEqual([...members].sort());
  });

  it("says the default of each that is not required", () => {
    const without = rowsOf(page, head).filter(({ given, meaning }) => given === "" && !meaning.startsWith("required"));
    expect(without).toEqual([]);
  });
});
