/** A conversation that outlives its runs. Extend it to keep one anywhere; the databases of this package bring their own. */
import type { Item } from "../model/item.ts";
import type { PendingRun } from "./store.ts";

/**
 * **Contract.** Items come back as they were given, in order. A failure rejects, and the run that meets it ends with the
 * status `error`: never give an empty conversation for one that cannot be read.
 *
 * A subclass keeps the conversation only: state and unfinished runs need a `StoredSession`.
 */
export abstract class Session {
  abstract readonly sessionId: string;
  readonly userId?: string;

  /** Oldest first. `limit`: only the newest so many. */
  abstract getItems(limit?: number): Promise<readonly Item[]>;
  abstract addItems(items: readonly Item[]): Promise<void>;
  /** Removes the newest item and gives it back. */
  abstract popItem(): Promise<Item | undefined>;
  abstract clear(): Promise<void>;

  /** Puts these in place of all items. */
  async setItems(items: readonly Item[]): Promise<void> {
    await this.clear();
    await this.addItems(items);
  }

  /** Runs that wait for a decision, or whose process was killed; oldest first. */
  async pending(): Promise<readonly PendingRun[]> {
    return [];
  }
}
