/** Groups of tools with settings of their own. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Agent, bindTools, fileCache, Toolkit, type ToolkitOptions, type ToolOptions, tool } from "@runa/runtime";
import { MCPServer } from "@runa/runtime/mcp";
import { ScriptedModel, type ScriptedResponse } from "@runa/runtime/testing";
import { FileTools } from "@runa/runtime/toolkits/files";
import { describe, expect, it } from "vitest";
import { bound, manifestEntry, manifestOf, text } from "../support/bound.ts";

const codeOf = (code: string): unknown => expect.objectContaining({ code });

const a = bound("a", () => "A");
const b = bound("b", () => "B");
const c = bound("c", () => "C");

const call = (...names: string[]): ScriptedResponse => ({ toolCalls: names.map((name) => ({ name })) });

/** Names of the tools that the model is offered. */
async function offered(...tools: readonly object[]): Promise<string[]> {
  const model = new ScriptedModel(["ok"]);
  await new Agent({ name: "x", model, tools }).run("go");
  return model.requests[0]?.tools.map(({ definition }) => definition.name) ?? [];
}

const kit = (options: Partial<ToolkitOptions>): Toolkit => new Toolkit({ name: "kit", tools: [a, b, c], ...options });

class Shop extends Toolkit {
  rate = 2;
  constructor(options: Partial<ToolkitOptions> = {}) {
    super({ name: "shop", ...options });
  }
  price(amount: number): number {
    return amount * this.rate;
  }
  search(): string {
    return "found";
  }
  notATool(): void {}
}
const amount = { properties: { amount: { type: "number" } } } as const;
bindTools(
  manifestOf(
    manifestEntry("price", { export: "Shop", method: "price", ...amount }),
    manifestEntry("shop_search", { export: "Shop", method: "search" }),
  ),
  import.meta.url,
  { price: Shop, shop_search: Shop },
);

