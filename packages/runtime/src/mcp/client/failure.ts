/** What an error of the protocol's client says about a request: whether the server can have seen it. */
import { SdkError, SdkErrorCode, SdkHttpError } from "@modelcontextprotocol/client";
import { chainOf, statusOf, textOf } from "./reason.ts";

/** `unsent`: the server never saw it. `unknown`: it may have, and nobody will say. */
export type BrokenConnection = "unsent" | "unknown";

const UNSENT: readonly unknown[] = [
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
  "EHOSTUNREACH",
];
const CUT: readonly unknown[] = ["ECONNRESET", "EPIPE", "UND_ERR_SOCKET", "ETIMEDOUT"];

/** Undefined where the connection is fine and the server has answered. */
export function brokenConnection(error: unknown): BrokenConnection | undefined {
  // The session is gone: the server was started anew. It says so before it reads the request.
  if (SdkHttpError.isInstance(error)) return saysSessionIsGone(error) ? "unsent" : undefined;
  if (SdkError.isInstance(error)) {
    if (error.code === SdkErrorCode.NotConnected) return "unsent";
    if (error.code === SdkErrorCode.ConnectionClosed || error.code === SdkErrorCode.SendFailed) return "unknown";
  }
  for (const { code } of chainOf(error)) {
    if (UNSENT.includes(code)) return "unsent";
    if (CUT.includes(code)) return "unknown";
  }
  return undefined;
}

/** The protocol says 404; servers made after the examples of the official package say 400. */
function saysSessionIsGone(error: SdkHttpError): boolean {
  const status = statusOf(error);
  return status === 404 || (status === 400 && /\bsession\b/i.test(textOf(error)));
}
