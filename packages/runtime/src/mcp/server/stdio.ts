/** The stdio transport. Standard output is the protocol's alone: what anything else writes there goes to standard error. */
import type { Writable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { StdioServerTransport, serveStdio as serve } from "@modelcontextprotocol/server/stdio";
import { createServer, type ServedTools } from "./create-server.ts";
import { RunningCalls } from "./running-calls.ts";
import { reserveStandardOutput } from "./standard-output.ts";

export interface Serving {
  /** Resolves when the client has closed its end, or after `close`. */
  readonly closed: Promise<void>;
  /** Begins no further call, and gives those that are running `closeGrace` milliseconds. */
  readonly close: () => Promise<void>;
}

export function serveStdio(served: ServedTools): Serving {
  const output = reserveStandardOutput();
  let resolve = (): void => {};
  const closed = new Promise<void>((done) => {
    resolve = done;
  });
  const calls = new RunningCalls();
  const transport = new ClosingTransport(output.stream, () => {
    // Whoever has left waits for nothing.
    void calls.end(0);
    output.release();
    resolve();
  });
  const handle = serve(() => createServer(served, calls), { transport });
  const close = async (): Promise<void> => {
    await calls.end(served.closeGrace);
    // The last answers are on their way to the stream.
    await setImmediate();
    await handle.close();
  };
  return { closed, close };
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
