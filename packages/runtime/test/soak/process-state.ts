/** What a process holds: heap, and what would keep it alive. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

export interface ProcessState {
  /** Megabytes after a collection. */
  readonly heap: number;
  /** Sockets, timers, message ports: how many of each kind. */
  readonly handles: Readonly<Record<string, number>>;
}

let collect: (() => void) | undefined;

/** Waits until what was going on has settled, and collects garbage twice: finalizers free more. */
export async function readProcessState(): Promise<ProcessState> {
  if (!collect) {
    setFlagsFromString("--expose-gc");
    collect = runInNewContext("gc") as () => void;
  }
  for (let round = 0; round < 2; round++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    collect();
  }
  const handles: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo().sort()) handles[kind] = (handles[kind] ?? 0) + 1;
  return { heap: process.memoryUsage().heapUsed / 2 ** 20, handles };
}

export function formatHandles({ handles }: ProcessState): string {
  return Object.entries(handles)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(", ");
}
