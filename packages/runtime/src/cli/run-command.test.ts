/** `runa inspect`: what it prints, and the exit code. `runa mcp` is asked by a client of the protocol in `test/mcp`. */
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { runCommand } from "./run-command.ts";

const manifest = fileURLToPath(new URL("../../test/mcp/served/runa.tools.json", import.meta.url));

async function run(...words: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  let out = "";
  let err = "";
  const code = await runCommand(words, {
    env: {},
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
  });
  return { code, out, err };
}

it("lists the tools, a block for each, and says what is left out", async () => {
  const { code, out, err } = await run("inspect", manifest);
  expect(code).toBe(0);
  expect(out).toContain("add(a: number, b: number)  [readonly, idempotent]\n  ");
  expect(out).toMatch(/^letters\(text: string\) {2}\[worker\]$/m);
  expect(out.match(/^ {2}\.\/tools\.ts$/gm)).toHaveLength(9);
  expect(out.endsWith("./tools.ts\n")).toBe(true);
  expect(err).toBe(
    "left out: elsewhere is declared only: it runs elsewhere.\nleft out: up is a method that needs an instance.\n",
  );
});

it("shows the definition of one tool", async () => {
  const { code, out } = await run("inspect", manifest, "add");
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ name: "add", parameters: { required: ["a", "b"] } });
});

it.each<[args: string, code: number, out: RegExp]>([
  ['{"a":1.5,"b":2}', 0, /^3\.5\n$/],
  ['{"a":"x"}', 1, /^error: invalid arguments for add/],
])("calls a tool with %s and exits with %i", async (args, code, out) => {
  expect(await run("inspect", manifest, "add", args)).toMatchObject({ code, out: expect.stringMatching(out) });
});

it.each<[words: readonly string[], code: number, err: RegExp]>([
  [["inspect", manifest, "ad"], 1, /^The manifest has no tool "ad"\. Did you mean add\? Its tools are add, move/],
  [["inspect", "nowhere.json"], 1, /nowhere\.json/],
  [["inspect"], 2, /^inspect needs the manifest.*\nUsage: runa/],
])("%j ends with %i and a text that is no stack", async (words, code, err) => {
  const given = await run(...words);
  expect(given).toMatchObject({ code, out: "", err: expect.stringMatching(err) });
  expect(given.err).not.toMatch(/^ {4}at /m);
});

it.each<[flag: string, out: RegExp]>([
  ["--help", /Exit codes/],
  ["--version", /^\d+\.\d+\.\d+\n$/],
])("answers %s", async (flag, out) => {
  expect(await run(flag)).toMatchObject({ code: 0, out: expect.stringMatching(out), err: "" });
});
