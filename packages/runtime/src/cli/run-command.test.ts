/** `runa inspect`: what it prints, and the exit code. `runa mcp` is asked by a client of the protocol in `test/mcp`. */
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { CommandContext } from "./command-context.ts";
import { runCommand } from "./run-command.ts";

const gated = fileURLToPath(new URL("../../test/mcp/gated/runa.tools.json", import.meta.url));
const manifest = fileURLToPath(new URL("../../test/mcp/served/runa.tools.json", import.meta.url));

interface Given {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

const run = (...words: readonly string[]): Promise<Given> => runWith({}, ...words);

async function runWith(person: Pick<CommandContext, "ask">, ...words: readonly string[]): Promise<Given> {
  let out = "";
  let err = "";
  const code = await runCommand(words, {
    env: {},
    ...person,
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

it("says in the list which tools need approval", async () => {
  const { out } = await run("inspect", gated);
  expect(out.match(/^\w+\(.*$/gm)).toEqual([
    "closeAccount(id: string)  [needs approval]",
    "refund(amount: number)  [may need approval]",
    "wipe(folder: string)  [destructive]",
  ]);
});

it("shows the definition of one tool, as an MCP client gets it", async () => {
  const { code, out } = await run("inspect", manifest, "add");
  expect(code).toBe(0);
  expect(JSON.parse(out)).toEqual({
    name: "add",
    description: "Adds two numbers.",
    inputSchema: expect.objectContaining({ required: ["a", "b"] }),
    outputSchema: { type: "number" },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  });
});

it("says that a result does not fit its type, as it would be told over MCP", async () => {
  expect(await run("inspect", manifest, "divide", '{"a":1,"b":0}')).toEqual({
    code: 1,
    out: '{"quotient":"Infinity"}\n',
    err: expect.stringMatching(
      /^The result does not fit its type: \/quotient must be number.* Over MCP that is an error\.\n$/,
    ),
  });
});

describe.each<[tool: string, args: string, reason: string, done: string]>([
  ["closeAccount", '{"id":"a"}', "needs the approval of a person", "closed a\n"],
  ["refund", '{"amount":50}', "needs the approval of a person", "refunded 50\n"],
  ["wipe", '{"folder":"/srv"}', "is tagged @destructive", "wiped /srv\n"],
])("%s, which a person answers for,", (tool, args, reason, done) => {
  it("is not called where nobody can be asked", async () => {
    expect(await run("inspect", gated, tool, args)).toEqual({
      code: 1,
      out: "",
      err: `"${tool}" ${reason}, and nobody can be asked here, so it did not run. Add --yes to let it run.\n`,
    });
  });

  it("is called with --yes", async () => {
    expect(await run("inspect", gated, tool, args, "--yes")).toEqual({ code: 0, out: done, err: "" });
  });

  it.each([true, false])("is put to the person at the terminal, who answers %s", async (isYes) => {
    const asked: string[] = [];
    const ask = async (question: string): Promise<boolean> => {
      asked.push(question);
      return isYes;
    };
    const given = await runWith({ ask }, "inspect", gated, tool, args);
    expect(asked).toEqual([`"${tool}" ${reason}.\nRun it with ${args}? [y/N] `]);
    expect(given).toEqual(isYes ? { code: 0, out: done, err: "" } : { code: 1, out: "", err: "It did not run.\n" });
  });
});

it.each([
  ['{"folder":"x","folder":"/home"}', '{"folder":"/home"}'],
  ['{"folder":"/home"\r   }', '{"folder":"/home"}'],
  ['{"folder":"/home\u009b2K\u202e"}', '{"folder":"/home\\u009b2K\\u202e"}'],
])("asks about the arguments that the tool will get, whatever a terminal would make of %j", async (args, shown) => {
  const asked: string[] = [];
  const ask = async (question: string): Promise<boolean> => {
    asked.push(question);
    return false;
  };
  await runWith({ ask }, "inspect", gated, "wipe", args);
  expect(asked).toEqual([`"wipe" is tagged @destructive.\nRun it with ${shown}? [y/N] `]);
});

it("calls unasked what a predicate lets through, and asks about no call that is refused anyway", async () => {
  expect(await run("inspect", gated, "refund", '{"amount":49}')).toMatchObject({ code: 0, out: "refunded 49\n" });
  expect(await run("inspect", gated, "wipe", '{"folder":1}')).toMatchObject({
    code: 1,
    out: expect.stringMatching(/^error: invalid arguments for wipe/),
  });
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
