/** What an error of the protocol's client means, in words for the developer and for the model. */
import { SdkError, SdkErrorCode } from "@modelcontextprotocol/client";

/** Of what a server says, a page at times. */
const MOST_SAID = 200;

const MEANINGS: ReadonlyMap<unknown, string> = new Map([
  ["ECONNREFUSED", "nothing listens there"],
  ["ENOTFOUND", "there is no such host"],
  ["EAI_AGAIN", "there is no such host"],
  ["EHOSTUNREACH", "the host does not answer"],
  ["ETIMEDOUT", "the host does not answer"],
  ["UND_ERR_CONNECT_TIMEOUT", "the host does not answer"],
  ["ECONNRESET", "the connection was cut"],
  ["EPIPE", "the connection was cut"],
  ["UND_ERR_SOCKET", "the connection was cut"],
  ["ENOENT", "there is no such program, or no such folder"],
  ["EACCES", "the program may not be run"],
]);

/** One sentence without its end. It names no header and no query of the address. */
export function reasonOf(error: unknown): string {
  return (reasonOfStatus(error) ?? reasonOfClient(error) ?? reasonOfSystem(error) ?? lastMessage(error)).replace(
    /\.$/,
    "",
  );
}

/** What to do about a server that gives no connection: a sentence without its end. */
export function adviceFor(error: unknown, isProgram: boolean): string {
  const status = statusOf(error);
  const without = "with optional: true, runs go on without its tools";
  if (status === 401 || status === 403) return `Give the headers that it wants (headers: { … }); ${without}`;
  if (SdkError.isInstance(error) && error.code === SdkErrorCode.RequestTimeout)
    return `Give it longer (timeout: …), or see whether it is an MCP server; ${without}`;
  return `See that ${isProgram ? "the command is right and the program starts" : "the server runs and the address is right"}; ${without}`;
}

export function statusOf(error: unknown): number | undefined {
  const { status } = dataOf(error);
  return typeof status === "number" ? status : undefined;
}

/** The body of an answer that is an error. */
export function textOf(error: unknown): string {
  const { text } = dataOf(error);
  return typeof text === "string" ? text : "";
}

export function chainOf(error: unknown): readonly { readonly code: unknown; readonly message: string }[] {
  const links: { code: unknown; message: string }[] = [];
  for (let link: unknown = error; link instanceof Error && links.length < 8; link = link.cause) {
    const inner = link instanceof AggregateError ? link.errors[0] : undefined;
    links.push({ code: "code" in link ? link.code : undefined, message: link.message });
    if (inner instanceof Error && !link.cause)
      links.push({ code: "code" in inner ? inner.code : undefined, message: inner.message });
  }
  return links;
}

function reasonOfStatus(error: unknown): string | undefined {
  const status = statusOf(error);
  if (status === undefined) return undefined;
  if (status === 401) return "it wants authorization (HTTP 401)";
  if (status === 403) return "it denies access (HTTP 403)";
  if (status === 404) return "there is no MCP server at this address (HTTP 404)";
  const target = /Redirect to (\S+) not followed/.exec(messageOf(error))?.[1];
  // The headers are for this server alone.
  if (target !== undefined) return `it redirects to ${target}, which is not followed (HTTP ${status})`;
  const said = excerpt(textOf(error));
  return `it answered with HTTP ${status}${said && `: ${said}`}`;
}

function reasonOfClient(error: unknown): string | undefined {
  if (!SdkError.isInstance(error)) return undefined;
  switch (error.code) {
    case SdkErrorCode.RequestTimeout: {
      const { timeout } = dataOf(error);
      return typeof timeout === "number" ? `it did not answer within ${timeout} ms` : "it did not answer in time";
    }
    case SdkErrorCode.ConnectionClosed:
    case SdkErrorCode.NotConnected:
      return "the connection was closed";
    case SdkErrorCode.InvalidResult:
    case SdkErrorCode.UnsupportedResultType:
      return `its answer${methodIn(error.message)} does not keep to the protocol: ${problemIn(error.message)}`;
    case SdkErrorCode.ListPaginationExceeded:
      return "its list of tools does not end";
    case SdkErrorCode.ClientHttpUnexpectedContent: {
      const { contentType } = dataOf(error);
      return `it answered with ${typeof contentType === "string" ? contentType : "no content type"}, which no MCP server does`;
    }
    case SdkErrorCode.InputRequiredRoundsExceeded:
    case SdkErrorCode.CapabilityNotSupported:
      return "it asks for something that nobody here gives";
    case SdkErrorCode.EraNegotiationFailed:
      return error.cause === undefined ? undefined : reasonOf(error.cause);
    default:
      return undefined;
  }
}

function reasonOfSystem(error: unknown): string | undefined {
  if (error instanceof SyntaxError) return "it answered with what is no JSON";
  for (const { code } of chainOf(error)) {
    const meaning = MEANINGS.get(code);
    if (meaning !== undefined) return `${meaning} (${code})`;
  }
  return undefined;
}

/** Node says "fetch failed" and keeps the reason for the cause. */
function lastMessage(error: unknown): string {
  const messages = chainOf(error).flatMap(({ message }) => (message === "" ? [] : [message]));
  return problemIn(messages.at(-1) ?? String(error));
}

interface Issue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** The client's checker writes all its issues as JSON into its message. One is enough to find the place. */
function problemIn(message: string): string {
  const start = message.search(/\[\s*\{/);
  if (start < 0) return excerpt(message);
  try {
    const [issue]: readonly Partial<Issue>[] = JSON.parse(message.slice(start));
    return `/${(issue?.path ?? []).join("/")} ${excerpt(issue?.message ?? "")}`;
  } catch {
    // It only looked like one.
    return excerpt(message);
  }
}

function methodIn(message: string): string {
  const method = /\b(?:tools\/\w+|initialize|server\/discover)\b/.exec(message)?.[0];
  return method === undefined ? "" : ` to ${method}`;
}

function excerpt(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > MOST_SAID ? `${line.slice(0, MOST_SAID)}…` : line;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "";
}

function dataOf(error: unknown): Readonly<Record<string, unknown>> {
  const data: unknown = SdkError.isInstance(error) ? error.data : undefined;
  return typeof data === "object" && data !== null ? (data as Readonly<Record<string, unknown>>) : {};
}
