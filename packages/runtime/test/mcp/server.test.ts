/** `runa mcp` and `serveMcp`, asked by the protocol's own client, in both generations and over both transports. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join, parse } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Client, type ElicitResult, StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { loadTools, type Tool, tool } from "@runa/runtime";
import { serveMcp } from "@runa/runtime/mcp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { bound, integer, manifestEntry, manifestOf } from "../support/bound.ts";

const manifest = fileURLToPath(new URL("served/runa.tools.json", import.meta.url));
const command = fileURLToPath(new URL("../../bin/runa.js", import.meta.url));

type Generation = "legacy" | "auto";

async function connect(transport: Transport, generation: Generation): Promise<Client> {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: generation } });
  await client.connect(transport);
  return client;
}

interface Connection {
  readonly client: Client;
  /** What the process has printed outside of the protocol. */
  readonly printed: () => string;
  readonly close: () => Promise<void>;
}

async function overStdio(generation: Generation): Promise<Connection> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [command, "mcp", manifest],
    stderr: "pipe",
  });
  let printed = "";
  transport.stderr?.on("data", (chunk) => {
    printed += chunk;
  });
  const client = await connect(transport, generation);
  return { client, printed: () => printed, close: () => client.close() };
}

async function overHttp(generation: Generation): Promise<Connection> {
  const child = spawn(process.execPath, [command, "mcp", manifest, "--http"], { stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  for (const output of [child.stdout, child.stderr]) {
    output.on("data", (chunk) => {
      printed += chunk;
    });
  }
  const url = await vi.waitFor(() => new URL(/http:\/\/\S+/.exec(printed)?.[0] ?? ""), {
    timeout: 20_000,
    interval: 50,
  });
  const client = await connect(new StreamableHTTPClientTransport(url), generation);
  return {
    client,
    printed: () => printed,
    close: async () => {
      await client.close();
      child.kill("SIGTERM");
      const [code] = await once(child, "exit");
      expect(code).toBe(0);
    },
  };
}

describe.each<[string, (generation: Generation) => Promise<Connection>, Generation, string]>([
  ["stdio, 2025-11-25", overStdio, "legacy", "2025-11-25"],
  ["stdio, 2026-07-28", overStdio, "auto", "2026-07-28"],
  ["Streamable HTTP, 2025-11-25", overHttp, "legacy", "2025-11-25"],
  ["Streamable HTTP, 2026-07-28", overHttp, "auto", "2026-07-28"],
])("runa mcp over %s", (where, open, generation, revision) => {
  let connection: Connection;
  const call = (name: string, args: Record<string, unknown> = {}) =>
    connection.client.callTool({ name, arguments: args });
  beforeAll(async () => {
    connection = await open(generation);
  });
  afterAll(() => connection.close());

  it("speaks the revision, and says what it is", () => {
    expect(connection.client.getNegotiatedProtocolVersion()).toBe(revision);
    expect(connection.client.getServerVersion()).toMatchObject({ name: "@runa/runtime" });
  });

  it("lists the tools: definitions as they stand, return types, tags", async () => {
    const { tools } = await connection.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "add",
      "move",
      "fail",
      "divide",
      "draw",
      "whoami",
      "wait",
      "count",
      "letters",
    ]);
    const known = await loadTools<Record<string, Tool>>(manifest);
    for (const { name, description, inputSchema } of tools) {
      const { definition } = known[name] ?? { definition: undefined };
      expect({ description, inputSchema }).toEqual({
        description: definition?.description,
        inputSchema: definition?.parameters,
      });
    }
    const [add, move, fail] = tools;
    expect(add?.annotations).toEqual({ readOnlyHint: true, destructiveHint: false, idempotentHint: true });
    expect(move?.annotations).toEqual({ destructiveHint: true });
    expect(fail?.annotations).toBeUndefined();
    expect(move?.outputSchema).toMatchObject({ type: "object", required: ["from", "to"] });
  });

  it("calls them: converted arguments, text and structured results", async () => {
    expect(await call("add", { a: 1.5, b: 2 })).toMatchObject({
      content: [{ type: "text", text: "3.5" }],
      // The older generation knows objects only.
      structuredContent: generation === "legacy" ? { result: 3.5 } : 3.5,
    });
    const moved = await call("move", { from: "2026-01-31T10:00:00Z", days: 2 });
    const dates = { from: "2026-01-31T10:00:00.000Z", to: "2026-02-02T10:00:00.000Z" };
    expect(moved).toMatchObject({ content: [{ type: "text", text: JSON.stringify(dates) }], structuredContent: dates });
    expect((await call("letters", { text: "aab" })).structuredContent).toEqual({ a: 2, b: 1 });
    expect((await call("count", { to: 2 })).content).toEqual([{ type: "text", text: "1\n2\n" }]);
    expect((await call("whoami")).content).toEqual([{ type: "text", text: "nobody" }]);
  });

  it("gives media as blocks", async () => {
    expect((await call("draw")).content).toEqual([
      { type: "text", text: "A dot." },
      { type: "image", data: Buffer.from("dot").toString("base64"), mimeType: "image/png" },
      {
        type: "resource",
        resource: { uri: "runa:///a%20b.csv", mimeType: "text/csv", blob: Buffer.from("a,b").toString("base64") },
      },
    ]);
  });

  it.each<[string, string, Record<string, unknown>, RegExp]>([
    ["what a tool throws", "fail", { why: "no luck" }, /^error: no luck$/],
    ["arguments that do not fit", "add", { a: "1" }, /^error: invalid arguments for add: .*\/a must be number/],
    ["arguments without a counterpart", "move", { from: "2026-02-30T10:00:00Z" }, /^error: invalid arguments for move/],
    [
      "a result that its type does not allow",
      "divide",
      { a: 1, b: 0 },
      /does not fit its type: \/quotient must be number/,
    ],
  ])("answers %s with isError", async (_, name, args, message) => {
    const result = await call(name, args);
    expect(result).toMatchObject({ isError: true, content: [{ type: "text", text: expect.stringMatching(message) }] });
    expect(result).not.toHaveProperty("structuredContent");
  });

  it("refuses a tool that it does not have", async () => {
    await expect(call("elsewhere", { what: "x" })).rejects.toThrow("Unknown tool: elsewhere");
  });

  it("tells of what a generator yields, where the client asks for progress", async () => {
    // The client drops those that reach it together with the result, on a busy machine all of them.
    await vi.waitFor(
      async () => {
        const told: unknown[] = [];
        const onprogress = (progress: unknown): unknown => told.push(progress);
        const { content } = await connection.client.callTool({ name: "count", arguments: { to: 2 } }, { onprogress });
        expect(content).toEqual([{ type: "text", text: "1\n2\n" }]);
        expect(told[0]).toEqual({ progress: 1, message: "1\n" });
      },
      { timeout: 4_000 },
    );
  });

  it("aborts a call that the client cancels", async () => {
    const controller = new AbortController();
    const waiting = connection.client.callTool({ name: "wait" }, { signal: controller.signal });
    const refused = expect(waiting).rejects.toThrow();
    await vi.waitFor(() => expect(connection.printed()).toContain("waiting"), { timeout: 20_000 });
    controller.abort();
    await refused;
    // Over HTTP each request of the older generation stands alone: a cancellation names a call that its server never had.
    const isHeard = where.startsWith("stdio") || generation === "auto";
    if (isHeard) await vi.waitFor(() => expect(connection.printed()).toContain("stopped"));
  });

  it.runIf(where.startsWith("stdio"))("keeps what tools print out of the protocol", async () => {
    await call("add", { a: 1, b: 1 });
    await call("count", { to: 1 });
    await call("letters", { text: "x" });
    await vi.waitFor(() => {
      for (const line of ["adding 1 1", "counting 1", "counted in a worker"])
        expect(connection.printed()).toContain(line);
    });
    expect(connection.printed()).toContain("left out: elsewhere is declared only");
  });
});

