/** `@runa/runtime/sqlite`: sessions in one file, for the processes of one machine. */
import { resolve } from "node:path";
import { aCount, assertOptions, aText, type OptionChecks } from "../errors/assert-options.ts";
import type { SessionDatabase } from "../session/session-database.ts";
import { SqlStore } from "../session/sql/sql-store.ts";
import type { Store } from "../session/store.ts";
import { StoredSession, type StoredSessionOptions } from "../session/stored-session.ts";
import { SQLiteDriver } from "./sqlite-driver.ts";

const DEFAULT_FILE = "db/runa.db";
const DEFAULT_BUSY_TIMEOUT = 10_000;

export interface SQLiteDbOptions {
  /** Made on first use, with its folder. Default `"db/runa.db"`. */
  readonly dbFile?: string;
  /** Milliseconds to wait while other processes write. Default 10 000. */
  readonly busyTimeout?: number;
  /** The file does not grow beyond this: what needs more room is refused. Default: no limit. */
  readonly maxBytes?: number;
}

export interface SQLiteSessionOptions extends StoredSessionOptions {
  /** Made on first use, with its folder. Default `"db/runa.db"`. */
  readonly dbFile?: string;
}

const DB_CHECKS: OptionChecks<SQLiteDbOptions> = { dbFile: aText, busyTimeout: aCount, maxBytes: aCount };
const SESSION_CHECKS: OptionChecks<SQLiteSessionOptions> = { dbFile: aText, userId: aText };

/**
 * Sessions in a SQLite file, for an agent's `db`.
 *
 * @example
 * ```ts
 * const agent = new Agent({ name: "shopper", tools: [tools.addItem], db: new SQLiteDb({ dbFile: "tmp/agents.db" }) });
 * await agent.run("Add milk", { sessionId: "user-1" });
 * ```
 */
export class SQLiteDb implements SessionDatabase {
  readonly store: Store;

  /** @throws UserError for an option that does not exist or does not fit. The file is opened on first use. */
  constructor(options: SQLiteDbOptions = {}) {
    assertOptions<SQLiteDbOptions>(options, DB_CHECKS, "A SQLiteDb");
    const { dbFile = DEFAULT_FILE, busyTimeout = DEFAULT_BUSY_TIMEOUT, maxBytes } = options;
    const driver = new SQLiteDriver({ file: dbFile, busyTimeout, ...(maxBytes !== undefined && { maxBytes }) });
    this.store = new SqlStore(driver);
  }

  close(): Promise<void> {
    return this.store.close();
  }
}

/**
 * One conversation in a SQLite file, for the `session` of a run. Sessions of one file share what they hold open.
 *
 * @example
 * ```ts
 * const session = new SQLiteSession("user-1", { dbFile: "db/runa.db" });
 * await agent.run("My name is Ada.", { session });
 * ```
 */
export class SQLiteSession extends StoredSession {
  constructor(sessionId: string, options: SQLiteSessionOptions = {}) {
    assertOptions<SQLiteSessionOptions>(options, SESSION_CHECKS, "A SQLiteSession");
    const { dbFile = DEFAULT_FILE, ...rest } = options;
    super(storeOf(dbFile), sessionId, rest);
  }
}

const stores = new Map<string, Store>();

function storeOf(dbFile: string): Store {
  const file = resolve(dbFile);
  const store = stores.get(file) ?? new SQLiteDb({ dbFile }).store;
  stores.set(file, store);
  return store;
}
