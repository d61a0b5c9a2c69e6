/** MCP servers as tools of an agent (K1 to K6). */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { CallToolResult, Tool as McpTool } from "@modelcontextprotocol/server";
import { Agent, type Run } from "@runa/runtime";
import { MCPServer, type MCPServerOptions, type StdioOptions, serveMcp } from "@runa/runtime/mcp";
import { ScriptedModel, type ScriptedToolCall } from "@runa/runtime/testing";
import { afterEach, describe, expect, it, vi } from "vitest";
import { bound, integer } from "../support/bound.ts";
import { type FakeServer, type FakeServerOptions, startFakeServer } from "./support/http-server.ts";

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

function listed(name: string, more: Partial<McpTool> = {}): McpTool {
  return { name, description: `The ${name}.`, inputSchema: { type: "object", properties: {} }, ...more };
}

async function fake(options: FakeServerOptions): Promise<FakeServer> {
  const server = await startFakeServer(options);
  cleanups.push(server.kill);
  return server;
}

function at(url: URL, options: Partial<MCPServerOptions> = {}): MCPServer {
  const server = new MCPServer({ name: "shop", ...options }).http(url);
  cleanups.push(() => server.close());
  return server;
}

/** One answer that makes the calls, and one that ends the run. */
function agentOf(mcp: readonly MCPServer[], ...calls: readonly ScriptedToolCall[]) {
  const model = new ScriptedModel([...calls.map((call) => ({ toolCalls: [call] })), "done"]);
  return { agent: new Agent({ name: "x", model, mcp }), model };
}

const offered = (model: ScriptedModel): string[] | undefined =>
  model.requests[0]?.tools.map(({ definition }) => definition.name);
const texts = (run: Run): string[] => run.toolCalls.map(({ text }) => text);

describe("the tools of a server", () => {
  it("are all there, over however many pages, as the server describes them (K2, K6)", async () => {
    const inputSchema = {
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      properties: { path: { type: "string", "x-kind": "path", format: "made-up" } },
      required: ["path"],
    } as const;
    const { url } = await fake({ pages: () => [[listed("a", { inputSchema: inputSchema as never })], [listed("b")]] });
    const { agent, model } = agentOf([at(url)]);
    await agent.run("go");
    expect(model.requests[0]?.tools.map(({ definition }) => definition)).toEqual([
      { name: "a", description: "The a.", parameters: inputSchema },
      { name: "b", description: "The b.", parameters: { type: "object", properties: {} } },
    ]);
  });

  it("are listed once, and again when the server says that they changed (K1, K6)", async () => {
    let names = ["a"];
    const server = await fake({ pages: () => [names.map((name) => listed(name))] });
    const shop = at(server.url);
    const lists = (): number => server.asked.filter(({ method }) => method === "tools/list").length;
    const first = agentOf([shop]);
    await first.agent.run("go");
    const second = agentOf([shop]);
    await second.agent.run("go");
    expect(lists()).toBe(1);
    expect(second.model.requests[0]?.tools[0]?.definition).toBe(first.model.requests[0]?.tools[0]?.definition);
    names = ["a", "b"];
    server.notifyChanged();
    await vi.waitFor(async () => {
      const { agent, model } = agentOf([shop]);
      await agent.run("go");
      expect(offered(model)).toEqual(["a", "b"]);
    });
    expect(lists()).toBe(2);
  });

  it("are filtered by the server's own names, and get a prefix (K4)", async () => {
    const { url } = await fake({
      pages: () => [["a", "b", "c"].map((name) => listed(name))],
      call: (name) => ({ content: [{ type: "text", text: name }] }),
    });
    const shop = at(url, { include: ["a", "b"], exclude: ["b"], prefix: "fs" });
    const { agent, model } = agentOf([shop], { name: "fs_a" });
    const run = await agent.run("go");
    expect(offered(model)).toEqual(["fs_a"]);
    expect(texts(run)).toEqual(["a"]);
  });

  it.each<[string, Partial<MCPServerOptions>]>([
    ["include", { include: ["aa"] }],
    ["exclude", { exclude: ["aa"] }],
  ])("%s of a name that is not there ends the run (K4)", async (_, options) => {
    const { url } = await fake({ pages: () => [[listed("a")]] });
    const run = await agentOf([at(url, options)]).agent.run("go");
    expect(run.error?.message).toContain('MCP server "shop" cannot be had: it has no tool "aa"; did you mean "a"?');
  });
});