describe("serveMcp over HTTP", () => {
  const server = () =>
    serveMcp([bound("one", () => 1, { returns: integer })], { name: "mine", version: "2.0.0", http: {} });

  function post(url: URL, headers: Record<string, string>): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
      const accept = "application/json, text/event-stream";
      const request = httpRequest(
        url,
        { method: "POST", headers: { "content-type": "application/json", accept, ...headers } },
        (response) => {
          response.resume();
          resolve(response.statusCode);
        },
      );
      request.once("error", reject);
      request.end(body);
    });
  }

  it.each<[string, Record<string, string>, number]>([
    ["its own address", {}, 200],
    ["a name that was made to point here", { host: "evil.example" }, 403],
    ["a page of another site", { origin: "https://evil.example" }, 403],
    ["a page of this machine", { origin: "http://localhost:5173" }, 200],
    ["an opaque origin", { origin: "null" }, 403],
  ])("asked from %s", async (_, headers, status) => {
    const { url, close } = await server();
    expect(await post(url, headers)).toBe(status);
    await close();
  });

  it("allows further hosts and origins by name", async () => {
    const http = { allowedHosts: ["tools.example"], allowedOrigins: ["app.example"] };
    const { url, close } = await serveMcp([], { http });
    expect(await post(url, { host: "tools.example", origin: "https://app.example" })).toBe(200);
    expect(await post(url, { host: "other.example" })).toBe(403);
    await close();
  });

  it("asks for its token", async () => {
    const { url, close } = await serveMcp([], { http: { token: "secret" } });
    expect(await post(url, {})).toBe(401);
    expect(await post(url, { authorization: "Bearer secreT" })).toBe(401);
    expect(await post(url, { authorization: "Bearer secret" })).toBe(200);
    await close();
  });

  it("does not listen beyond this machine without a token", async () => {
    await expect(serveMcp([], { http: { host: "0.0.0.0" } })).rejects.toThrow("Say which token");
  });

  it("says that a port is taken", async () => {
    const { url, close } = await server();
    await expect(serveMcp([], { http: { port: Number(url.port) } })).rejects.toMatchObject({
      code: "RUNA_MCP_ADDRESS",
    });
    await close();
  });

  it.each<Generation>(["legacy", "auto"])(
    "aborts the calls that run longer than their grace when it closes, and sends what they still say (%s)",
    async (generation) => {
      let stopped: unknown;
      let isRunning = false;
      const stop = async (signal: AbortSignal): Promise<void> => {
        isRunning = true;
        await once(signal, "abort");
        stopped = signal.reason;
      };
      const { url, close } = await serveMcp([bound("stop", stop, { params: [{ inject: "signal" }] })], {
        http: {},
        closeGrace: 50,
      });
      const client = await connect(new StreamableHTTPClientTransport(url), generation);
      const waiting = client.callTool({ name: "stop" }).catch(() => "cut");
      await vi.waitFor(() => expect(isRunning).toBe(true));
      await close();
      expect(await waiting).toMatchObject({ content: [{ text: "(no output)" }] });
      await vi.waitFor(() => expect(stopped).toBeDefined());
      await client.close();
    },
  );

  it.each<Generation>(["legacy", "auto"])(
    "lets a call finish before it closes, and begins none (%s)",
    async (generation) => {
      let finish = (): void => {};
      let isRunning = false;
      const slow = bound("slow", async () => {
        isRunning = true;
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
        return "done";
      });
      const { url, close } = await serveMcp([slow], { http: {} });
      const client = await connect(new StreamableHTTPClientTransport(url), generation);
      const waiting = client.callTool({ name: "slow" });
      await vi.waitFor(() => expect(isRunning).toBe(true));
      const closing = close();
      setTimeout(() => finish(), 100);
      expect((await waiting).content).toEqual([{ type: "text", text: "done" }]);
      await closing;
      await expect(client.callTool({ name: "slow" })).rejects.toThrow();
      await client.close();
    },
  );

  it("gives tools the context of the call", async () => {
    const whoami = bound("whoami", (ctx: { userId: string }) => ctx.userId, { params: [{ inject: "ctx" }] });
    const { url, close } = await serveMcp([whoami], {
      context: ({ headers, toolName }) => ({ userId: `${headers?.get("x-user")} for ${toolName}` }),
      http: {},
    });
    const headers = { "x-user": "ada" };
    const client = await connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }), "auto");
    expect((await client.callTool({ name: "whoami" })).content).toEqual([{ type: "text", text: "ada for whoami" }]);
    await client.close();
    await close();
  });
});

