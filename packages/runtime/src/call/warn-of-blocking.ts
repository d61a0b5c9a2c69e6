/** Watches how long a function keeps this thread: meanwhile no other run of the process gets on. */
import { warnOnce } from "../errors/warn-once.ts";
import type { BoundTool } from "../tool/tool.ts";

/** Milliseconds that nobody need hear of. */
const LONGEST_UNTOLD = 200;

/** Does the work, and tells the developer where it took long; once for each tool. */
export function warnOfBlocking<T>(tool: BoundTool, work: () => T): T {
  const began = performance.now();
  try {
    return work();
  } finally {
    const took = performance.now() - began;
    if (took > LONGEST_UNTOLD) warn(tool, took);
  }
}

function warn({ name, origin, place }: BoundTool, took: number): void {
  const why = place?.binding.why;
  warnOnce(
    "RUNA_BLOCKED",
    origin,
    `Tool "${name}" (${origin}) kept the main thread busy for ${Math.round(took)} ms, and with it every other run of this process.${why ? ` No worker runs it, because it ${why}.` : ""} Let it wait instead of work, or make it self-contained and tag it @thread worker.`,
  );
}
