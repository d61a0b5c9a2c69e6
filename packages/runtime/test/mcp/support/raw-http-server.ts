/** An HTTP server of the older generation, with sessions, by hand: the protocol's own packages would not misbehave. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Answer = (
  response: ServerResponse,
  message: { readonly id?: unknown; readonly method?: string },
) => unknown;

export interface RawServer {
  readonly url: URL;
  /** `POST tools/call in s1`, `DELETE in s1`. */
  readonly asked: string[];
  /** As a restart does. */
  readonly forgetSessions: () => void;
  readonly kill: () => Promise<void>;
}

export interface RawServerOptions {
  /** To everything. */
  readonly all?: Answer;
  /** To `tools/call`. */
  readonly call?: Answer;
  /** For a session that it does not know. Default 404. */
  readonly unknownSession?: number;
}

export async function startRawServer({ all, call, unknownSession = 404 }: RawServerOptions): Promise<RawServer> {
  const asked: string[] = [];
  const sessions = new Set<string>();
  let made = 0;
  const answer = (request: IncomingMessage, response: ServerResponse, body: string): unknown => {
    const message = body === "" ? {} : JSON.parse(body);
    const session = String(request.headers["mcp-session-id"]);
    asked.push([request.method, message.method, `in ${session}`].filter(Boolean).join(" "));
    const fail = (status: number, text: string): unknown => response.writeHead(status).end(text);
    const say = (result: object, headers = {}): unknown => {
      response.writeHead(200, { "content-type": "application/json", ...headers });
      return response.end(JSON.stringify({ jsonrpc: "2.0", id: message.id, result }));
    };
    if (all) return all(response, message);
    if (request.method !== "POST") return fail(request.method === "GET" ? 405 : 200, "");
    if (message.method === "server/discover") return fail(400, "Bad Request");
    if (message.method === "initialize") {
      const id = `s${++made}`;
      sessions.add(id);
      const serverInfo = { name: "raw", version: "1" };
      return say({ protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo }, { "mcp-session-id": id });
    }
    if (!sessions.has(session)) return fail(unknownSession, "Bad Request: No valid session ID provided");
    if (message.id === undefined) return fail(202, "");
    if (message.method === "tools/list")
      return say({ tools: [{ name: "a", inputSchema: { type: "object", properties: {} } }] });
    if (call) return call(response, message);
    return say({ content: [{ type: "text", text: session }] });
  };
  const http = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => answer(request, response, body));
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  return {
    url: new URL(`http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp?key=query-secret`),
    asked,
    forgetSessions: () => sessions.clear(),
    kill: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
}
