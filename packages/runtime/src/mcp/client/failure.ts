/** What an error of the protocol's client says about a request: whether the server can have seen it. */
import { SdkError, SdkErrorCode, SdkHttpError } from "@modelcontextprotocol/client";

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
  if (SdkHttpError.isInstance(error)) {
    // The session is gone: the server was started anew. It says so before it reads the request.
    return statusOf(error) === 404 ? "unsent" : undefined;
  }
  if (SdkError.isInstance(error)) {
    if (error.code === SdkErrorCode.NotConnected) return "unsent";
    if (error.code === SdkErrorCode.ConnectionClosed || error.code === SdkErrorCode.SendFailed) return "unknown";
  }
  for (const { code } of chain(error)) {
    if (UNSENT.includes(code)) return "unsent";
    if (CUT.includes(code)) return "unknown";
  }
  return undefined;
}

/** In one sentence, without its end: Node says "fetch failed" and keeps the reason for the cause. */
export function reasonOf(error: unknown): string {
  const messages = chain(error)
    .map(({ message }) => message)
    .filter((message) => message !== "");
  const said = messages.filter(
    (message, index) => !messages.slice(0, index).some((before) => before.includes(message)),
  );
  return said.join(": ").replace(/\.$/, "") || String(error);
}

function statusOf({ data }: SdkError): unknown {
  return typeof data === "object" && data !== null && "status" in data ? data.status : undefined;
}

function chain(error: unknown): readonly { readonly code: unknown; readonly message: string }[] {
  const links: { code: unknown; message: string }[] = [];
  for (let link: unknown = error; link instanceof Error && links.length < 8; link = link.cause) {
    const inner = link instanceof AggregateError ? link.errors[0] : undefined;
    links.push({ code: "code" in link ? link.code : undefined, message: link.message });
    if (inner instanceof Error && !link.cause)
      links.push({ code: "code" in inner ? inner.code : undefined, message: inner.message });
  }
  return links;
}
