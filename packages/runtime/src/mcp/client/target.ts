/** Where an MCP server is, and how to get there. */
import { setTimeout } from "node:timers/promises";
import { StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

export type Target = StdioTarget | HttpTarget;

export interface StdioTarget {
  readonly kind: "stdio";
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>> | undefined;
  readonly cwd: string | undefined;
}

export interface HttpTarget {
  readonly kind: "http";
  readonly url: URL;
}

export interface OpenTransport {
  readonly transport: Transport;
  /** What a process has last said on standard error. */
  readonly lastWords: () => string;
  /** Tells a server that keeps a session that it may forget it. Never rejects, and does not wait for long. */
  readonly endSession: () => Promise<void>;
}

const MOST_LAST_WORDS = 500;
const LONGEST_FAREWELL = 1_000;

/** Nothing is started or sent yet. */
export function createTransport(target: Target, headers: Readonly<Record<string, string>>): OpenTransport {
  if (target.kind === "http") {
    const transport = new StreamableHTTPClientTransport(target.url, { requestInit: { headers } });
    // A server that does not take the farewell forgets the session by itself.
    const farewell = (): Promise<void> => transport.terminateSession().catch(() => {});
    return {
      transport,
      lastWords: () => "",
      endSession: () => Promise.race([farewell(), setTimeout(LONGEST_FAREWELL, undefined, { ref: false })]),
    };
  }
  const { command, args, env, cwd } = target;
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    stderr: "pipe",
    ...(env && { env: { ...env } }),
    ...(cwd !== undefined && { cwd }),
  });
  let words = "";
  transport.stderr?.on("data", (chunk: Buffer) => {
    words = (words + chunk.toString()).slice(-MOST_LAST_WORDS);
  });
  return { transport, lastWords: () => words.trim(), endSession: async () => {} };
}

export function describeTarget(target: Target): string {
  if (target.kind === "stdio") return target.command;
  // Credentials and keys may stand in the rest.
  return `${target.url.origin}${target.url.pathname}`;
}
