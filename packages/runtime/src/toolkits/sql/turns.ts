/** One after another, in the order in which it was asked for: statements that write would be in each other's way. */
export class Turns {
  #last: Promise<void> = Promise.resolve();

  /** Rejects with what the work throws, or with the reason of the signal where that is aborted before the turn has come. */
  take<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    return new Promise((resolve, reject) => {
      const abort = (): void => reject(signal.reason);
      signal.addEventListener("abort", abort, { once: true });
      this.#last = this.#last.then(async () => {
        signal.removeEventListener("abort", abort);
        if (!signal.aborted) await work().then(resolve, reject);
      });
    });
  }
}
