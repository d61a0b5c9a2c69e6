/** Instances of classes among the tools of an agent: their methods are the tools. */
import { Agent, bindTools, loadTools } from "@runa/runtime";
import { ScriptedModel } from "@runa/runtime/testing";
import { describe, expect, it } from "vitest";
import { manifestEntry, manifestOf, text } from "../support/bound.ts";

const amount = { properties: { amount: { type: "number" } }, required: ["amount"] } as const;
const convert = manifestEntry("convert", { export: "Exchange", method: "convert", ...amount });
const list = manifestEntry("list_all", { export: "Exchange", method: "list" });
const search = manifestEntry("search", { export: "Shelf", method: "search", properties: { query: text } });

class Exchange {
  rate: number;
  constructor(rate = 2) {
    this.rate = rate;
  }
  convert(value: number): number {
    return value * this.rate;
  }
  async list(): Promise<string> {
    return "EUR";
  }
}

bindTools(manifestOf(convert, list), import.meta.url, { convert: Exchange, list_all: Exchange });

const call = (name: string, args = {}): { toolCalls: [{ name: string; arguments: object }] } => ({
  toolCalls: [{ name, arguments: args }],
});

async function textOf(tools: readonly object[], name: string, args = {}): Promise<string | undefined> {
  const model = new ScriptedModel([call(name, args) as never, "done"]);
  const run = await new Agent({ name: "x", model, tools }).run("go");
  return run.toolCalls[0]?.text;
}

describe("an instance in tools (A21, F1)", () => {
  it("gives its methods, bound to it", async () => {
    expect(await textOf([new Exchange(3)], "convert", { amount: 2 })).toBe("6");
    expect(await textOf([new Exchange()], "list_all")).toBe("EUR");
    expect(await textOf([new Exchange()], "convert", { amount: "2" })).toMatch(/^error: invalid arguments for convert/);
  });

  it("is bound to itself, where there are two of its class", async () => {
    const [one, two] = [new Exchange(10), new Exchange(100)];
    expect(await textOf([one], "convert", { amount: 1 })).toBe("10");
    expect(await textOf([two], "convert", { amount: 1 })).toBe("100");
    await expect(textOf([one, two], "convert")).rejects.toMatchObject({ code: "RUNA_NAME_CLASH" });
  });

  it("has the methods of its base class too, in the form in which it has them", async () => {
    class Shelf extends Exchange {
      search(query: string): string {
        return `found ${query}`;
      }
      override convert(value: number): number {
        return super.convert(value) + 1;
      }
    }
    bindTools(manifestOf(search), import.meta.url, { search: Shelf });
    const model = new ScriptedModel(["ok"]);
    await new Agent({ name: "x", model, tools: [new Shelf()] }).run("go");
    expect(model.requests[0]?.tools.map(({ definition }) => definition.name)).toEqual([
      "convert",
      "list_all",
      "search",
    ]);
    expect(await textOf([new Shelf()], "convert", { amount: 2 })).toBe("5");
  });

  it("shows the model the same definition in each run", async () => {
    const model = new ScriptedModel(["a", "b"]);
    const exchange = new Exchange();
    for (const name of ["x", "y"]) await new Agent({ name, model, tools: [exchange] }).run("go");
    expect(model.requests[0]?.tools[0]?.definition).toBe(model.requests[1]?.tools[0]?.definition);
  });

  it("is refused where no binding knows its class, and where a method is gone", async () => {
    class Unknown {}
    await expect(textOf([new Unknown()], "x")).rejects.toThrow(/has an instance of Unknown among its tools/);
    await expect(textOf([[new Unknown()]], "x")).rejects.toThrow(/has a list among its tools.* Spread the list/);
    await expect(textOf([new Unknown()], "x")).rejects.toThrow(
      /Tag methods of Unknown @tool, run runa-gen, and write import "\.\/runa\.tools\.js"; beside the agent/,
    );
    await expect(textOf([Unknown], "x")).rejects.toThrow(
      /has the class Unknown .* List an instance: new Unknown\(\)\./,
    );
    class Changed {}
    const gone = manifestEntry("gone", { export: "Changed", method: "gone" });
    bindTools(manifestOf(gone), import.meta.url, { gone: Changed });
    await expect(textOf([new Changed()], "gone")).rejects.toThrow(/Changed\.gone of \.\/tools\.ts is undefined/);
  });

  it("is known where the manifest was loaded in place of a binding", async () => {
    class Clock {
      now(): string {
        return "noon";
      }
    }
    const now = manifestEntry("now", { export: "Clock", method: "now" });
    await loadTools(manifestOf(now), { modules: { "./tools.ts": { Clock } } });
    expect(await textOf([new Clock()], "now")).toBe("noon");
  });

  it("is refused in a manifest that names what is no class", () => {
    const wrong = manifestEntry("x", { export: "notAClass", method: "x" });
    expect(() => bindTools(manifestOf(wrong), import.meta.url, { x: () => "" })).toThrow(
      /notAClass of \.\/tools\.ts is no class/,
    );
  });
});
