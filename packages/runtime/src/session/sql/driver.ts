/** A database, as far as the store needs one. */
import type { Dialect, Transaction } from "./statement.ts";

export interface Driver {
  readonly dialect: Dialect;
  /** For messages: a file, or a server with a database. Never a password. */
  readonly place: string;
  /**
   * **Contract.** All statements happen, or none. Rejects with a `StoreError`, or with what the transaction itself threw.
   * The transaction may be run again from its start where the database asks for that, so it changes nothing else.
   *
   * @param mode `read`: it changes nothing, and need not keep writers out.
   */
  transact<T>(transaction: () => Transaction<T>, mode?: "read"): Promise<T>;
  close(): Promise<void>;
}
