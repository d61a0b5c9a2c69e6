/**
 * One POST: connections are kept and used again, an abort closes the socket, and both clocks are watched. The home of
 * undici, of which only the modules that a request needs are loaded, at the first one.
 */

import type { Dispatcher } from "undici";
import { errorMessage } from "../errors/error-message.ts";
import { HttpError, type HttpFailure } from "../errors/http-error.ts";

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
/** How long to wait for the end of a body behind the part that matters, so that its connection can be used again. */
const LINGER = 50;

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

type Body = Dispatcher.ResponseData["body"];

/** What a body is destroyed with when its time is over. */
class RequestTimeout extends Error {}

async function readText(body: Body, time: number, toError: (error: unknown) => unknown): Promise<string> {
  const timer = setTimeout(() => body.destroy(new RequestTimeout()), time);
  try {
    return await body.text();
  } catch (error) {
    throw toError(error);
  } finally {
    clearTimeout(timer);
  }
}

interface BodyReading {
  readonly onChunk: (chunk: Buffer) => boolean;
  readonly timeLeft: number;
  readonly toError: (error: unknown) => unknown;
}

function readBody(body: Body, { onChunk, timeLeft, toError }: BodyReading): Promise<void> {
  return new Promise((resolve, reject) => {
    let timer = setTimeout(() => body.destroy(new RequestTimeout()), timeLeft);
    let enough = false;
    body.on("data", (chunk: Buffer) => {
      if (enough) return;
      try {
        enough = onChunk(chunk);
      } catch (error) {
        enough = true;
        reject(error);
        body.destroy();
        return;
      }
      if (!enough) return;
      // The end is normally on its way. Some servers keep the connection open behind their last event.
      clearTimeout(timer);
      timer = setTimeout(() => body.destroy(), LINGER);
    });
    body.on("end", () => {
      // An error that nobody needs would be made at its close, for every answer, and its stack is dear.
      enough = true;
      resolve();
    });
    body.on("error", (error: unknown) => (enough ? resolve() : reject(toError(error))));
    body.on("close", () => {
      clearTimeout(timer);
      if (enough) resolve();
      else reject(toError(new Error("closed before its end")));
    });
  });
}

function toHttpError(error: unknown, { signal, timeout, idleTimeout }: HttpRequest, origin: string): unknown {
  if (signal?.aborted) return signal.reason;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const make = (failure: HttpFailure, detail: string) => new HttpError({ failure, origin, detail, cause: error });
  if (error instanceof RequestTimeout || code === "UND_ERR_HEADERS_TIMEOUT")
    return make("request_timeout", formatDuration(timeout));
  if (code === "UND_ERR_BODY_TIMEOUT") return make("idle_timeout", formatDuration(idleTimeout));
  if (code === "UND_ERR_INVALID_ARG") return make("invalid_request", messageOf(error));
  if (isUnreachable(code)) return make("unreachable", messageOf(error));
  return make("reset", messageOf(error));
}

/** Codes of the system and of undici that mean: no connection was ever made. TLS refusals are among the rest. */
function isUnreachable(code: string): boolean {
  return (
    ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "ETIMEDOUT"].includes(code) ||
    code === "UND_ERR_CONNECT_TIMEOUT" ||
    /CERT|SIGNATURE|TLS|SSL/.test(code)
  );
}

/** The message of an `AggregateError`, one error for each address that was tried, is empty. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === "") return error.errors.map(messageOf).join("; ");
  return errorMessage(error);
}

function formatDuration(milliseconds: number): string {
  return milliseconds >= 1_000 ? `${Math.round(milliseconds / 100) / 10} s` : `${Math.round(milliseconds)} ms`;
}
