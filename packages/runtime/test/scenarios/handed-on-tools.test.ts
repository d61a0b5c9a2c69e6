/** What stands in the tools of an agent, handed on to MCP clients and other frameworks: the same names, the same gates. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import {
  Agent,
  type AnyFunction,
  bindTools,
  providerTool,
  type RunContext,
  setLogger,
  Toolkit,
  type ToolkitOptions,
} from "@runa/runtime";
import { toAiSdkTools } from "@runa/runtime/interop/ai-sdk";
import { toLangChainTools } from "@runa/runtime/interop/langchain";
import { toOpenAiAgentsTools } from "@runa/runtime/interop/openai-agents";
import { type HttpServing, MCPServer, type ServeMcpOptions, serveMcp } from "@runa/runtime/mcp";
import { ScriptedModel } from "@runa/runtime/testing";
import { describe, expect, it } from "vitest";
import { bound, manifestEntry, manifestOf } from "../support/bound.ts";

class Shop extends Toolkit {
  readonly log: string[] = [];
  constructor(options: Partial<ToolkitOptions> = {}) {
    super({ name: "shop", prefix: "shop", needsApprovalTools: ["clear"], exclude: ["removeItem"], ...options });
  }
  override connect(): void {
    this.log.push("connect");
  }
  override close(): void {
    this.log.push("close");
  }
  addItem(): string {
    this.log.push("add");
    return "added";
  }
  removeItem(): string {
    return "removed";
  }
  clear(): string {
    this.log.push("clear");
    return "cleared";
  }
}
bindTools(
  manifestOf(...["addItem", "removeItem", "clear"].map((method) => manifestEntry(method, { export: "Shop", method }))),
  import.meta.url,
  { addItem: Shop, removeItem: Shop, clear: Shop },
);

async function serve(tools: readonly object[], options: ServeMcpOptions = {}): Promise<[Client, HttpServing]> {
  const serving = await serveMcp(tools, { ...options, http: {} });
  const client = new Client({ name: "test", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(serving.url));
  return [client, serving];
}

async function namesUnderMcp(tools: readonly object[]): Promise<string[]> {
  const [client, { close }] = await serve(tools);
  const { tools: listed } = await client.listTools();
  await client.close();
  await close();
  return listed.map(({ name }) => name);
}

const NAMES: Readonly<Record<string, (tools: readonly object[]) => Promise<string[]>>> = {
  serveMcp: namesUnderMcp,
  toAiSdkTools: async (tools) => Object.keys(toAiSdkTools(tools)),
  toOpenAiAgentsTools: async (tools) => toOpenAiAgentsTools(tools).map(({ name }) => name),
  toLangChainTools: async (tools) => toLangChainTools(tools).map(({ name }) => name),
};

describe.each(Object.entries(NAMES))("%s", (owner, namesOf) => {
  it("offers what an agent would offer (F1)", async () => {
    const list = [new Shop(), new Toolkit({ name: "group", tools: [bound("a", () => "A")], prefix: "g" })];
    const model = new ScriptedModel(["ok"]);
    await new Agent({ name: "x", model, tools: list }).run("go");
    const offered = model.requests[0]?.tools.map(({ definition }) => definition.name);
    expect(offered).toEqual(["shop_addItem", "shop_clear", "g_a"]);
    expect(await namesOf(list)).toEqual(offered);
  });

  it.each<[string, readonly object[], string]>([
    [
      "an instance that no binding knows",
      [
        new (class Unknown {
          ping(): void {}
        })(),
      ],
      'has an instance of Unknown among its tools. Tools are those of the generated binding, functions that it binds, instances of classes with methods that it binds, toolkits, and what tool.fromSchema gives. Tag methods of Unknown @tool, run runa-gen, and write import "./runa.tools.js";',
    ],
    ["an object", [{ execute: 1, name: "x" }], "has an object (its keys: execute, name) among its tools."],
    ["a class", [Shop], "has the class Shop among its tools."],
    ["a tool of a provider", [providerTool({ type: "web_search" })], 'has a tool of the provider ("web_search")'],
    ["two tools of one name", [bound("a", () => 1), bound("a", () => 2)], 'has two tools named "a"'],
  ])("says which entry cannot be taken, and why: %s", async (_, tools, message) => {
    await expect(namesOf(tools)).rejects.toThrow(`${owner} ${message}`);
  });

  it("says that a function has no definition", async () => {
    await expect(namesOf([function lost() {}])).rejects.toThrow(
      `no definition for function 'lost'; run runa-gen. ${owner} has it among its tools: tag it @tool`,
    );
  });

  it.each<[string, unknown, string]>([
    ["a tool", bound("a", () => 1), 'was given the tool "a". Put it into a list'],
    ["an instance", new Shop(), 'was given an instance of Shop "shop". Put it into a list'],
    ["a function", () => [], "was given the function ''. Put it into a list"],
    ["nothing", undefined, "was given undefined."],
  ])("takes a list only, and not %s", async (_, tools, message) => {
    await expect(namesOf(tools as object[])).rejects.toThrow(
      `${owner} takes a list of tools, or all those of a binding, and ${message}`,
    );
  });
});

describe("serveMcp and a toolkit that connects", () => {
  it("connects before anybody is served, asks before a gated tool runs, and closes with the server", async () => {
    const shop = new Shop();
    const [client, serving] = await serve([shop]);
    expect(shop.log).toEqual(["connect"]);
    const added = await client.callTool({ name: "shop_addItem" });
    expect(added.content).toEqual([{ type: "text", text: "added" }]);
    const { content, isError } = await client.callTool({ name: "shop_clear" });
    expect([content, isError]).toEqual([
      [{ type: "text", text: expect.stringContaining('"shop_clear" needs the approval of a person') }],
      true,
    ]);
    await client.close();
    await serving.close();
    await serving.closed;
    expect(shop.log).toEqual(["connect", "add", "close"]);
  });

  it("closes it again where the tools cannot be served", async () => {
    const shop = new Shop();
    await expect(serveMcp([shop, {}], { http: {} })).rejects.toThrow("has an object among its tools");
    expect(shop.log).toEqual(["connect", "close"]);
  });

  it("tells clients its instructions behind those of the server", async () => {
    const shop = new Shop({ instructions: "Add before you clear.", addInstructions: true });
    const [client, serving] = await serve([shop], { instructions: "A shop." });
    expect(client.getInstructions()).toBe("A shop.\n\nAdd before you clear.");
    await client.close();
    await serving.close();
  });
});

it("serveMcp hands on the tools of an MCP server, and closes the connection (C6)", async () => {
  const [inner, behind] = await serve([bound("a", () => "A")]);
  await inner.close();
  const source = new MCPServer({ name: "behind", prefix: "far", keepAlive: false }).http(behind.url);
  const [client, serving] = await serve([source, bound("a", () => "own")]);
  const { content } = await client.callTool({ name: "far_a" });
  expect(content).toEqual([{ type: "text", text: "A" }]);
  await client.close();
  await serving.close();
  const clash = serveMcp([new MCPServer({ name: "behind" }).http(behind.url), bound("a", () => "own")], { http: {} });
  await expect(clash).rejects.toThrow('has two tools named "a"');
  await expect(clash).rejects.toThrow('new MCPServer({ prefix: "…" })');
  await behind.close();
});

describe.each<[string, (tools: readonly object[], name: string) => Promise<unknown>]>([
  ["toAiSdkTools", async (tools, name) => toAiSdkTools(tools)[name]?.execute?.({}, { toolCallId: "c1", messages: [] })],
  [
    "toLangChainTools",
    async (tools, name) =>
      toLangChainTools(tools)
        .find((one) => one.name === name)
        ?.invoke({}),
  ],
  [
    "toOpenAiAgentsTools",
    async (tools, name) =>
      toOpenAiAgentsTools(tools)
        .find((one) => one.name === name)
        ?.invoke({} as never, "{}"),
  ],
])("%s and a toolkit that connects", (owner, callTool) => {
  it("connects for a call and closes after it", async () => {
    const shop = new Shop();
    expect(await callTool([shop], "shop_addItem")).toBe("added");
    expect(shop.log).toEqual(["connect", "add", "close"]);
  });

  it("stays connected with keepAlive, until disconnect()", async () => {
    const shop = new Shop({ keepAlive: true });
    for (let turn = 0; turn < 2; turn++) await callTool([shop], "shop_addItem");
    expect(shop.log).toEqual(["connect", "add", "add"]);
    await shop.disconnect();
    expect(shop.log).toEqual(["connect", "add", "add", "close"]);
  });

  it("runs nothing where it cannot connect", async () => {
    class Down extends Shop {
      override connect(): never {
        throw new Error("no route");
      }
    }
    const down = new Down({ name: "down" });
    expect(await callTool([down], "shop_addItem")).toMatch(/^error: .*toolkit "down".*no route/);
    const left = new Down({ name: "left", optional: true });
    expect(await callTool([left], "shop_addItem")).toMatch(/^error: "shop_addItem" cannot be reached now/);
    expect([down.log, left.log]).toEqual([[], []]);
  });

  it("refuses MCP servers, whose tools are not known yet", () => {
    const source = new MCPServer({ name: "far" }).http("http://127.0.0.1:9/mcp");
    return expect(callTool([source], "x")).rejects.toThrow(
      `${owner} has an instance of MCPServer "far" among its tools, whose tools are known only once it is connected. Give the framework's own MCP client the server.`,
    );
  });
});

const whoami = bound("whoami", (ctx: RunContext) => String(ctx.userId), { params: [{ inject: "ctx" }] });
const wrong = { userID: "u1" };

describe.each<[string, (context: never) => Promise<unknown>]>([
  [
    "serveMcp",
    async (context) => {
      const [client, serving] = await serve([whoami], { context });
      const { content } = await client.callTool({ name: "whoami" });
      await client.close();
      await serving.close();
      return (content as readonly { text: string }[])[0]?.text;
    },
  ],
  [
    "toAiSdkTools",
    async (context) => toAiSdkTools([whoami], { context }).whoami?.execute?.({}, { toolCallId: "c1", messages: [] }),
  ],
  ["toLangChainTools", async (context) => toLangChainTools([whoami], { context })[0]?.invoke({})],
  ["toOpenAiAgentsTools", async (context) => toOpenAiAgentsTools([whoami], { context })[0]?.invoke({} as never, "{}")],
])("the context of %s", (owner, ask) => {
  it("may come from an asynchronous function", async () => {
    expect(await ask((async () => ({ userId: "u1" })) as never)).toBe("u1");
    expect(await ask((() => undefined) as never)).toBe("undefined");
  });

  it.each<[string, () => unknown, RegExp]>([
    ["throws", () => Promise.reject(new Error("no row in users_internal")), /no row in users_internal/],
    ["has a key that is no part of one", () => wrong, /has no option "userID"; did you mean "userId"\?/],
    ["is a text", () => "u1", /must be an object, not string/],
  ])("refuses the call where it %s, in neutral words, and warns of it", async (_, context, why) => {
    const told: string[] = [];
    setLogger({ debug() {}, info() {}, warn: (message) => void told.push(message) });
    try {
      expect(await ask(context as never)).toBe("error: the call could not be prepared, so the tool did not run");
      expect(told).toEqual([expect.stringMatching(why)]);
    } finally {
      setLogger(undefined);
    }
  });

  it.skipIf(owner === "serveMcp")("is checked at once where it is an object", async () => {
    await expect(ask(wrong as never)).rejects.toThrow(
      `${owner}, context, has no option "userID"; did you mean "userId"?`,
    );
  });
});

it.each<[string, (tools: readonly object[]) => AnyFunction | object | boolean | undefined]>([
  ["toAiSdkTools", (tools) => toAiSdkTools(tools).shop_clear?.needsApproval as boolean],
  ["toOpenAiAgentsTools", (tools) => toOpenAiAgentsTools(tools)[1]?.needsApproval],
])("%s asks for what the toolkit says", (_, gateOf) => {
  expect(gateOf([new Shop()])).toBeTruthy();
});

it("toLangChainTools refuses what the toolkit says needs approval", async () => {
  const shop = new Shop();
  const text = await toLangChainTools([shop])
    .find(({ name }) => name === "shop_clear")
    ?.invoke({});
  expect(text).toMatch(/^error: "shop_clear" waits for a person/);
  expect(shop.log).not.toContain("clear");
});