describe("the shape of a toolkit (F1)", () => {
  it("is a class whose methods are tools, bound to the instance", async () => {
    const shop = new Shop();
    shop.rate = 10;
    const model = new ScriptedModel([{ toolCalls: [{ name: "price", arguments: { amount: 4 } }] }, "ok"]);
    const run = await new Agent({ name: "x", model, tools: [shop] }).run("go");
    expect(run.toolCalls[0]?.text).toBe("40");
    expect(await offered(shop)).toEqual(["price", "shop_search"]);
  });

  it("takes some of its methods, by their names or by those of the tools, and functions", async () => {
    expect(await offered(new Shop({ tools: ["price"] }))).toEqual(["price"]);
    expect(await offered(new Shop({ tools: ["search", a] }))).toEqual(["shop_search", "a"]);
    expect(await offered(new Shop({ tools: ["shop_search"] }))).toEqual(["shop_search"]);
    expect(await offered(new Shop({ tools: [] }))).toEqual([]);
    expect(() => new Shop({ tools: ["notATool"] })).toThrow(
      /Toolkit "shop" lists "notATool", which is no tool\. Its methods that are tools: price, search\./,
    );
  });

  it("may be a group of functions that a binding knows", async () => {
    const shout = (word: string): string => word.toUpperCase();
    const unbound = new Toolkit({ name: "loud", tools: [shout] });
    await expect(offered(unbound)).rejects.toThrow(
      /^no definition for function 'shout' of toolkit "loud"; run runa-gen/,
    );
    bindTools(manifestOf(manifestEntry("shout", { properties: { word: text } })), import.meta.url, { shout });
    expect(await offered(unbound)).toEqual(["shout"]);
  });

  it("waits for its binding, and says so when that never comes", async () => {
    class Later extends Toolkit {
      ping(): string {
        return "pong";
      }
    }
    const later = new Later({ name: "later", include: ["ping"] });
    await expect(offered(later)).rejects.toThrow(/Toolkit "later" has no tools\. Tag methods of its class @tool/);
    bindTools(manifestOf(manifestEntry("ping", { export: "Later", method: "ping" })), import.meta.url, { ping: Later });
    expect(await offered(later)).toEqual(["ping"]);
  });

  it("may hold instances, and says more of their tools: writes, say, but only after a yes (F2, F4)", async () => {
    const root = mkdtempSync(join(tmpdir(), "runa-kit-"));
    try {
      const files = new Toolkit({
        name: "files",
        tools: [new FileTools({ root, writable: true })],
        needsApprovalTools: ["writeFile"],
        exclude: ["listFiles"],
        prefix: "fs",
      });
      expect(await offered(files, new Toolkit({ name: "group", tools: [new Shop(), a] }))).toEqual([
        "fs_readFile",
        "fs_writeFile",
        "price",
        "shop_search",
        "a",
      ]);
      const write = { name: "fs_writeFile", arguments: { path: "a.txt", content: "hello" } };
      const agent = new Agent({ name: "x", model: new ScriptedModel([{ toolCalls: [write] }, "ok"]), tools: [files] });
      const run = await agent.run("go");
      expect(run.status).toBe("paused");
      expect(readdirSync(root)).toEqual([]);
      const state = run.toState();
      for (const item of run.interruptions) state.approve(item);
      expect((await agent.run(state)).status).toBe("completed");
      expect(readdirSync(root)).toEqual(["a.txt"]);
    } finally {
      rmSync(root, { recursive: true });
    }
  });

  it("keeps what a toolkit within it says, and takes none that connects", async () => {
    const shop = new Shop({ prefix: "shop", exclude: ["shop_search"] });
    expect(await offered(new Toolkit({ name: "outer", tools: [shop], prefix: "my" }))).toEqual(["my_shop_price"]);
    class Connecting extends Toolkit {
      override connect(): void {}
    }
    const inner = new Connecting({ name: "inner", tools: [a] });
    expect(() => kit({ tools: [inner] })).toThrow(
      'Toolkit "kit" lists an instance of Connecting "inner", which has to connect by itself. List it beside this one',
    );
    const server = new MCPServer({ name: "far" }).http("http://127.0.0.1:9/mcp");
    expect(() => kit({ tools: [server] })).toThrow(
      /lists an instance of MCPServer "far", .* an MCPServer has needsApproval/,
    );
  });

  it("waits for the binding of an instance, and says so when that never comes", async () => {
    class Lonely {
      sing(): string {
        return "la";
      }
    }
    const lonely = new Toolkit({ name: "kit", tools: [new Lonely()], needsApprovalTools: ["sing"] });
    await expect(offered(lonely)).rejects.toThrow(
      /^Toolkit "kit" lists an instance of Lonely, which is no tool\. Tag methods of Lonely @tool, run runa-gen, and write import "\.\/runa\.tools\.js"/,
    );
    bindTools(manifestOf(manifestEntry("sing", { export: "Lonely", method: "sing" })), import.meta.url, {
      sing: Lonely,
    });
    expect(await offered(lonely)).toEqual(["sing"]);
  });

  it.each<[object, RegExp]>([
    [{ name: "kit", tols: [] }, /Toolkit "kit" has no option "tols"; did you mean "tools"\?/],
    [{}, /A toolkit has a name/],
    [{ name: "kit", prefix: "a b" }, /option "prefix" must match/],
    [{ name: "kit", tools: [5] }, /Toolkit "kit" lists 5, which is no tool\.$/],
    [{ name: "kit", tools: [{}] }, /Toolkit "kit" lists an object, which is no tool\.$/],
    [{ name: "kit", tools: [[a]] }, /Toolkit "kit" lists a list, which is no tool\. Spread the list/],
  ])("refuses %j", (options, want) => {
    expect(() => new Toolkit(options as ToolkitOptions)).toThrow(want);
  });
});

it("tells two instances of one class to be toolkits with a prefix: neither a tag nor with() tells them apart (A22)", async () => {
  const clash = offered(new Shop(), new Shop());
  await expect(clash).rejects.toThrow(codeOf("RUNA_NAME_CLASH"));
  await expect(clash).rejects.toThrow(
    /Give each instance a prefix: new Toolkit\(\{ name: "one", tools: \[instance\], prefix: "one" \}\)\.$/,
  );
  expect(await offered(new Shop({ prefix: "one" }), new Shop({ prefix: "two" }))).toEqual([
    "one_price",
    "one_shop_search",
    "two_price",
    "two_shop_search",
  ]);
});