describe("runa mcp over stdio", () => {
  it("is started from any folder by the configuration that --help prints, which names no package of others", async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [command, "--help"]);
    const line = stdout.split("\n").find((one) => one.includes("mcpServers")) ?? "";
    const { command: program, args } = JSON.parse(line).mcpServers.weather;
    expect([program, ...args].slice(0, 3)).toEqual(["node", command, "mcp"]);
    const served = [...args.slice(0, -1), manifest];
    const transport = new StdioClientTransport({ command: program, args: served, cwd: parse(manifest).root });
    const client = await connect(transport, "auto");
    expect((await client.listTools()).tools).toHaveLength(9);
    await client.close();
  });

  it("ends when the client has left, whatever a tool does", async () => {
    const folder = mkdtempSync(join(tmpdir(), "runa-mcp-"));
    try {
      writeFileSync(
        join(folder, "slow.mjs"),
        "export const slow = () => new Promise((resolve) => setTimeout(resolve, 1e8, console.log('began')));",
      );
      const slow = manifestOf(manifestEntry("slow", { module: "./slow.mjs", async: true }));
      writeFileSync(join(folder, "runa.tools.json"), JSON.stringify(slow));
      const child = spawn(process.execPath, [command, "mcp", join(folder, "runa.tools.json")]);
      let stderr = "";
      child.stderr.on("data", (chunk) => {
        stderr += chunk;
      });
      const clientInfo = { name: "test", version: "1" };
      const messages = [
        { id: 1, method: "initialize", params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo } },
        { id: 2, method: "tools/call", params: { name: "slow" } },
      ];
      for (const message of messages) child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
      await vi.waitFor(() => expect(stderr).toContain("began"), { timeout: 20_000 });
      const exit = once(child, "exit");
      child.stdin.end();
      expect(await exit).toEqual([0, null]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("lets a call finish before serveMcp closes", async () => {
    const server = fileURLToPath(new URL("support/closing-server.ts", import.meta.url));
    const args = ["--conditions=@runa/source", "--import", import.meta.resolve("tsx"), server];
    const client = new Client({ name: "test", version: "1" });
    await client.connect(new StdioClientTransport({ command: process.execPath, args }));
    const { content } = await client.callTool({ name: "last" });
    expect(content).toEqual([{ type: "text", text: "done" }]);
    await client.close();
  });

  it.each<[string, Generation, ElicitResult | undefined, RegExp]>([
    ["a yes", "legacy", { action: "accept", content: { approve: true } }, /^refunded 5$/],
    ["a yes", "auto", { action: "accept", content: { approve: true } }, /^refunded 5$/],
    ["a no", "legacy", { action: "decline" }, /^rejected by the operator$/],
    ["nobody to ask", "legacy", undefined, /needs the approval of a person, and this client cannot ask/],
  ])("puts approvals to the client: %s (%s)", async (_, generation, answer, message) => {
    const server = fileURLToPath(new URL("support/refund-server.ts", import.meta.url));
    const args = ["--conditions=@runa/source", "--import", import.meta.resolve("tsx"), server];
    const client = new Client(
      { name: "test", version: "1" },
      { versionNegotiation: { mode: generation }, capabilities: answer ? { elicitation: {} } : {} },
    );
    if (answer) client.setRequestHandler("elicitation/create", () => answer);
    await client.connect(new StdioClientTransport({ command: process.execPath, args }));
    const { content } = await client.callTool({ name: "refund", arguments: { amount: 5 } });
    expect(content).toEqual([{ type: "text", text: expect.stringMatching(message) }]);
    await client.close();
  });
});

describe("serveMcp refuses", () => {
  it.each<[string, unknown, object, RegExp]>([
    ["what is no tool", [{}], {}, /has an object among its tools/],
    ["two of one name", [bound("a", () => 1), bound("a", () => 2)], {}, /two tools named "a"/],
    ["an option that does not exist", [], { nmae: "x" }, /no option "nmae"; did you mean "name"/],
    ["an option of http that does not exist", [], { http: { prot: 1 } }, /no option "prot"; did you mean "port"/],
  ])("%s", async (_, tools, options, message) => {
    await expect(serveMcp(tools as Tool[], options)).rejects.toThrow(message);
  });

  it("takes tools by name, and those with a schema written by hand", async () => {
    const made = tool.fromSchema({ name: "hi", description: "", parameters: { type: "object" }, execute: () => "hi" });
    const { url, close } = await serveMcp({ made }, { http: {} });
    const client = await connect(new StreamableHTTPClientTransport(url), "auto");
    expect((await client.listTools()).tools).toMatchObject([{ name: "hi", inputSchema: { type: "object" } }]);
    await client.close();
    await close();
  });
});

describe("a tool that needs approval", () => {
  const refunds: number[] = [];
  const refund = bound(
    "refund",
    (amount: number) => {
      refunds.push(amount);
      return `refunded ${amount}`;
    },
    { properties: { amount: integer } },
  ).with({ needsApproval: ({ amount }) => Number(amount) >= 50 });

  async function ask(
    answer: { action: "accept" | "decline"; content?: { approve: boolean } } | undefined,
    generation: Generation,
    amount = 50,
  ): Promise<{ text: unknown; asked: string[] }> {
    refunds.length = 0;
    const asked: string[] = [];
    const { url, close } = await serveMcp([refund], { http: {} });
    const client = new Client(
      { name: "test", version: "1" },
      { versionNegotiation: { mode: generation }, capabilities: answer ? { elicitation: {} } : {} },
    );
    if (answer) {
      client.setRequestHandler("elicitation/create", ({ params }) => {
        asked.push(params.message);
        return answer;
      });
    }
    await client.connect(new StreamableHTTPClientTransport(url));
    const { content } = await client.callTool({ name: "refund", arguments: { amount } });
    await client.close();
    await close();
    return { text: content?.[0]?.type === "text" ? content[0].text : undefined, asked };
  }

  it("runs after a yes, which was asked for with the arguments", async () => {
    const { text, asked } = await ask({ action: "accept", content: { approve: true } }, "auto");
    expect(text).toBe("refunded 50");
    expect(asked).toEqual(['May "refund" run with these arguments?\n{"amount":50}']);
    expect(refunds).toEqual([50]);
  });

  it.each<[string, Parameters<typeof ask>[0], Generation, RegExp]>([
    ["a no", { action: "decline" }, "auto", /^rejected by the operator$/],
    ["a yes to the form and a no in it", { action: "accept", content: { approve: false } }, "auto", /^rejected/],
    ["a client that cannot ask", undefined, "auto", /needs the approval of a person, and this client cannot ask/],
    [
      "a client of the older generation over HTTP",
      { action: "accept" },
      "legacy",
      /over HTTP .* from the protocol's revision 2026-07-28 on/,
    ],
  ])("does not run after %s", async (_, answer, generation, message) => {
    expect((await ask(answer, generation)).text).toMatch(message);
    expect(refunds).toEqual([]);
  });

  it("runs unasked where its predicate lets the call through", async () => {
    expect(await ask(undefined, "auto", 49)).toEqual({ text: "refunded 49", asked: [] });
  });

  it("does not run on an answer to other arguments", async () => {
    refunds.length = 0;
    const { url, close } = await serveMcp([refund], { http: {} });
    const client = new Client(
      { name: "test", version: "1" },
      {
        versionNegotiation: { mode: "auto" },
        capabilities: { elicitation: {} },
        inputRequired: { autoFulfill: false },
      },
    );
    await client.connect(new StreamableHTTPClientTransport(url));
    const options = { allowInputRequired: true };
    const first: unknown = await client.callTool({ name: "refund", arguments: { amount: 50 } }, options);
    const { requestState } = first as { requestState: string };
    const inputResponses = { approval: { action: "accept", content: { approve: true } } };
    const again = { name: "refund", arguments: { amount: 5_000 }, inputResponses, requestState };
    expect(await client.callTool(again as Parameters<Client["callTool"]>[0], options)).toMatchObject({
      resultType: "input_required",
    });
    expect(refunds).toEqual([]);
    await client.close();
    await close();
  });
});
