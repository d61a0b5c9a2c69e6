/** Streamable HTTP: who may ask at all is decided here, before a message is read. */
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from "@modelcontextprotocol/server";
import { UserError } from "../../errors/user-error.ts";
import { createServer, type ServedTools } from "./create-server.ts";
import { isSameSecret } from "./is-same-secret.ts";
import { RunningCalls, settledWithin } from "./running-calls.ts";
import type { Serving } from "./stdio.ts";

export interface HttpOptions {
  /** Default: any that is free. */
  readonly port?: number | undefined;
  /** The address to listen on. Default `127.0.0.1`. Any other needs a `token`. */
  readonly host?: string | undefined;
  /** Default `/mcp`. */
  readonly path?: string | undefined;
  /** Host names, beside those of this machine, under which the server may be addressed. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Host names of the pages, beside those of this machine, that a browser may ask from. */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** What a client has to send as `Authorization: Bearer …`. */
  readonly token?: string | undefined;
}

export interface HttpServing extends Serving {
  readonly url: URL;
}

/** Milliseconds for answers that are there to be sent; streams that a client listens to stay open longer than that. */
const LAST_WORDS = 200;

const LOOPBACK: readonly string[] = ["127.0.0.1", "::1", "localhost"];

/** @throws UserError for an address beyond this machine without a token, and for one that cannot be had. */
export async function serveHttp(served: ServedTools, options: HttpOptions): Promise<HttpServing> {
  const { port = 0, host = "127.0.0.1", path = "/mcp", allowedHosts = [], allowedOrigins = [], token } = options;
  if (!LOOPBACK.includes(host) && token === undefined) {
    throw new UserError(
      "RUNA_INVALID_OPTION",
      `serveMcp: the host ${host} can be reached from other machines. Say which token clients have to send (token: "…"), or listen on 127.0.0.1.`,
    );
  }
  const hosts = [...localhostAllowedHostnames(), ...allowedHosts];
  const origins = [...localhostAllowedOrigins(), ...allowedOrigins];
  const calls = new RunningCalls();
  const answers = new Set<Promise<void>>();
  const handler = createMcpHandler(({ requestInfo }) => createServer(served, calls, requestInfo));
  const answer = async (request: Request): Promise<Response> => {
    const refused = hostHeaderValidationResponse(request, hosts) ?? originValidationResponse(request, origins);
    if (refused) return refused;
    if (new URL(request.url).pathname !== path) return new Response(`The server is at ${path}.\n`, { status: 404 });
    if (token !== undefined && !isAuthorized(request, token)) {
      return new Response("Send Authorization: Bearer, and the token of this server.\n", {
        status: 401,
        headers: { "www-authenticate": "Bearer" },
      });
    }
    return handler.fetch(request);
  };
  const server = createHttpServer((request, response) => {
    const answered = respond(request, response, answer).finally(() => answers.delete(answered));
    answers.add(answered);
  });
  await listen(server, port, host);
  const { port: actual } = server.address() as AddressInfo;
  const closed = new Promise<void>((resolve) => server.once("close", () => resolve()));
  return {
    url: new URL(`http://${host.includes(":") ? `[${host}]` : host}:${actual}${path}`),
    closed,
    close: async () => {
      server.close();
      await calls.end(served.closeGrace);
      await settledWithin(answers, LAST_WORDS);
      await handler.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function listen(server: ReturnType<typeof createHttpServer>, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (cause) => {
      reject(
        new UserError("RUNA_MCP_ADDRESS", `The server cannot listen on ${host}:${port}: ${cause.message}.`, { cause }),
      );
    });
    server.listen(port, host, resolve);
  });
}

function isAuthorized(request: Request, token: string): boolean {
  return isSameSecret(request.headers.get("authorization") ?? "", `Bearer ${token}`);
}

async function respond(
  message: IncomingMessage,
  response: ServerResponse,
  answer: (request: Request) => Promise<Response>,
): Promise<void> {
  const left = new AbortController();
  response.once("close", () => left.abort());
  try {
    const { status, headers, body } = await answer(toRequest(message, left.signal));
    response.writeHead(status, Object.fromEntries(headers));
    if (body) await pipeline(Readable.fromWeb(body as ReadableStream), response);
    else response.end();
  } catch {
    // The client has left, or what it sent is no request. Nobody else is there to be told.
    if (!response.headersSent) response.writeHead(400);
    response.end();
  }
}

function toRequest(message: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers)) {
    for (const one of typeof value === "string" ? [value] : (value ?? [])) headers.append(name, one);
  }
  const { method = "GET" } = message;
  const hasBody = method !== "GET" && method !== "HEAD";
  const init: RequestInit = { method, headers, signal };
  if (hasBody) Object.assign(init, { body: Readable.toWeb(message), duplex: "half" });
  return new Request(new URL(message.url ?? "/", "http://localhost"), init);
}