describe("which tools (F2, F4, F9)", () => {
  it("are those that are included, without those that are excluded", async () => {
    expect(await offered(kit({ include: ["b", "a"], exclude: ["b"] }))).toEqual(["a"]);
    expect(await offered(kit({ exclude: ["b"] }))).toEqual(["a", "c"]);
    expect(() => kit({ include: ["zz"] })).toThrow(/include names "zz", which is none of its tools: a, b, c\./);
    expect(() => kit({ exclude: ["zz"] })).toThrow(codeOf("RUNA_INVALID_OPTION"));
  });

  it("have a prefix, and are called by it", async () => {
    expect(await offered(kit({ prefix: "fs", include: ["a"] }))).toEqual(["fs_a"]);
    const model = new ScriptedModel([call("fs_a"), "ok"]);
    const run = await new Agent({ name: "x", model, tools: [kit({ prefix: "fs" })] }).run("go");
    expect(run.toolCalls[0]?.text).toBe("A");
    expect(await offered(kit({ prefix: "one" }), kit({ prefix: "two" }))).toHaveLength(6);
  });

  it("clash with those of another toolkit, and both are named (A22)", async () => {
    const other = new Toolkit({ name: "other", tools: [bound("a", () => "")] });
    await expect(offered(kit({}), other)).rejects.toThrow(
      /two tools named "a": a of .*, in the toolkit "kit", and a of .*, in the toolkit "other"/,
    );
  });

  it("may be registered, each under one name", async () => {
    const own = kit({ tools: [a] });
    own.register(b).register(b).register(a, { name: "first" }).register(a);
    expect(await offered(own)).toEqual(["a", "b", "first"]);
    expect(() => own.register(c, { name: "b" })).toThrow(codeOf("RUNA_NAME_CLASH"));
    const misspelt: object = { nmae: "second" };
    expect(() => own.register(a, misspelt)).toThrow(/register has no option "nmae".*Its options are name\./);
    expect(await offered(own)).toEqual(["a", "b", "first"]);
    expect(await offered(kit({ tools: [a, a.with({})] }))).toEqual(["a"]);
    // One of them waits for a person: which is meant, nobody knows.
    expect(() => kit({ tools: [a, a.with({ needsApproval: true })] })).toThrow(codeOf("RUNA_NAME_CLASH"));
    class Registers extends Shop {
      constructor() {
        super({ tools: [] });
        this.register(this.search);
      }
    }
    expect(await offered(new Registers())).toEqual(["shop_search"]);
  });
});

