/**
 * Transactions on one SQLite file. They are short and happen at once, so they never meet within a process; where another
 * process writes, they wait without holding up this one.
 */

import { mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { errorMessage } from "../errors/error-message.ts";
import { StoreError } from "../errors/store-error.ts";
import type { Driver } from "../session/sql/driver.ts";
import { migrate } from "../session/sql/migrations.ts";
import {
  type Dialect,
  type Row,
  type Statement,
  type Transaction,
  toParameters,
  toText,
} from "../session/sql/statement.ts";
import { loadSQLite, type SQLiteDatabase, type SQLiteModule, type SQLiteStatement } from "./load-sqlite.ts";
import { isBusy, isSQLiteError, toStoreError } from "./sqlite-failure.ts";

export interface SQLiteDriverOptions {
  readonly file: string;
  /** Milliseconds to wait for other writers. */
  readonly busyTimeout: number;
  readonly maxBytes?: number;
}

/** Nothing else happens in the process meanwhile, so most of the waiting is done outside of SQLite. */
const WAIT_IN_SQLITE = 5;
const PAGE_BYTES = 4096;
const IN_MEMORY = ":memory:";

const DIALECT: Dialect = {
  now: "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
  // A transaction that writes has the whole file.
  forUpdate: "",
  placeholder: () => "?",
  findVersions: "SELECT 1 AS present FROM sqlite_master WHERE type = 'table' AND name = 'runa_versions'",
};

interface Connection {
  readonly database: SQLiteDatabase;
  readonly statements: WeakMap<readonly string[], Prepared>;
  readonly identity: string | undefined;
}

interface Prepared {
  readonly statement: SQLiteStatement;
  readonly returnsRows: boolean;
}

export class SQLiteDriver implements Driver {
  readonly dialect: Dialect = DIALECT;
  readonly place: string;
  readonly #options: SQLiteDriverOptions;
  readonly #file: string;
  #connection: Connection | undefined;

  constructor(options: SQLiteDriverOptions) {
    this.#options = options;
    this.#file = options.file === IN_MEMORY ? options.file : resolve(options.file);
    this.place = `"${options.file}"`;
  }

  async transact<T>(transaction: () => Transaction<T>, mode: "read" | "write" = "write"): Promise<T> {
    const sqlite = await loadSQLite();
    const deadline = Date.now() + this.#options.busyTimeout;
    for (let attempt = 1; ; attempt++) {
      try {
        this.#assertSameFile();
        this.#connection ??= this.#open(sqlite);
        return run(this.#connection, transaction, mode);
      } catch (error) {
        if (!isSQLiteError(error)) throw error;
        if (!isBusy(error)) this.#disconnect();
        if (!isBusy(error) || Date.now() >= deadline) throw toStoreError(error, this.place);
      }
      // Those that wait must not all come back at the same moment.
      await wait(Math.random() * Math.min(5 * attempt, 50));
    }
  }

  async close(): Promise<void> {
    this.#disconnect();
  }

  #open({ DatabaseSync }: SQLiteModule): Connection {
    if (this.#file !== IN_MEMORY) this.#makeFolder();
    const database = new DatabaseSync(this.#file, { timeout: WAIT_IN_SQLITE });
    const connection = { database, statements: new WeakMap(), identity: identityOf(this.#file) };
    try {
      database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
      const { maxBytes } = this.#options;
      if (maxBytes !== undefined) database.exec(`PRAGMA max_page_count = ${Math.ceil(maxBytes / PAGE_BYTES)}`);
      run(connection, () => migrate(DIALECT, this.place), "write");
      return connection;
    } catch (error) {
      database.close();
      throw error;
    }
  }

  #makeFolder(): void {
    try {
      mkdirSync(dirname(this.#file), { recursive: true });
    } catch (cause) {
      const detail = errorMessage(cause);
      throw new StoreError({ failure: "unreachable", place: this.place, detail, cause });
    }
  }

  /** What is written to a file that was deleted is kept by nobody. */
  #assertSameFile(): void {
    if (!this.#connection || this.#connection.identity === identityOf(this.#file)) return;
    this.#disconnect();
    const detail = "the file was removed or replaced while it was open";
    throw new StoreError({ failure: "unreadable", place: this.place, detail });
  }

  #disconnect(): void {
    this.#connection?.database.close();
    this.#connection = undefined;
  }
}

function run<T>(connection: Connection, transaction: () => Transaction<T>, mode: "read" | "write"): T {
  const { database } = connection;
  database.exec(mode === "write" ? "BEGIN IMMEDIATE" : "BEGIN");
  try {
    const steps = transaction();
    let step = steps.next();
    while (!step.done) step = steps.next(execute(connection, step.value));
    database.exec("COMMIT");
    return step.value;
  } catch (error) {
    // SQLite has already taken back what ran into a full disk.
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}

function execute({ database, statements }: Connection, statement: Statement): readonly Row[] {
  let prepared = statements.get(statement.pieces);
  if (!prepared) {
    const text = toText(statement, DIALECT);
    prepared = { statement: database.prepare(text), returnsRows: /^\s*SELECT|\bRETURNING\b/.test(text) };
    statements.set(statement.pieces, prepared);
  }
  const values = toParameters(statement);
  if (prepared.returnsRows) return prepared.statement.all(...values) as Row[];
  prepared.statement.run(...values);
  return [];
}

function identityOf(file: string): string | undefined {
  if (file === IN_MEMORY) return undefined;
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat && `${stat.dev} ${stat.ino}`;
}
