/** What an agent's `db` is: many sessions in one place. */
import type { Store } from "./store.ts";

export interface SessionDatabase {
  readonly store: Store;
  /** Releases what is held open; the next use opens it again. */
  close(): Promise<void>;
}
