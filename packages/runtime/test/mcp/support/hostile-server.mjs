// An MCP server over stdio that keeps to the protocol only as far as the behaviour that its argument names. Without the
// protocol's packages, which would not let it.
import { createInterface } from "node:readline";

const [behaviour] = process.argv.slice(2);
const tool = { name: "a", description: "The a.", inputSchema: { type: "object", properties: {} } };

function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}
const text = (said) => ({ content: [{ type: "text", text: said }] });

let lists = 0;
const LISTS = {
  "same cursor": () => ({ tools: [tool], nextCursor: "x" }),
  "endless pages": () => ({ tools: [{ ...tool, name: `a${++lists}` }], nextCursor: String(lists) }),
  "bad tool": () => ({ tools: [tool, { name: 3 }] }),
  "twice one name": () => ({ tools: [tool, { ...tool, description: "Another." }] }),
  "odd names": () => ({
    tools: ["files.read", "", "a b", "x".repeat(300), "__proto__", "constructor", "naïve/日本"].map((name) => ({
      ...tool,
      name,
    })),
  }),
  "proto schema": () => ({
    tools: [
      {
        ...tool,
        inputSchema: JSON.parse(
          '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"},"n":{"type":"integer"}}}',
        ),
      },
    ],
  }),
  "die while listing": () => process.exit(1),
  "hang while listing": () => undefined,
  "error while listing": () => {
    throw { code: -32603, message: "the database is down" };
  },
};
const CALLS = {
  "no content": () => ({}),
  "odd block": () => ({ content: [{ type: "hologram", data: 1 }] }),
  "odd mime": () => ({
    content: [
      { type: "image", data: "AAAA", mimeType: "text/html\r\nx: y" },
      { type: "image", data: "AAAA", mimeType: "" },
      { type: "audio", data: "AAAA", mimeType: "nonsense" },
    ],
  }),
  "error with image": () => ({
    content: [
      { type: "text", text: "bad" },
      { type: "image", data: "AAAA", mimeType: "image/png" },
    ],
    isError: true,
  }),
  "error structured": () => ({ content: [], structuredContent: { code: 7 }, isError: true }),
  "structured proto": () => JSON.parse('{"content":[],"structuredContent":{"__proto__":{"polluted":1}}}'),
  "protocol error": () => {
    throw { code: -32602, message: "Unknown tool: a" };
  },
  "die in a call": () => process.exit(1),
  "wrong id": (id) => {
    send({ id: 999, result: text("wrong") });
    setTimeout(() => send({ id, result: text("right") }), 50);
  },
  "no json": () => {
    process.stdout.write('Server started!\n\n{not json}\n[1,2]\nnull\n"x"\n{}\n');
    return text("after");
  },
  "split utf8": (id) => {
    const bytes = Buffer.from(`${JSON.stringify({ jsonrpc: "2.0", id, result: text("日本語") })}\n`);
    const at = bytes.indexOf(0xe6) + 1;
    process.stdout.write(bytes.subarray(0, at));
    setTimeout(() => process.stdout.write(bytes.subarray(at)), 50);
  },
  elicitation: (id) => {
    send({
      id: 500,
      method: "elicitation/create",
      params: { message: "your password?", requestedSchema: { type: "object", properties: { p: { type: "string" } } } },
    });
    pending.set(500, (m) => send({ id, result: text(JSON.stringify(m.error ?? m.result)) }));
  },
  sampling: (id) => {
    send({
      id: 501,
      method: "sampling/createMessage",
      params: { messages: [{ role: "user", content: { type: "text", text: "hi" } }], maxTokens: 5 },
    });
    pending.set(501, (m) => send({ id, result: text(JSON.stringify(m.error ?? m.result)) }));
  },
  roots: (id) => {
    send({ id: 502, method: "roots/list" });
    pending.set(502, (m) => send({ id, result: text(JSON.stringify(m.error ?? m.result)) }));
  },
  progress: (_id, p) => {
    for (let i = 0; i < 1000; i++)
      send({ method: "notifications/progress", params: { progressToken: p._meta?.progressToken ?? "x", progress: i } });
    return text("done");
  },
  storm: () => {
    for (let i = 0; i < 2000; i++) send({ method: "notifications/tools/list_changed" });
    return text("stormed");
  },
};
const pending = new Map();
const answer = {
  initialize: (_id, params) => ({
    protocolVersion: params.protocolVersion,
    capabilities: { tools: { listChanged: true } },
    serverInfo: { name: "hostile", version: "1" },
  }),
  "tools/list": () => (LISTS[behaviour] ?? (() => ({ tools: [tool] })))(),
  "tools/call": (id, params) => (CALLS[behaviour] ?? ((_, p) => text(JSON.stringify(p.arguments))))(id, params),
};
if (behaviour === "silent") setInterval(() => {}, 1000);
else
  createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method, params, ...rest } = JSON.parse(line);
    if (method === undefined) return pending.get(id)?.(rest);
    if (id === undefined) return;
    if (!Object.hasOwn(answer, method)) return send({ id, error: { code: -32601, message: `no ${method}` } });
    try {
      const result = answer[method](id, params);
      if (result !== undefined) send({ id, result });
    } catch (error) {
      send({ id, error });
    }
  });