describe("a call", () => {
  it("hands on arguments with reserved names, where the server declares them (K4)", async () => {
    const seen: unknown[] = [];
    const properties = { files: { type: "array" }, ctx: { type: "string" }, signal: { type: "number" } };
    const { url } = await fake({
      pages: () => [[listed("a", { inputSchema: { type: "object", properties } as never })]],
      call: (_, args) => {
        seen.push(args);
        return { content: [] };
      },
    });
    const given = { files: ["x"], ctx: "c", signal: 1 };
    await agentOf([at(url)], { name: "a", arguments: given }).agent.run("go");
    await agentOf([at(url)], { name: "a", arguments: { ...given, name: "b" } }).agent.run("go");
    expect(seen).toEqual([given, { ...given, name: "b" }]);
  });

  it("is refused here where the arguments do not fit (C10)", async () => {
    const inputSchema = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };
    const server = await fake({ pages: () => [[listed("a", { inputSchema: inputSchema as never })]] });
    const run = await agentOf([at(server.url)], { name: "a", arguments: { n: "1" } }).agent.run("go");
    expect(texts(run)).toEqual([expect.stringMatching(/^error: invalid arguments for a: \/n must be integer/)]);
    expect(server.asked.some(({ method }) => method === "tools/call")).toBe(false);
  });

  it("goes out unchecked, with a warning, where the schema cannot be compiled", async () => {
    const warnings: Error[] = [];
    process.on("warning", (warning) => warnings.push(warning));
    const properties = { n: { $ref: "https://elsewhere.example/schema.json" } };
    const { url } = await fake({
      pages: () => [[listed("a", { inputSchema: { type: "object", properties } as never })]],
      call: (_, args) => ({ content: [{ type: "text", text: JSON.stringify(args) }] }),
    });
    const run = await agentOf([at(url)], { name: "a", arguments: { n: [1] } }).agent.run("go");
    expect(texts(run)).toEqual(['{"n":[1]}']);
    await vi.waitFor(() => expect(warnings).toContainEqual(expect.objectContaining({ code: "RUNA_UNCHECKED_SCHEMA" })));
  });

  const png = Buffer.from("dot").toString("base64");
  it.each<[string, CallToolResult, string]>([
    [
      "texts by line breaks",
      {
        content: [
          { type: "text", text: "a" },
          { type: "text", text: "b" },
        ],
      },
      "a\nb",
    ],
    ["an error", { content: [{ type: "text", text: "no luck" }], isError: true }, "error: no luck"],
    ["an error that says so already", { content: [{ type: "text", text: "Error: no" }], isError: true }, "error: no"],
    ["an error without a reason", { content: [], isError: true }, "error: the server gave no reason"],
    ["structured content where there is no text", { content: [], structuredContent: { n: 1 } }, '{"n":1}'],
    ["a text where there is one", { content: [{ type: "text", text: "one" }], structuredContent: { n: 1 } }, "one"],
    ["resources", { content: [{ type: "resource", resource: { uri: "file:///a", text: "inside" } }] }, "inside"],
    [
      "what cannot be shown",
      { content: [{ type: "resource", resource: { uri: "file:///a.zip", mimeType: "application/zip", blob: png } }] },
      "[resource file:///a.zip, application/zip, about 3 bytes]",
    ],
    ["links", { content: [{ type: "resource_link", uri: "file:///a", name: "a" }] }, "[resource a: file:///a]"],
    ["nothing", { content: [] }, ""],
  ])("gives %s (K3)", async (_, result, text) => {
    const { url } = await fake({ pages: () => [[listed("a")]], call: () => result });
    const run = await agentOf([at(url)], { name: "a" }).agent.run("go");
    expect(texts(run)).toEqual([text]);
  });

  it("gives media, and keeps what is for the program (K3)", async () => {
    const { url } = await fake({
      pages: () => [[listed("a")]],
      call: () => ({
        content: [
          { type: "text", text: "A dot." },
          { type: "image", data: png, mimeType: "image/png" },
          { type: "audio", data: png, mimeType: "audio/wav" },
        ],
        structuredContent: { n: 1 },
        _meta: { "example/key": 2 },
      }),
    });
    const { agent, model } = agentOf([at(url)], { name: "a" });
    const run = await agent.run("go");
    expect(run.images).toMatchObject([{ content: png, mimeType: "image/png" }]);
    expect(run.audio).toMatchObject([{ mimeType: "audio/wav" }]);
    expect(run.toolCalls[0]?.result).toMatchObject({
      metadata: { structuredContent: { n: 1 }, meta: { "example/key": 2 } },
    });
    expect(model.requests[1]?.items.at(-1)).toMatchObject({ media: [{ type: "image" }, { type: "audio" }] });
  });

  it("ends at its timeout (K4)", async () => {
    const { url } = await fake({ pages: () => [[listed("a")]], call: () => new Promise(() => {}) });
    const run = await agentOf([at(url, { timeout: 300 })], { name: "a" }).agent.run("go");
    expect(texts(run)).toEqual([expect.stringMatching(/^error: .*timed out after 300 ms/)]);
  });
});

