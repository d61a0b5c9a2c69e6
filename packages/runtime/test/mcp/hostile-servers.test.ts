/** MCP servers that break the protocol, mean harm, or go away (K1 to K6): what the model and the developer are told. */
import { fileURLToPath } from "node:url";
import { Agent, type Run } from "@runa/runtime";
import { MCPServer, type MCPServerOptions } from "@runa/runtime/mcp";
import { ScriptedModel } from "@runa/runtime/testing";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type RawServer, type RawServerOptions, startRawServer } from "./support/raw-http-server.ts";

const script = fileURLToPath(new URL("support/hostile-server.mjs", import.meta.url));
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

async function run(server: MCPServer, between: () => void = () => {}): Promise<Run> {
  const model = new ScriptedModel([
    { toolCalls: [{ name: "a" }] },
    () => {
      between();
      return { toolCalls: [{ name: "a" }] };
    },
    "done",
  ]);
  return new Agent({ name: "x", model, mcp: [server] }).run("go");
}

function program(behaviour: string, options: Partial<MCPServerOptions> = {}): MCPServer {
  const server = new MCPServer({ name: "h", ...options }).stdio(process.execPath, [script, behaviour]);
  cleanups.push(() => server.close());
  return server;
}

async function raw(options: RawServerOptions): Promise<RawServer> {
  const server = await startRawServer(options);
  cleanups.push(server.kill);
  return server;
}

function at(url: URL, options: Partial<MCPServerOptions> = {}): MCPServer {
  const headers = { authorization: "Bearer header-secret" };
  const server = new MCPServer({ name: "h", timeout: 2_000, headers, ...options }).http(url);
  cleanups.push(() => server.close());
  return server;
}

const texts = ({ toolCalls }: Run): string[] => toolCalls.map(({ text }) => text);

describe("a program that lists", () => {
  it.each<[string, RegExp]>([
    ["endless pages", /: its list of tools does not end\.$/],
    ["bad tool", /: its answer to tools\/list does not keep to the protocol: \/tools\/1\/name .*expected string.*\.$/],
    ["die while listing", /: the connection was closed\.$/],
    ["hang while listing", /: it did not answer within 1500 ms\.$/],
    ["error while listing", /: the database is down\.$/],
    ["silent", /node cannot be used: it did not answer within 1500 ms\. Give it longer \(timeout: …\)/],
  ])("%s: the run ends with an error that says what is wrong, in our words (K5)", async (behaviour, message) => {
    const { status, error } = await run(program(behaviour, { timeout: 1_500 }));
    expect(status).toBe("error");
    expect(error?.message).toMatch(message);
    expect(error?.message).toMatch(/^The tools of MCP server "h" cannot be had: /);
    expect(error?.message).not.toMatch(/\n|invalid_type/);
  });

  it.each(["same cursor", "twice one name", "proto schema", "storm"])(
    "%s: is used all the same (K6)",
    async (behaviour) => {
      const { error, toolCalls } = await run(program(behaviour));
      expect(error).toBeUndefined();
      expect(toolCalls.map(({ isError }) => isError)).toEqual([false, false]);
      expect({}).not.toHaveProperty("polluted");
    },
  );

  it("names that no provider takes: they are offered, under names of their own (K2)", async () => {
    const model = new ScriptedModel([{ toolCalls: [{ name: "__proto__" }, { name: "constructor" }] }, "done"]);
    const answer = await new Agent({ name: "x", model, mcp: [program("odd names")] }).run("go");
    expect(texts(answer)).toEqual(["{}", "{}"]);
    expect(model.requests[0]?.tools).toHaveLength(7);
  });
});

