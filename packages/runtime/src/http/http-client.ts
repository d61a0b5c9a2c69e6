/**
 * One POST: connections are kept and used again, an abort closes the socket, and both clocks are watched. The home of
 * undici, of which only the modules that a request needs are loaded, at the first one.
 */

import type { Dispatcher } from "undici";
import { readBody, readText } from "./read-body.ts";
import { toHttpError } from "./to-http-error.ts";

export interface HttpRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Milliseconds that the caller grants for the whole answer. */
  readonly timeout: number;
  /** When they are over, on the clock of `performance.now()`: attempts before this one may have used some. */
  readonly deadline: number;
  /** Milliseconds that may pass without a byte once the answer has begun. */
  readonly idleTimeout: number;
  readonly signal?: AbortSignal | undefined;
}

export interface HttpHeaders {
  readonly [name: string]: string | readonly string[] | undefined;
}

/** An answer whose head is there. The body must be read, by one of the two, or the connection stays taken. */
export interface HttpResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: HttpHeaders;
  text(): Promise<string>;
  /**
   * Hands each chunk on as it comes, until the body ends or `onChunk` returns `true` (it has what it needs).
   * An exception of `onChunk` closes the connection and is the reason of the rejection.
   */
  read(onChunk: (chunk: Buffer) => boolean): Promise<void>;
}

interface Transport {
  readonly dispatcher: Dispatcher;
  readonly send: (this: Dispatcher, options: Dispatcher.RequestOptions) => Promise<Dispatcher.ResponseData>;
}

/** Longer than undici's own 4 s, so that a connection outlives the tools that run between two turns. */
const KEEP_ALIVE = 30_000;

let transport: Promise<Transport> | undefined;

/**
 * Sends and resolves at the head of the answer, whatever its status. Rejects with an `HttpError`, or with the reason of
 * the signal.
 */
export async function post(request: HttpRequest): Promise<HttpResponse> {
  const { signal } = request;
  signal?.throwIfAborted();
  transport ??= loadTransport();
  const { dispatcher, send } = await transport;
  signal?.throwIfAborted();
  const url = new URL(request.url);
  try {
    const { statusCode, headers, body } = await send.call(dispatcher, {
      origin: url.origin,
      path: url.pathname + url.search,
      method: "POST",
      headers: request.headers,
      body: request.body,
      headersTimeout: timeLeft(request),
      bodyTimeout: Math.max(1, Math.ceil(request.idleTimeout)),
      ...(signal === undefined ? undefined : { signal }),
    });
    const toError = (error: unknown) => toHttpError(error, request, url.origin);
    return {
      status: statusCode,
      headers,
      read: (onChunk) => readBody(body, { onChunk, timeLeft: timeLeft(request), toError }),
      text: () => readText(body, timeLeft(request), toError),
    };
  } catch (error) {
    throw toHttpError(error, request, url.origin);
  }
}

/** At least 1: undici takes 0 for no limit. */
function timeLeft({ deadline }: HttpRequest): number {
  return Math.max(1, Math.ceil(deadline - performance.now()));
}

async function loadTransport(): Promise<Transport> {
  try {
    const [{ default: send }, dispatcher] = await Promise.all([
      import("undici/lib/api/api-request.js"),
      createDispatcher(),
    ]);
    return { dispatcher, send };
  } catch (error) {
    transport = undefined;
    throw error;
  }
}

async function createDispatcher(): Promise<Dispatcher> {
  const options = { keepAliveTimeout: KEEP_ALIVE };
  if (["http_proxy", "https_proxy"].some((name) => process.env[name] || process.env[name.toUpperCase()])) {
    // It calls methods that only undici's index puts in their place.
    const { EnvHttpProxyAgent } = await import("undici");
    return new EnvHttpProxyAgent(options);
  }
  const { default: Agent } = await import("undici/lib/dispatcher/agent.js");
  return new Agent(options);
}