describe("connections", () => {
  it("are one for runs that race (K1), and opened anew after close", async () => {
    const folder = mkdtempSync(join(tmpdir(), "runa-mcp-"));
    cleanups.push(() => rmSync(folder, { recursive: true }));
    const starts = join(folder, "starts");
    const shop = mortal(starts, {}, { cwd: folder });
    const race = await Promise.all([1, 2, 3].map(() => agentOf([shop], { name: "pid" }).agent.run("go")));
    const [first, ...others] = race.flatMap(texts);
    expect(others).toEqual([first, first]);
    const pids = (): string[] => readFileSync(starts, "utf8").match(/^\d+(?= in )/gm) ?? [];
    // One process to find out which generation the server speaks, and one to stay.
    expect(pids()).toHaveLength(2);
    expect(readFileSync(starts, "utf8")).toContain(` in ${folder}\n`);
    await shop.close();
    const [later] = texts(await agentOf([shop], { name: "pid" }).agent.run("go"));
    expect(later).not.toBe(first);
    expect(pids()).toHaveLength(4);
  });

  it("ask for headers at the start of each run, and share by them (K4)", async () => {
    const server = await fake({ pages: () => [[listed("a")]] });
    const shop = at(server.url, { headers: (ctx) => ({ "x-user": ctx.userId ?? "" }) });
    const run = (userId: string): Promise<Run> => agentOf([shop], { name: "a" }).agent.run("go", { userId });
    await Promise.all([run("ada"), run("bob"), run("ada")]);
    const of = (method: string): unknown[] =>
      server.asked.flatMap((one) => (one.method === method ? [one.user] : [])).sort();
    expect(of("tools/call")).toEqual(["ada", "ada", "bob"]);
    expect(of("tools/list")).toEqual(["ada", "bob"]);
  });

  it("whose headers function throws end the run, name the server, and keep what was thrown to the cause (K5)", async () => {
    const { url } = await fake({ pages: () => [[listed("a")]] });
    const thrown = new TypeError("the token s3cret has expired");
    const headers = (): never => {
      throw thrown;
    };
    const { status, error } = await agentOf([at(url, { headers })]).agent.run("go");
    expect(status).toBe("error");
    expect(error).toMatchObject({ code: "RUNA_TOOL_SOURCE", source: 'MCP server "shop"', cause: thrown });
    expect(error?.message).toBe(
      'The tools of MCP server "shop" cannot be had: its headers function threw (TypeError); the cause of this error says more.',
    );
    const { agent, model } = agentOf([at(url, { headers, optional: true })]);
    expect((await agent.run("go")).output).toBe("done");
    expect(offered(model)).toEqual([]);
  });

  it("that cannot be opened end the run, and name the server (K5)", async () => {
    const gone = await startFakeServer({ pages: () => [] });
    await gone.kill();
    const run = await agentOf([at(gone.url)]).agent.run("go");
    expect(run.status).toBe("error");
    expect(run.error).toMatchObject({ code: "RUNA_TOOL_SOURCE", source: 'MCP server "shop"' });
    expect(run.error?.message).toMatch(
      /^The tools of MCP server "shop" cannot be had: http:\S+ cannot be used: nothing listens there \(ECONNREFUSED\). See that the server runs/,
    );
  });

  it("that cannot be opened are left out, with a warning, where they are optional (K5)", async () => {
    const warnings: Error[] = [];
    process.on("warning", (warning) => warnings.push(warning));
    const gone = await startFakeServer({ pages: () => [] });
    await gone.kill();
    const { agent, model } = agentOf([at(gone.url, { optional: true })]);
    expect((await agent.run("go")).output).toBe("done");
    expect(offered(model)).toEqual([]);
    await vi.waitFor(() => expect(warnings).toContainEqual(expect.objectContaining({ code: "RUNA_TOOL_SOURCE" })));
  });

  it("tell what a program said before it died", async () => {
    const folder = mkdtempSync(join(tmpdir(), "runa-mcp-"));
    cleanups.push(() => rmSync(folder, { recursive: true }));
    const run = await agentOf([mortal(join(folder, "starts"), {}, {}, "--broken")]).agent.run("go");
    expect(run.error?.message).toMatch(/node cannot be used: .*It said: .*no licence found/s);
    const none = new MCPServer({ name: "none" }).stdio("/nowhere/such-program");
    expect((await agentOf([none]).agent.run("go")).error?.message).toContain("ENOENT");
  });

  it("that broke between two calls are opened again for any tool", async () => {
    let calls = 0;
    const options: FakeServerOptions = {
      pages: () => [[listed("a")]],
      call: () => ({ content: [{ type: "text", text: String(++calls) }] }),
    };
    const first = await fake(options);
    const shop = at(first.url);
    const restart = async (): Promise<string> => {
      await first.kill();
      await fake({ ...options, port: Number(first.url.port) });
      // Until this side has seen that its idle socket was closed, nobody can say whether a request arrived.
      await new Promise((resolve) => setTimeout(resolve, 100));
      return "restarted";
    };
    const model = new ScriptedModel([
      { toolCalls: [{ name: "a" }] },
      async () => {
        await restart();
        return { toolCalls: [{ name: "a" }] };
      },
      "done",
    ]);
    const run = await new Agent({ name: "x", model, mcp: [shop] }).run("go");
    expect(texts(run)).toEqual(["1", "2"]);
  });

  it.each([0, 1, 3, 10])("to a program that died %i ms before the run are opened again (K5)", async (delay) => {
    const folder = mkdtempSync(join(tmpdir(), "runa-mcp-"));
    cleanups.push(() => rmSync(folder, { recursive: true }));
    const shop = mortal(join(folder, "starts"), {}, { env: { SECOND_LIFE: "yes" } });
    const go = (): Promise<Run> => agentOf([shop], { name: "die_safely" }).agent.run("go");
    const [first] = texts(await go());
    process.kill(Number(first), "SIGKILL");
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
    const { error, toolCalls } = await go();
    expect(error).toBeUndefined();
    expect(toolCalls[0]?.text).toMatch(/^\d+$/);
    expect(toolCalls[0]?.text).not.toBe(first);
  });

  it("to a server that was started anew: its list is read again, and so are changes of it (K6)", async () => {
    let names = ["a"];
    const options: FakeServerOptions = { pages: () => [names.map((name) => listed(name))] };
    const first = await fake(options);
    const shop = at(first.url);
    const offers = async (): Promise<unknown> => {
      const { agent, model } = agentOf([shop]);
      await agent.run("go");
      return offered(model);
    };
    expect(await offers()).toEqual(["a"]);
    await first.kill();
    names = ["a", "b"];
    const second = await fake({ ...options, port: Number(first.url.port) });
    await vi.waitFor(async () => expect(await offers()).toEqual(["a", "b"]));
    names = ["a", "b", "c"];
    second.notifyChanged();
    await vi.waitFor(async () => expect(await offers()).toEqual(["a", "b", "c"]));
  });

  it("that break during a call: it is made once more only where it may be (K5)", async () => {
    const folder = mkdtempSync(join(tmpdir(), "runa-mcp-"));
    cleanups.push(() => rmSync(folder, { recursive: true }));
    const starts = join(folder, "starts");
    const shop = mortal(starts);
    const run = await agentOf([shop], { name: "die" }, { name: "die_safely" }, { name: "pid" }).agent.run("go");
    const [died, diedSafely, pid] = texts(run);
    expect(died).toMatch(
      /^error: the connection to MCP server "mortal" broke during the call .*"die" took effect is unknown$/,
    );
    expect(diedSafely).toMatch(/^error: .*closed/i);
    expect(pid).toMatch(/^\d+$/);
    const made = readFileSync(starts, "utf8")
      .split("\n")
      .filter((line) => /^[a-z_]+$/.test(line));
    expect(made).toEqual(["die", "die_safely", "die_safely", "pid"]);
  });

  it("of kept factory results are closed where clearing says so (G4), unless a run uses them", async () => {
    const folder = mkdtempSync(join(tmpdir(), "runa-mcp-"));
    cleanups.push(() => rmSync(folder, { recursive: true }));
    const starts = join(folder, "starts");
    const shop = mortal(starts);
    const clearings: Promise<void>[] = [];
    const pid = { toolCalls: [{ name: "pid" }] };
    const clearing = (): typeof pid => {
      clearings.push(agent.clearCallableCache({ close: true }));
      return pid;
    };
    const model = new ScriptedModel([pid, clearing, "done"]);
    const agent = new Agent({ name: "x", model, tools: () => [shop], cacheCallables: true });
    const [first, second] = texts(await agent.run("go", { userId: "u" }));
    await Promise.all(clearings);
    expect(second).toBe(first);
    const kept = new Agent({
      name: "y",
      model: new ScriptedModel(["done"]),
      tools: () => [shop],
      cacheCallables: true,
    });
    await kept.run("go", { userId: "u" });
    await kept.clearCallableCache({ close: true });
    expect(() => process.kill(Number(first), 0)).toThrow("ESRCH");
  });

  it("that a run opens again after close are closed by the next close (K1)", async () => {
    const folder = mkdtempSync(join(tmpdir(), "runa-mcp-"));
    cleanups.push(() => rmSync(folder, { recursive: true }));
    const shop = mortal(join(folder, "starts"));
    const pid = { toolCalls: [{ name: "pid" }] };
    const closing = async (): Promise<typeof pid> => {
      await shop.close();
      return pid;
    };
    const run = await new Agent({ name: "x", model: new ScriptedModel([pid, closing, "done"]), mcp: [shop] }).run("go");
    const [first, second] = texts(run);
    expect(second).toMatch(/^\d+$/);
    expect(second).not.toBe(first);
    await shop.close();
    expect(() => process.kill(Number(second), 0)).toThrow("ESRCH");
  });

  it("close with the last run that uses them, with keepAlive: false", async () => {
    const folder = mkdtempSync(join(tmpdir(), "runa-mcp-"));
    cleanups.push(() => rmSync(folder, { recursive: true }));
    const starts = join(folder, "starts");
    const shop = mortal(starts, { keepAlive: false });
    await agentOf([shop], { name: "pid" }).agent.run("go");
    const pids = readFileSync(starts, "utf8").match(/^\d+(?= in )/gm) ?? [];
    await vi.waitFor(() => {
      for (const pid of pids) expect(() => process.kill(Number(pid), 0)).toThrow("ESRCH");
    });
  });
});