describe("a program that answers a call", () => {
  it.each<[string, string | RegExp]>([
    ["no content", ""],
    [
      "odd block",
      /^error: MCP server "h" gave no result: its answer to tools\/call does not keep to the protocol: \/content/,
    ],
    ["odd mime", "[image, text/html\r\nx: y, about 3 bytes]\n[image, about 3 bytes]\n[audio, nonsense, about 3 bytes]"],
    ["error with image", "error: bad"],
    ["error structured", 'error: {"code":7}'],
    ["structured proto", "{}"],
    ["protocol error", "error: Unknown tool: a"],
    [
      "die in a call",
      /^error: .*broke during the call \(the connection was closed\); whether "a" took effect is unknown$/,
    ],
    ["wrong id", "right"],
    ["no json", "after"],
    ["split utf8", "日本語"],
    ["elicitation", /^\{"code":-32601/],
    ["sampling", /^\{"code":-32601/],
    ["roots", /^\{"code":-32601/],
    ["progress", "done"],
  ])("%s: gives a result each time, and the run goes on (K3)", async (behaviour, text) => {
    const answer = await run(program(behaviour));
    expect(answer.output).toBe("done");
    const each = text instanceof RegExp ? expect.stringMatching(text) : text;
    expect(texts(answer)).toEqual([each, each]);
    expect([answer.images, answer.audio]).toEqual([[], []]);
  });
});

it("declines whatever a server asks that is not about an approved call (K3)", async () => {
  const answer = await run(program("elicitation", { needsApproval: [], forwardApprovals: true }));
  const each = expect.stringMatching(/"decline"/);
  expect(texts(answer)).toEqual([each, each]);
});

describe("a server over HTTP", () => {
  it("that is down when the next run starts is named to the model, or ends the run (K5)", async () => {
    const server = await raw({});
    const shop = at(server.url);
    await run(shop);
    await server.kill();
    const down = await run(shop);
    // Which of the two depends on whether this side has seen that its idle socket was closed.
    const told = down.error ? [down.error.message] : texts(down);
    expect(told.length).toBeGreaterThan(0);
    for (const text of told) expect(text).toMatch(/ MCP server "h" (?:cannot be had|broke during the call)/);
    expect((await run(shop)).error).toMatchObject({ code: "RUNA_TOOL_SOURCE", source: 'MCP server "h"' });
  });

  it.each<[string, number]>([
    ["as the protocol says", 404],
    ["as the examples of the official package do", 400],
  ])("that was started anew, and says so %s: the call is made again in a new session (K5)", async (_, status) => {
    const server = await raw({ unknownSession: status });
    const answer = await run(at(server.url), server.forgetSessions);
    expect(texts(answer)).toEqual(["s1", "s2"]);
    expect(server.asked.filter((one) => one.includes("tools/call"))).toEqual([
      "POST tools/call in s1",
      "POST tools/call in s1",
      "POST tools/call in s2",
    ]);
  });

  it("is told that a session has ended, by close (K1)", async () => {
    const server = await raw({});
    const shop = at(server.url);
    await run(shop);
    await shop.close();
    expect(server.asked.at(-1)).toBe("DELETE in s1");
  });

  it("that takes no request is given up at once by close (K1)", async () => {
    const server = await raw({ all: () => {} });
    const shop = at(server.url, { timeout: 60_000 });
    const waiting = run(shop);
    await vi.waitFor(() => expect(server.asked).toHaveLength(1));
    await shop.close();
    expect((await waiting).status).toBe("error");
  });

  it.each<[string, RawServerOptions["all"], RegExp]>([
    ["401", (r) => r.writeHead(401).end("no"), /it wants authorization \(HTTP 401\)\. Give the headers that it wants/],
    ["403", (r) => r.writeHead(403).end("no"), /it denies access \(HTTP 403\)\. Give the headers/],
    ["404", (r) => r.writeHead(404).end("<p>"), /there is no MCP server at this address \(HTTP 404\)\. See that/],
    ["500", (r) => r.writeHead(500).end("x".repeat(5_000)), /it answered with HTTP 500: x{200}…\. See that/],
    ["a page", (r) => r.writeHead(200, { "content-type": "text/html" }).end("<p>"), /answered with text\/html/],
    ["no JSON", (r) => r.writeHead(200, { "content-type": "application/json" }).end("{a"), /what is no JSON/],
    [
      "a redirect",
      (r) => r.writeHead(307, { location: "http://other.example/x?k=1" }).end(),
      /redirects to http:\/\/other.example\/x,/,
    ],
    ["nothing", () => {}, /it did not answer within 1000 ms\. Give it longer/],
  ])("that answers with %s: the error says what, where, and how to go on (K5)", async (_, all, message) => {
    const server = await raw(all ? { all } : {});
    const { error, status } = await run(at(server.url));
    expect(status).toBe("error");
    expect(error?.message).toMatch(message);
    expect(error?.message).toContain(`${server.url.origin}/mcp cannot be used: `);
    expect(error?.message).not.toMatch(/secret|negotiation|probe|endpoint/i);
  });

  it.each<[string, RawServerOptions["call"], RegExp]>([
    [
      "500",
      (r) => r.writeHead(500).end("x".repeat(5_000)),
      /^error: MCP server "h" gave no result: .*HTTP 500: x{200}…$/,
    ],
    ["401", (r) => r.writeHead(401).end("no"), /^error: MCP server "h" gave no result: it wants authorization/],
    [
      "a page",
      (r) => r.writeHead(200, { "content-type": "text/html" }).end("<p>"),
      /^error: .*answered with text\/html/,
    ],
    ["a cut", (r) => r.destroy(), /^error: .*broke during the call .*whether "a" took effect is unknown$/],
  ])("that answers a call with %s: the model is told, in our words", async (_, call, message) => {
    const server = await raw(call ? { call } : {});
    const each = expect.stringMatching(message);
    expect(texts(await run(at(server.url)))).toEqual([each, each]);
  });
});
