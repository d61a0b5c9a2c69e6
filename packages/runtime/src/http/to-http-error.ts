/** From what undici throws to what went wrong, in words that name the server. */
import { errorMessage } from "../errors/error-message.ts";
import { HttpError, type HttpFailure } from "../errors/http-error.ts";
import type { HttpRequest } from "./http-client.ts";

/** What a body is destroyed with when its time is over. */
export class RequestTimeout extends Error {}

export function toHttpError(error: unknown, { signal, timeout, idleTimeout }: HttpRequest, origin: string): unknown {
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