function mortal(
  starts: string,
  options: Partial<MCPServerOptions> = {},
  { env, ...at }: StdioOptions = {},
  ...args: readonly string[]
): MCPServer {
  const script = fileURLToPath(new URL("support/stdio-server.mjs", import.meta.url));
  const server = new MCPServer({ name: "mortal", ...options }).stdio(process.execPath, [script, ...args], {
    env: { STARTS: starts, ...env },
    ...at,
  });
  cleanups.push(() => server.close());
  return server;
}

describe("a tool that needs approval on both sides", () => {
  async function refund(options: Partial<MCPServerOptions>): Promise<Run> {
    const served = bound("refund", (amount: number) => `refunded ${amount}`, { properties: { amount: integer } });
    const { url, close } = await serveMcp([served.with({ needsApproval: true })], { http: {} });
    cleanups.push(close);
    const { agent } = agentOf([at(url, options)], { name: "refund", arguments: { amount: 5 } });
    const run = await agent.run("go");
    if (run.status !== "paused") return run;
    const state = run.toState();
    for (const item of run.interruptions) state.approve(item);
    return await agent.run(state);
  }

  it("runs after the yes of one person, where it is handed on (E9)", async () => {
    expect(texts(await refund({ needsApproval: true, forwardApprovals: true }))).toEqual(["refunded 5"]);
  });

  it.each<[string, Partial<MCPServerOptions>, RegExp]>([
    ["the yes is not handed on", { needsApproval: true }, /needs the approval of a person, and this client cannot ask/],
    [
      "nobody on this side has said yes",
      { needsApproval: [], forwardApprovals: true },
      /^error: rejected by the operator$/,
    ],
  ])("does not run where %s (E9)", async (_, options, message) => {
    expect(texts(await refund(options))).toEqual([expect.stringMatching(message)]);
  });
});

