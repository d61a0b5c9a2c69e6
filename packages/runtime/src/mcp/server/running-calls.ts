/** The calls of one server that are running, and how they end when it closes. */
import { setTimeout } from "node:timers/promises";

export class RunningCalls {
  readonly #running = new Set<Promise<unknown>>();
  readonly #stop = new AbortController();
  #isEnding = false;

  /** Aborted when nobody is served any more. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** No further call is to begin. */
  get isEnding(): boolean {
    return this.#isEnding;
  }

  async run<T>(call: () => Promise<T>): Promise<T> {
    const running = call();
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  /** @param grace Milliseconds for the calls that are running to finish by themselves; those that are left are aborted. */
  async end(grace: number): Promise<void> {
    this.#isEnding = true;
    if (this.#running.size > 0) await settledWithin(this.#running, grace);
    this.#stop.abort(new Error("the server is closing"));
  }
}

/** Resolves when all of them are settled, or the time is up. */
export async function settledWithin(promises: Iterable<Promise<unknown>>, milliseconds: number): Promise<void> {
  const settled = new AbortController();
  // Rejects when it is not needed any more.
  const timeUp = setTimeout(milliseconds, undefined, { signal: settled.signal }).catch(() => {});
  await Promise.race([Promise.allSettled(promises), timeUp]);
  settled.abort();
}
