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

export interface SqliteDbOptions {
  /** Made on first use, with its folder. Default `"db/runa.db"`. */
  readonly dbFile?: string;
  /** Milliseconds to wait while other processes write. Default 10 000. */
  readonly busyTimeout?: number;
  /** The file does not grow beyond this: what needs more room is refused. Default: no limit. */
  readonly maxBytes?: number;
}

export interface SQLiteSessionOptions extends StoredSessionOptions {
  /** Made on first use, with its folder. Default `"db/runa.db"`. */
  readonly dbPath?: string;
}

const DB_CHECKS: OptionChecks<SqliteDbOptions> = { dbFile: aText, busyTimeout: aCount, maxBytes: aCount };
const SESSION_CHECKS: OptionChecks<SQLiteSessionOptions> = { dbPath: aText, userId: aText };

/**
 * Sessions in a SQLite file, for an agent's `db`.
 *
 * @example
 * ```ts
 * const agent = new Agent({ name: "shopper", tools: [tools.addItem], db: new SqliteDb({ dbFile: "tmp/agents.db" }) });
 * await agent.run("Add milk", { sessionId: "user-1" });
 * ```
 */
export class SqliteDb implements SessionDatabase {
  readonly store: Store;

  /** @throws UserError for an option that does not exist or does not fit. The file is opened on first use. */
  constructor(options: SqliteDbOptions = {}) {
    assertOptions<SqliteDbOptions>(options, DB_CHECKS, "A SqliteDb");
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
 * const session = new SQLiteSession("user-1", { dbPath: "db/runa.db" });
 * await agent.run("My name is Ada.", { session });
 * ```
 */
export class SQLiteSession extends StoredSession {
  constructor(sessionId: string, options: SQLiteSessionOptions = {}) {
    assertOptions<SQLiteSessionOptions>(options, SESSION_CHECKS, "A SQLiteSession");
    const { dbPath = DEFAULT_FILE, ...rest } = options;
    super(storeOf(dbPath), sessionId, rest);
  }
}

const stores = new Map<string, Store>();

function storeOf(dbFile: string): Store {
  const file = resolve(dbFile);
  const store = stores.get(file) ?? new SqliteDb({ dbFile }).store;
  stores.set(file, store);
  return store;
}