describe("what is refused when the server is described", () => {
  it.each<[string, () => unknown, RegExp]>([
    [
      "an unknown option",
      () => new MCPServer({ name: "x", inclde: [] } as never),
      /no option "inclde"; did you mean "include"/,
    ],
    [
      "a yes to hand on for calls that nobody approves",
      () => new MCPServer({ name: "x", forwardApprovals: true }),
      /"forwardApprovals" goes with needsApproval/,
    ],
    ["no name", () => new MCPServer({} as never), /has no name/],
    [
      "an unknown option of stdio",
      () => new MCPServer({ name: "x" }).stdio("a", [], { dir: "/" } as never),
      /no option "dir"/,
    ],
    ["a command line in one text", () => new MCPServer({ name: "x" }).stdio("a", "b c" as never), /a list of texts/],
    ["what is no address", () => new MCPServer({ name: "x" }).http("shop"), /is no address/],
    ["two places", () => new MCPServer({ name: "x" }).http("http://a/").stdio("b"), /has a place already/],
    ["headers over stdio", () => new MCPServer({ name: "x", headers: {} }).stdio("b"), /no headers over stdio/],
  ])("%s", (_, make, message) => {
    expect(make).toThrow(message);
  });

  it("a server without a place, when it is used", async () => {
    const agent = agentOf([new MCPServer({ name: "x" })]).agent;
    await expect(agent.run("go")).rejects.toThrow("has no place");
  });
});
