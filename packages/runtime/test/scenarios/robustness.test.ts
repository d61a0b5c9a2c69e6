/** Odd programs and odd models: each gets a clear text, and nothing is lost on the way. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Agent, type AgentOptions, loadTools, tool, UserError } from "@runa/runtime";
import { ScriptedModel } from "@runa/runtime/testing";
import { describe, expect, it } from "vitest";
import { bound, integer, manifestEntry, manifestOf, resultTexts, text } from "../support/bound.ts";

describe("a tool that changes its arguments", () => {
  it("changes nothing of what the run reports", async () => {
    const shout = bound(
      "shout",
      (list: string[], options: { mark?: string }) => {
        list.push("extra");
        options.mark = "!";
        return list.join(options.mark);
      },
      { properties: { list: { type: "array", items: text }, options: { type: "object", properties: { mark: text } } } },
    );
    const args = { list: ["a"], options: {} };
    const model = new ScriptedModel([{ toolCalls: [{ name: "shout", arguments: args }] }, "done"]);
    const run = await new Agent({ name: "test", model, tools: [shout] }).run("go");
    expect(run.toolCalls[0]).toMatchObject({ arguments: { list: ["a"], options: {} }, text: "a!extra" });
  });
});

describe("a Map as a result (D1)", () => {
  it.each<readonly [what: string, map: Map<unknown, unknown>, said: string]>([
    ["numbers", new Map([[1, "a"]]), '{"1":"a"}'],
    [
      "objects",
      new Map([[{ id: 1 }, "a"]]),
      "error: result of give cannot be serialised: it holds a Map with a key of type object",
    ],
    ["symbols", new Map([[Symbol("x"), "a"]]), "a key of type symbol"],
    ["undefined", new Map([[undefined, "a"]]), "a key of type undefined"],
    [
      "two keys with one text",
      new Map<unknown, string>([
        [1, "a"],
        ["1", "b"],
      ]),
      "two keys that have the same text",
    ],
  ])("with %s for keys loses no entry silently", async (_what, map, said) => {
    expect(await bound("give", () => ({ map }).map).invoke("{}")).toContain(said);
  });
});

describe("misuse", () => {
  it.each([
    [null, "An agent: options must be an object, not null."],
    ["support", "An agent: options must be an object, not string."],
  ])("new Agent(%j) is told so", (options, said) => {
    expect(() => new Agent(options as unknown as AgentOptions)).toThrow(said);
    expect(() => new Agent(options as unknown as AgentOptions)).toThrow(UserError);
  });

  it("a frozen instance of a subclass works", async () => {
    class Frozen extends Agent {
      override name = "frozen";
      override model = new ScriptedModel(["hello"]);
      constructor() {
        super();
        Object.freeze(this);
      }
    }
    expect((await Object.freeze(new Frozen()).run("go")).output).toBe("hello");
  });
});

describe("tools: tools", () => {
  const tools = { add: bound("add", () => 1), sub: bound("sub", () => 2) };

  it("offers all tools of a binding", async () => {
    const model = new ScriptedModel(["done"]);
    await new Agent({ name: "test", model, tools }).run("go");
    expect(model.requests[0]?.tools.map(({ definition }) => definition.name)).toEqual(["add", "sub"]);
  });

  it("takes an interface of tools, as a binding declares it, and no single tool", () => {
    interface Tools {
      readonly add: typeof tools.add;
    }
    const declared: Tools = tools;
    expect(new Agent({ name: "test", tools: declared }).name).toBe("test");
    // @ts-expect-error A tool belongs into a list.
    expect(() => new Agent({ name: "test", tools: tools.add })).toThrow("must be a list");
    expect(() => new Agent({ name: "test", tools: { a: 1 } as object })).toThrow(
      "must be a list, an object of tools by name",
    );
  });
});

describe("a signal that many runs share", () => {
  it("warns nobody", async () => {
    const warnings: string[] = [];
    const listen = (warning: Error): void => void warnings.push(warning.name);
    process.on("warning", listen);
    const { signal } = new AbortController();
    const slow = (): Agent =>
      new Agent({
        name: "test",
        model: new ScriptedModel([() => new Promise((resolve) => setTimeout(() => resolve("done"), 20))]),
      });
    await Promise.all(Array.from({ length: 30 }, () => slow().run("go", { signal })));
    await new Promise((resolve) => setImmediate(resolve));
    process.off("warning", listen);
    expect(warnings).toEqual([]);
  });
});

describe("arguments with 100 000 unknown keys", () => {
  const few = tool.fromSchema({
    name: "few",
    description: "",
    parameters: { type: "object", properties: { city: text, unit: text }, additionalProperties: false },
    execute: (args) => Object.keys(args).join(),
  });
  const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`key${index}`, index]));

  it("are refused with the first of them and a count", async () => {
    const said = await few.invoke({ ...many });
    expect(said).toMatch(/has unknown property 'key0' \(allowed: city, unit\)/);
    expect(said).toMatch(/; and 99980 more$/);
  });

  it("are all dropped, where that is asked for", async () => {
    const model = new ScriptedModel([{ toolCalls: [{ name: "few", arguments: { ...many, city: "x" } }] }, "done"]);
    await new Agent({ name: "test", model, tools: [few], unknownArguments: "drop" }).run("go");
    expect(resultTexts(model.requests[1])).toEqual(["city"]);
  });
});

describe("a manifest with a byte order mark", () => {
  it("is read", async () => {
    const folder = await mkdtemp(join(tmpdir(), "runa-bom-test-"));
    const file = join(folder, "runa.tools.json");
    await writeFile(file, `\uFEFF${JSON.stringify(manifestOf(manifestEntry("add")))}`);
    const tools = await loadTools(file, { modules: { "./tools.ts": { add: () => 1 } } });
    expect(Object.keys(tools)).toEqual(["add"]);
    await rm(folder, { recursive: true });
  });
});

describe("an id that a model uses again (C12)", () => {
  it("is one call for each content, however often that is repeated in the answer", async () => {
    const seen: number[] = [];
    const log = bound("log", (x: number) => void seen.push(x), { properties: { x: integer } });
    const calls = [1, 2, 2, 1].map((x) => ({ name: "log", arguments: { x }, callId: "c" }));
    const model = new ScriptedModel([{ toolCalls: calls }, "done"]);
    const run = await new Agent({ name: "test", model, tools: [log] }).run("go");
    expect(seen).toEqual([1, 2]);
    expect(run.toolCalls.map(({ arguments: { x } }) => x)).toEqual([1, 2]);
  });

  it("hides no record of a sibling in a later answer", async () => {
    const add = bound("add", (x: number) => x + 1, { properties: { x: integer } });
    const model = new ScriptedModel([
      { toolCalls: [{ name: "add", arguments: { x: 1 }, callId: "a" }] },
      {
        toolCalls: [
          { name: "add", arguments: { x: 1 }, callId: "a" },
          { name: "add", arguments: { x: 2 }, callId: "b" },
        ],
      },
    ]);
    let output = "";
    const write = (piece: string): boolean => {
      output += piece;
      return true;
    };
    const agent = new Agent({ name: "test", model, tools: [add] });
    const run = await agent.printResponse("go", { stream: false, output: { write } });
    expect(run.error).toMatchObject({ code: "RUNA_DUPLICATE_TOOL_CALL" });
    expect(run.toolCalls.map(({ callId, isError }) => [callId, isError])).toEqual([
      ["a", false],
      ["a", true],
      ["b", false],
    ]);
    expect(output.match(/^< add .*/gm)).toEqual(["< add 2", expect.stringContaining("< add error: "), "< add 3"]);
  });
});
