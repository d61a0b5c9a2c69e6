/** The stdio transport. Standard output is the protocol's alone: what anything else writes there goes to standard error. */
import type { Writable } from "node:stream";
import { StdioServerTransport, serveStdio as serve } from "@modelcontextprotocol/server/stdio";
import { createServer, type ServedTools } from "./create-server.ts";
import { reserveStandardOutput } from "./standard-output.ts";

export interface Serving {
  /** Resolves when the client has closed its end, or `close` was called. */
  readonly closed: Promise<void>;
  readonly close: () => Promise<void>;
}

export function serveStdio(served: ServedTools): Serving {
  const output = reserveStandardOutput();
  let resolve = (): void => {};
  const closed = new Promise<void>((done) => {
    resolve = done;
  });
  const closing = new AbortController();
  const transport = new ClosingTransport(output.stream, () => {
    closing.abort(new Error("the server is closing"));
    output.release();
    resolve();
  });
  const handle = serve(() => createServer(served, closing.signal), { transport });
  return { closed, close: () => handle.close() };
}

/** Closes itself when the client has closed standard input. */
class ClosingTransport extends StdioServerTransport {
  readonly #onClosed: () => void;

  constructor(output: Writable, onClosed: () => void) {
    super(process.stdin, output);
    this.#onClosed = onClosed;
  }

  override async close(): Promise<void> {
    await super.close();
    this.#onClosed();
  }
}
