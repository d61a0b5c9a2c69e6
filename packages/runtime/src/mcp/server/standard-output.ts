/** Standard output for one writer alone. */
import { Writable } from "node:stream";

export interface StandardOutput {
  /** The real one. */
  readonly stream: Writable;
  readonly release: () => void;
}

let reserved: StandardOutput | undefined;

/**
 * From here on, what anything else writes to standard output goes to standard error: `console.log` of a tool, of a
 * library, and of worker threads, which Node hands on to this stream. A child process that inherits standard output is
 * beyond reach. Reserved twice, it is the same.
 */
export function reserveStandardOutput(): StandardOutput {
  if (reserved) return reserved;
  const original = process.stdout.write;
  const write = original.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr) as typeof process.stdout.write;
  reserved = {
    stream: new Writable({ decodeStrings: false, write: (chunk, _encoding, done) => void write(chunk, done) }),
    release: () => {
      process.stdout.write = original;
      reserved = undefined;
    },
  };
  return reserved;
}