describe("settings of a toolkit (F3, F8)", () => {
  it("apply to the tools that they name, and a tool's own wins", async () => {
    const loud = a.with({ showResult: false });
    const model = new ScriptedModel([call("a", "b"), "done"]);
    const own = kit({ tools: [loud, b], showResultTools: ["a", "b"] });
    expect((await new Agent({ name: "x", model, tools: [own] }).run("go")).output).toBe("B\n\ndone");
    const last = new ScriptedModel([call("k_c")]);
    const stops = kit({ prefix: "k", stopAfterToolCallTools: ["c"] });
    expect(await new Agent({ name: "x", model: last, tools: [stops] }).run("go")).toMatchObject({
      output: "C",
      stopReason: "stop_after_tool_call",
    });
    expect(() => kit({ showResultTools: ["zz"] })).toThrow(codeOf("RUNA_INVALID_OPTION"));
  });

  it("name the tools that wait for a person or for the program, and no others (F3, E11, E19)", async () => {
    const model = new ScriptedModel([call("k_a", "k_b", "k_c"), "ok"]);
    const own = kit({ prefix: "k", needsApprovalTools: ["a"], externalExecutionTools: ["b"] });
    const run = await new Agent({ name: "x", model, tools: [own] }).run("go");
    expect(run.interruptions.map(({ name, kind }) => [name, kind])).toEqual([
      ["k_a", "approval"],
      ["k_b", "external"],
    ]);
    const free = kit({ tools: [a.with({ needsApproval: false })], needsApprovalTools: ["a"] });
    const second = new ScriptedModel([call("a"), "ok"]);
    expect((await new Agent({ name: "x", model: second, tools: [free] }).run("go")).status).toBe("completed");
    expect(() => kit({ needsApprovalTools: ["a"], externalExecutionTools: ["a"] })).toThrow(
      codeOf("RUNA_INVALID_OPTION"),
    );
  });

  it("give a time to each tool that has none of its own", async () => {
    const slow = bound("slow", () => new Promise((resolve) => setTimeout(resolve, 200, "late")));
    const model = new ScriptedModel([call("slow", "patient"), "ok"]);
    const own = kit({ tools: [slow, slow.with({ name: "patient", timeout: 5_000 })], timeout: 20 });
    const run = await new Agent({ name: "x", model, tools: [own] }).run("go");
    expect(run.toolCalls.map((one) => one.text)).toEqual(["error: timed out after 20 ms", "late"]);
  });

  it("keep results of each tool, unless it says otherwise (F8)", async () => {
    let calls = 0;
    const count = bound("count", () => ++calls);
    const fresh = count.with({ name: "fresh", cache: false });
    const kept = new Map<string, string>();
    const store = {
      get: (key: string) => kept.get(key),
      set: (key: string, value: string) => void kept.set(key, value),
      delete: (key: string) => void kept.delete(key),
      clear: () => kept.clear(),
    };
    const own = kit({ tools: [count, fresh], cache: { store }, cacheTtl: 60_000 });
    const turn = call("count", "fresh");
    const model = new ScriptedModel([turn, turn, "ok"]);
    const run = await new Agent({ name: "x", model, tools: [own] }).run("go");
    const [first, second, third, fourth] = run.toolCalls.map((one) => one.text);
    expect(third).toBe(first);
    expect(fourth).not.toBe(second);
    expect(calls).toBe(3);
  });

  it("keep results of each instance apart: what one folder holds is not read out of another (F8, L4)", async () => {
    const folder = mkdtempSync(join(tmpdir(), "runa-kit-"));
    try {
      const cache = fileCache(join(folder, "results"));
      const read = { toolCalls: [{ name: "readFile", arguments: { path: "name.txt" } }] };
      const texts: string[] = [];
      for (const name of ["ann", "bob"]) {
        const root = join(folder, name);
        mkdirSync(root);
        writeFileSync(join(root, "name.txt"), name);
        const files = new FileTools({ root, cache: true });
        const agent = new Agent({
          name: "x",
          model: new ScriptedModel([read, "ok", read, "ok"]),
          tools: [files],
          cache,
        });
        texts.push(...(await agent.run("go")).toolCalls.map(({ text }) => text));
        writeFileSync(join(root, "name.txt"), "changed");
        texts.push(...(await agent.run("go")).toolCalls.map(({ text }) => text));
      }
      expect(texts).toEqual(["ann", "ann", "bob", "bob"]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("put hooks between those of the agent and those of the tool (L2)", async () => {
    const log: string[] = [];
    const hook =
      (name: string) =>
      ({ next }: { next: () => Promise<unknown> }) => {
        log.push(name);
        return next();
      };
    const own = kit({ tools: [a.with({ toolHooks: [hook("tool")] })], toolHooks: [hook("kit")] });
    const model = new ScriptedModel([call("a"), "ok"]);
    await new Agent({ name: "x", model, tools: [own], toolHooks: [hook("agent")] }).run("go");
    expect(log).toEqual(["agent", "kit", "tool"]);
  });
});

describe("options of single tools of a toolkit (F3)", () => {
  it("are those of with(): here a method asks a person from an amount on", async () => {
    const shop = new Shop({
      options: {
        price: { needsApproval: ({ amount }: { amount: number }) => amount >= 50, instructions: "Be exact." },
      },
    });
    const buy = (amount: number) => ({ name: "price", arguments: { amount } });
    const model = new ScriptedModel([{ toolCalls: [buy(49), buy(50)] }, "ok"]);
    const run = await new Agent({ name: "x", model, tools: [shop] }).run("go");
    expect(run.interruptions.map(({ arguments: args }) => args)).toEqual([{ amount: 50 }]);
    expect(model.requests[0]?.instructions).toContain("Be exact.");
  });

  it("win over the rest of the toolkit and over the tool's own; hooks of the toolkit stay around", async () => {
    const log: string[] = [];
    const hook =
      (name: string) =>
      ({ next }: { next: () => Promise<unknown> }) => {
        log.push(name);
        return next();
      };
    const own = kit({
      tools: [a.with({ showResult: true, toolHooks: [hook("tool")] }), b],
      needsApprovalTools: ["a", "b"],
      toolHooks: [hook("kit")],
      options: { a: { needsApproval: false, showResult: false, toolHooks: [hook("one")] } },
    });
    const model = new ScriptedModel([call("a"), "done"]);
    const run = await new Agent({ name: "x", model, tools: [own] }).run("go");
    expect([run.status, run.output, log]).toEqual(["completed", "done", ["kit", "one"]]);
    expect(() => kit({ externalExecutionTools: ["a"], options: { a: { needsApproval: true } } })).toThrow(
      /Tool "a" has more than one of needsApproval/,
    );
  });

  // What a compiler without exactOptionalPropertyTypes lets pass: `{ needsApproval: settings.ask }`.
  const unset = { needsApproval: undefined, preHook: undefined } as object as ToolOptions;
  it.each<[string, () => object]>([
    ["over the tool's own", () => a.with({ needsApproval: true }).with(unset)],
    ["under a list", () => kit({ tools: [a.with(unset)], needsApprovalTools: ["a"] })],
    ["over a list", () => kit({ needsApprovalTools: ["a"], options: { a: unset } })],
    ["over a toolkit within", () => kit({ tools: [kit({ needsApprovalTools: ["a"] })], options: { a: unset } })],
  ])("take no gate away where they are undefined: %s (E11)", async (_where, make) => {
    const model = new ScriptedModel([call("a"), "it ran"]);
    const run = await new Agent({ name: "x", model, tools: [make()] }).run("go");
    expect(run.interruptions).toMatchObject([{ name: "a", kind: "approval" }]);
  });

  it("name tools without the prefix, and may give one another name behind it", async () => {
    expect(await offered(kit({ prefix: "k", options: { a: { name: "first" }, c: { timeout: 5 } } }))).toEqual([
      "k_first",
      "k_b",
      "k_c",
    ]);
    expect(() => kit({ options: { a: { name: "b" } } })).toThrow(codeOf("RUNA_NAME_CLASH"));
  });

  it.each<[Partial<ToolkitOptions>, RegExp]>([
    [
      { options: { refnd: {} } },
      /Toolkit "shop": options names "refnd", which is none of its tools: price, shop_search\./,
    ],
    [
      { options: { price: { timout: 5 } as object } },
      /Toolkit "shop": options\.price has no option "timout"; did you mean/,
    ],
    [{ options: { price: { timeout: -1 } } }, /Toolkit "shop": options\.price: option "timeout" must be a number/],
    [{ options: [] as never }, /option "options" must be an object/],
  ])("are checked when the toolkit is made: %j", (options, problem) => {
    expect(() => new Shop(options)).toThrow(problem);
  });
});

describe("instructions of tools (F5)", () => {
  const instructionsOf = async (tools: readonly object[], instructions = "Be kind."): Promise<string | undefined> => {
    const model = new ScriptedModel(["ok"]);
    await new Agent({ name: "x", model, tools, instructions }).run("go");
    return model.requests[0]?.instructions;
  };

  it("stand behind those of the agent, in the order of the tools, each once", async () => {
    const one = a.with({ instructions: "About a." });
    const two = b.with({ instructions: "About both." });
    const three = c.with({ instructions: "About both." });
    expect(await instructionsOf([one, two, three])).toBe("Be kind.\n\nAbout a.\n\nAbout both.");
    expect(await instructionsOf([one.with({ addInstructions: false })])).toBe("Be kind.");
    expect(await instructionsOf([one], "")).toBe("About a.");
  });

  it("of a toolkit are told once, behind those of its tools, where it says so", async () => {
    const own = { tools: [a.with({ instructions: "About a." }), b], instructions: "About the kit." };
    expect(await instructionsOf([kit({ ...own, addInstructions: true }), c.with({ instructions: "About c." })])).toBe(
      "Be kind.\n\nAbout a.\n\nAbout the kit.\n\nAbout c.",
    );
    expect(await instructionsOf([kit(own)])).toBe("Be kind.\n\nAbout a.");
  });
});

describe("connecting (F6)", () => {
  class Store extends Toolkit {
    readonly log: string[] = [];
    failure: Error | undefined;
    constructor(options: Partial<ToolkitOptions> = {}) {
      super({ name: "store", tools: [a], ...options });
    }
    override async connect(): Promise<void> {
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (this.failure) throw this.failure;
      this.log.push("connect");
    }
    override async close(): Promise<void> {
      await new Promise((resolve) => setTimeout(resolve, 5));
      this.log.push("close");
    }
  }

  /** Answers with a call of `a`, and with a text when it is let go. */
  function held(): { readonly model: ScriptedModel; readonly release: () => void } {
    let release = (): void => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const model = new ScriptedModel([
      call("a"),
      async () => {
        await gate;
        return "done";
      },
    ]);
    return { model, release };
  }

  it.each<[string, (store: Store) => readonly object[] | (() => readonly object[])]>([
    ["from a list", (store) => [store]],
    ["from a factory", (store) => () => [store]],
  ])("happens once for two runs that overlap, and closing once after both, %s", async (_from, listed) => {
    const store = new Store();
    const [one, two] = [held(), held()];
    const first = new Agent({ name: "one", model: one.model, tools: listed(store) }).run("go");
    const second = new Agent({ name: "two", model: two.model, tools: listed(store) }).run("go");
    await expect.poll(() => two.model.requests.length + one.model.requests.length).toBe(4);
    one.release();
    expect((await first).status).toBe("completed");
    expect(store.log).toEqual(["connect"]);
    two.release();
    expect((await second).toolCalls[0]?.text).toBe("A");
    expect(store.log).toEqual(["connect", "close"]);
  });

  it("ends when the run fails", async () => {
    const store = new Store();
    const model = new ScriptedModel([call("a"), new Error("down")]);
    expect((await new Agent({ name: "x", model, tools: [store] }).run("go")).status).toBe("error");
    expect(store.log).toEqual(["connect", "close"]);
  });

  it("that fails ends the run, and names the toolkit; the next run tries again", async () => {
    const store = new Store();
    store.failure = new Error("no database");
    const model = new ScriptedModel(["ok"]);
    const agent = new Agent({ name: "x", model, tools: [store] });
    expect(await agent.run("go")).toMatchObject({
      status: "error",
      error: {
        code: "RUNA_TOOL_SOURCE",
        message: expect.stringMatching(/toolkit "store" cannot be had: it cannot connect: no database\./),
      },
    });
    expect(model.requests).toHaveLength(0);
    store.failure = undefined;
    expect((await agent.run("go")).output).toBe("ok");
    expect(store.log).toEqual(["connect", "close"]);
  });

  it("that fails leaves the tools of an optional toolkit out, with a warning", async () => {
    const warnings: Error[] = [];
    const listen = (warning: Error): void => void warnings.push(warning);
    process.on("warning", listen);
    try {
      const store = new Store({ name: "maybe", optional: true });
      store.failure = new Error("no database");
      expect(await offered(store, b)).toEqual(["b"]);
      expect(store.log).toEqual([]);
      await new Promise(setImmediate);
      expect(warnings.map(({ message }) => message)).toEqual([
        'The tools of toolkit "maybe" cannot be had: it cannot connect: no database. They are left out.',
      ]);
    } finally {
      process.off("warning", listen);
    }
  });

  it("is kept where the toolkit says so, until it is ended", async () => {
    const store = new Store({ keepAlive: true });
    expect(await offered(store)).toEqual(["a"]);
    expect(await offered(store)).toEqual(["a"]);
    expect(store.log).toEqual(["connect"]);
    await store.disconnect();
    await store.disconnect();
    expect(store.log).toEqual(["connect", "close"]);
    expect(await offered(store)).toEqual(["a"]);
    expect(store.log).toEqual(["connect", "close", "connect"]);
  });

  it("may be what registers the tools", async () => {
    class Remote extends Toolkit {
      override connect(): void {
        this.register(
          tool.fromSchema({ name: "remote", description: "", parameters: { type: "object" }, execute: () => "" }),
        );
      }
    }
    const remote = new Remote({ name: "remote" }).register(b);
    for (const _run of ["first", "second", "third"]) expect(await offered(remote)).toEqual(["b", "remote"]);
  });
});
