/** Waiting that ends when the run is aborted, whatever it waits for. */
import { onAbort } from "../run/on-abort.ts";

/**
 * A factory of tools may ignore the signal.
 *
 * @throws The reason of the signal, at once; what the work throws.
 */
export async function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  let stopListening = (): void => {};
  try {
    return await new Promise<T>((resolve, reject) => {
      stopListening = onAbort(signal, () => reject(signal.reason));
      work.then(resolve, reject);
    });
  } finally {
    stopListening();
  }
}
