/** An MCP server over HTTP whose tools a test writes down, and which counts what it is asked. */
import { createServer, type Server as HttpServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { type CallToolResult, createMcpHandler, Server, type Tool } from "@modelcontextprotocol/server";

export interface FakeServerOptions {
  /** One list for each page. */
  readonly pages: () => readonly (readonly Tool[])[];
  readonly call?: (name: string, args: Record<string, unknown>) => CallToolResult | Promise<CallToolResult>;
  readonly port?: number;
}

export interface FakeServer {
  readonly url: URL;
  /** Method names in order, with the `x-user` of each request. */
  readonly asked: { readonly method: string; readonly user: string | undefined }[];
  readonly notifyChanged: () => void;
  /** Cuts every connection, as a kill does. */
  readonly kill: () => Promise<void>;
}

export async function startFakeServer({ pages, call, port = 0 }: FakeServerOptions): Promise<FakeServer> {
  const asked: { method: string; user: string | undefined }[] = [];
  const handler = createMcpHandler(({ requestInfo }) => {
    const server = new Server({ name: "fake", version: "1" }, { capabilities: { tools: { listChanged: true } } });
    const note = (method: string): void => {
      asked.push({ method, user: requestInfo?.headers.get("x-user") ?? undefined });
    };
    server.setRequestHandler("tools/list", ({ params }) => {
      note("tools/list");
      const index = Number(params?.cursor ?? 0);
      const all = pages();
      return { tools: [...(all[index] ?? [])], ...(index + 1 < all.length && { nextCursor: String(index + 1) }) };
    });
    server.setRequestHandler("tools/call", async ({ params }) => {
      note("tools/call");
      return (await call?.(params.name, params.arguments ?? {})) ?? { content: [] };
    });
    return server;
  });
  const http = createServer(async (message, response) => {
    const body = message.method === "POST" ? Readable.toWeb(message) : undefined;
    const init = { method: message.method, headers: toHeaders(message.headers), body, duplex: "half" };
    const answer = await handler.fetch(new Request(`http://localhost${message.url}`, init as RequestInit));
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    if (answer.body) Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]).pipe(response);
    else response.end();
  });
  await new Promise<void>((resolve) => http.listen(port, "127.0.0.1", resolve));
  const address = http.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${address.port}/mcp`),
    asked,
    notifyChanged: () => handler.notify.toolsChanged(),
    kill: () => kill(http),
  };
}

function toHeaders(headers: IncomingHttpHeaders): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value] as [string, string]] : [],
  );
}

async function kill(http: HttpServer): Promise<void> {
  await new Promise<void>((resolve) => {
    http.close(() => resolve());
    http.closeAllConnections();
  });
}
