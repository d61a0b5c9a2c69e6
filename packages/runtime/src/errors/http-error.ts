import { RunaError } from "./runa-error.ts";

/**
 * Why no whole answer came: no connection; the connection broke; nothing for too long; not done in time; a request that
 * cannot be sent at all, such as one with a line break in a header.
 */
export type HttpFailure = "unreachable" | "reset" | "idle_timeout" | "request_timeout" | "invalid_request";

const CODES: { readonly [failure in HttpFailure]: string } = {
  unreachable: "RUNA_HTTP_UNREACHABLE",
  reset: "RUNA_HTTP_RESET",
  idle_timeout: "RUNA_HTTP_IDLE_TIMEOUT",
  request_timeout: "RUNA_HTTP_REQUEST_TIMEOUT",
  invalid_request: "RUNA_HTTP_INVALID_REQUEST",
};

/** An HTTP exchange that did not come to its end. An answer with an error status is an answer, not one of these. */
export class HttpError extends RunaError {
  readonly code: string;
  readonly failure: HttpFailure;
  /** Scheme, host and port. */
  readonly origin: string;

  constructor(facts: {
    readonly failure: HttpFailure;
    readonly origin: string;
    readonly detail: string;
    cause?: unknown;
  }) {
    super(describe(facts.failure, facts.origin, facts.detail), { cause: facts.cause });
    this.code = CODES[facts.failure];
    this.failure = facts.failure;
    this.origin = facts.origin;
  }
}

function describe(failure: HttpFailure, origin: string, detail: string): string {
  switch (failure) {
    case "unreachable":
      return `${origin} could not be reached (${detail}).`;
    case "reset":
      return `The connection to ${origin} broke (${detail}).`;
    case "idle_timeout":
      return `${origin} sent nothing for ${detail}.`;
    case "request_timeout":
      return `${origin} did not finish its answer within ${detail}.`;
    case "invalid_request":
      return `The request to ${origin} cannot be sent (${detail}).`;
  }
}
