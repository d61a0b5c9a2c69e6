/** From an error of the driver or the server to one of the store. */
import { StoreError, type StoreFailure } from "../errors/store-error.ts";

/** The first two characters of a code are its class. @see https://www.postgresql.org/docs/current/errcodes-appendix.html */
const FAILURES: { readonly [codeOrClass: string]: StoreFailure } = {
  "08": "unreachable",
  "28": "unreachable",
  "3D": "unreachable",
  "57P01": "unreachable",
  "57P02": "unreachable",
  "57P03": "unreachable",
  "53300": "unreachable",
  "53100": "full",
  "25006": "read_only",
  "42501": "read_only",
  // Waited too long for a lock, or for an answer.
  "55P03": "locked",
  "57014": "locked",
  XX: "unreadable",
};

/** The transactions of two processes were in each other's way; the server has taken this one back. */
const RETRIED: readonly string[] = ["40001", "40P01"];

export function isRetried(error: unknown): boolean {
  return RETRIED.includes(codeOf(error));
}

/** The connection is gone, and with it what was not committed. */
export function isDisconnect(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  // Errors of the server have codes of five characters, errors of the system have names.
  if (/^(?=.*\d)[0-9A-Z]{5}$/.test(code)) return FAILURES[code] === "unreachable" || code.startsWith("08");
  return true;
}

export function toStoreError(error: unknown, place: string): StoreError {
  const code = codeOf(error);
  const failure = FAILURES[code] ?? FAILURES[code.slice(0, 2)] ?? (isDisconnect(error) ? "unreachable" : "failed");
  return new StoreError({ failure, place, detail: describeError(error), cause: error });
}

/** Several addresses that were tried make one error without a text. */
export function describeError(error: unknown): string {
  return error instanceof Error ? error.message || codeOf(error) || error.name : String(error);
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}
