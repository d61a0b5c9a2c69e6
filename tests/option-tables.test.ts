/** The tables of options in the README name every option there is, once, with its default. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

const readme: string = read("README.md");

/** The rows of a table, by the start of its head: names in the first column, the default in the second. */
function rowsOf(head: string): readonly { readonly names: readonly string[]; readonly given: string }[] {
  const [, ...rows] = (readme.split(`\n| ${head}`)[1] ?? "").split("\n\n", 1)[0]?.split("\n") ?? [];
  return rows.slice(1).map((row) => {
    const [, first = "", second = ""] = row.split(/(?<!\\)\|/);
    return { names: [...first.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name), given: second.trim() };
  });
}

/** The members of an interface, as its source has them. */
function membersOf(path: string, name: string): readonly string[] {
  const body = read(`packages/runtime/src/${path}`).split(new RegExp(`^export interface ${name}\\b.*$`, "m"))[1] ?? "";
  const own = body.split(/^}/m, 1)[0] ?? "";
  return [...own.matchAll(/^ {2}(?:readonly )?(\w+)\??[(:]/gm)].map(([, member = ""]) => member);
}

describe.each<[head: string, members: readonly string[]]>([
  ["option of `new Agent`", membersOf("agent/agent-options.ts", "AgentOptions")],
  [
    "option of `agent.run(",
    [...membersOf("agent/run-options.ts", "RunOptions"), ...membersOf("agent/run-media.ts", "RunMedia")],
  ],
  ["option of `tool(fn", membersOf("tool/tool-options.ts", "ToolOptions")],
])("the README's table %s", (head, members) => {
  it("has every option once", () => {
    expect(members.length).toBeGreaterThan(10);
    expect(
      rowsOf(head)
        .flatMap(({ names }) => names)
        .sort(),
    ).toEqual([...members].sort());
  });

  it("says the default of each", () => {
    const without = rowsOf(head).filter(({ given }) => given === "");
    expect(without.flatMap(({ names }) => names).filter((name) => name !== "name")).toEqual([]);
  });
});
