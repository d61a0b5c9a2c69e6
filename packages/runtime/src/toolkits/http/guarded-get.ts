/**
 * One GET that goes only where it may. Each hop is checked: its name against the list, and the very address that the
 * connection is made to, so that a name cannot mean one thing when it is checked and another when it is used.
 */
import { lookup } from "node:dns";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { quote } from "../quote.ts";
import { fitsPort, type HostRule, namesHost } from "./host-rules.ts";
import { isPublicAddress } from "./public-addresses.ts";

export interface GetRules {
  readonly allow: readonly HostRule[];
  /** Whether names may resolve to addresses that are not public. */
  readonly allowPrivate: boolean;
  readonly maxBytes: number;
  /** Milliseconds, for all hops and the body. */
  readonly timeout: number;
}

const MOST_REDIRECTS = 5;

export interface Fetched {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/** @throws An error for the model: what was refused, or went wrong. */
export async function guardedGet(start: string, rules: GetRules, signal: AbortSignal): Promise<Fetched> {
  const deadline = AbortSignal.timeout(rules.timeout);
  const ends = AbortSignal.any([signal, deadline]);
  try {
    let url = parse(start);
    for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
      assertAllowed(url, rules);
      const answer = await send(url, rules, ends);
      const { statusCode: status = 0, headers } = answer;
      if (status < 300 || status > 399 || headers.location === undefined) {
        return {
          status,
          contentType: headers["content-type"] ?? "",
          body: await readBody(answer, rules.maxBytes),
        };
      }
      answer.destroy();
      url = parse(headers.location, url);
    }
    throw new Error(`more than ${MOST_REDIRECTS} redirects`);
  } catch (error) {
    if (deadline.aborted && !signal.aborted)
      throw new Error(`${quote(start)} did not answer in full within ${rules.timeout} ms`, { cause: error });
    throw error;
  }
}

function parse(text: string, base?: URL): URL {
  if (!URL.canParse(text, base?.href))
    throw new Error(`${quote(text)} is no address; give one such as https://example.com/page`);
  return new URL(text, base?.href);
}

function assertAllowed(url: URL, { allow, allowPrivate }: GetRules): void {
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new Error(`${url.protocol} is not fetched, only http: and https:`);
  if (url.username !== "" || url.password !== "")
    throw new Error("an address with a user or a password is not fetched");
  const host = hostOf(url);
  const named = allow.filter((rule) => namesHost(rule, url));
  const all = allow.filter((rule) => rule.host === "*");
  // One that the list spells out is meant.
  const isNamed = named.some((rule) => fitsPort(rule, url));
  if (!isNamed && !all.some((rule) => fitsPort(rule, url))) throw new Error(refusal(url, allow, [...named, ...all]));
  if (isIP(host) && !isNamed && !allowPrivate && !isPublicAddress(host))
    throw new Error(`${url.host} is a private address, which is not fetched`);
}

/** @param atOtherPorts The rules that allow the host, though not there. */
function refusal({ host }: URL, allow: readonly HostRule[], atOtherPorts: readonly HostRule[]): string {
  const list = (rules: readonly HostRule[]): string => rules.map(({ text }) => text).join(", ") || "none";
  return atOtherPorts.length === 0
    ? `${quote(host)} is not among the hosts that may be fetched: ${list(allow)}`
    : `${quote(host)} is not fetched because of its port: allowed is ${list(atOtherPorts)}, and without a port that is 80 and 443 only; this one would have to be allowed as ${quote(host)}`;
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "");
}

function send(url: URL, { allowPrivate }: GetRules, signal: AbortSignal): Promise<IncomingMessage> {
  const request = url.protocol === "https:" ? requestHttps : requestHttp;
  const headers = {
    accept: "text/*, application/json, */*;q=0.1",
    "accept-encoding": "identity",
    "user-agent": "runa",
  };
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { signal, headers, agent: false, lookup: allowPrivate ? undefined : lookupPublic },
      resolve,
    );
    sent.once("error", (cause) => reject(new Error(`${url.host} cannot be fetched: ${cause.message}`, { cause })));
    // All there is of an answer that switches protocols: neither an error nor an answer follows.
    sent.once("close", () => reject(new Error(`${url.host} closed the connection without an answer`)));
    sent.end();
  });
}

/** The socket connects to what this gives, and asks nobody again. */
const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) {
      callback(error, "");
      return;
    }
    const wrong = addresses.find(({ address }) => !isPublicAddress(address));
    const [first] = addresses;
    if (wrong || !first) {
      callback(
        new Error(`${hostname} has the private address ${wrong?.address ?? "(none)"}, which is not fetched`),
        "",
      );
      return;
    }
    if (options.all) callback(null, [...addresses]);
    else callback(null, first.address, first.family);
  });
};

async function readBody(answer: IncomingMessage, maxBytes: number): Promise<string> {
  const tooLarge = (): Error => new Error(`the answer has more than ${maxBytes} bytes`);
  const encoding = answer.headers["content-encoding"];
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    if (encoding !== undefined && encoding !== "identity") throw new Error(`the answer is packed (${encoding})`);
    if (Number(answer.headers["content-length"] ?? 0) > maxBytes) throw tooLarge();
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (cause) {
    throw isReset(cause) ? new Error("the answer broke off before its end", { cause }) : cause;
  } finally {
    answer.destroy();
  }
  const bytes = Buffer.concat(chunks);
  if (bytes.includes(0)) throw new Error("the answer is not a text, whatever it calls itself");
  return bytes.toString("utf8");
}

function isReset(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ECONNRESET";
}
