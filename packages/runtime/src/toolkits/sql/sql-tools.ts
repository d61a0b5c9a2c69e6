/** `SqlTools`: queries on one database, as a tool. */
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { aBoolean, aCount, aDuration, assertOptions, aText, type OptionChecks } from "../../errors/assert-options.ts";
import { UserError } from "../../errors/user-error.ts";
import { Toolkit } from "../../tool/toolkit.ts";
import { SETTING_CHECKS, type ToolkitSettings } from "../../tool/toolkit-options.ts";
import { aPath, assertThere, toPath } from "../path-option.ts";
import { assertDriver } from "./assert-driver.ts";
import type { Outcome, QueryLimits } from "./query.ts";
import { Turns } from "./turns.ts";

/** Exactly one of `sqlite` and `postgres`. */
export interface SqlToolsOptions extends ToolkitSettings {
  /** A file, as a path or a `file:` URL. With `writable` it is made by the first statement where there is none. */
  readonly sqlite?: string | URL;
  /** `postgres://user@host/database`. Give it a role that may do no more than the tool should. */
  readonly postgres?: string;
  /** Whether statements may write. Default false. */
  readonly writable?: boolean;
  /** Rows that the model is shown. Default 100. */
  readonly maxRows?: number;
  /** The longest answer, of all its rows. Default 200 000. */
  readonly maxBytes?: number;
  /** Milliseconds for one query. Default 5 000. */
  readonly timeout?: number;
}

export interface QueryResult {
  rows: Record<string, unknown>[];
  /** There are more rows than are shown. */
  more: boolean;
  /** How many rows were inserted, updated or deleted. */
  changed?: number;
}

/** Of a statement. PostgreSQL reads nested comments in square time, and does not look at its clock meanwhile. */
const MOST_CHARACTERS = 50_000;
/** What a database takes for a number of rows; a child process is told no `Infinity`. */
const MOST = 2 ** 31 - 2;

const CHECKS: OptionChecks<SqlToolsOptions> = {
  ...SETTING_CHECKS,
  sqlite: (value) =>
    value === ":memory:" ? "must be a file: a database in memory ends with each query" : aPath(value),
  postgres: aText,
  writable: aBoolean,
  maxRows: aCount,
  maxBytes: aCount,
  timeout: aDuration,
};

/**
 * Runs one statement at a time, which may only read unless `writable` is set.
 *
 * @example
 * ```ts
 * import { SqlTools } from "@runa/runtime/toolkits/sql";
 *
 * const shop = new SqlTools({ sqlite: "/var/lib/shop.db" });
 * ```
 */
export class SqlTools extends Toolkit {
  readonly #database: { readonly sqlite: string } | { readonly postgres: string };
  readonly #limits: QueryLimits;
  readonly #turns: Turns = new Turns();

  /** @throws UserError for an option that does not exist, unless there is one database, and where its file or package is missing. */
  constructor(options: SqlToolsOptions) {
    assertOptions<SqlToolsOptions>(options, CHECKS, "SqlTools");
    if ((options.sqlite === undefined) === (options.postgres === undefined)) {
      throw new UserError(
        "RUNA_INVALID_OPTION",
        'SqlTools takes one database: new SqlTools({ sqlite: "shop.db" }), or new SqlTools({ postgres: "postgres://…" }).',
      );
    }
    const {
      sqlite,
      postgres,
      writable = false,
      maxRows = 100,
      maxBytes = 200_000,
      timeout = 5_000,
      ...settings
    } = options;
    super({ name: "sql", ...settings });
    assertDriver(sqlite === undefined ? "postgres" : "sqlite");
    this.#database = sqlite === undefined ? { postgres: postgres ?? "" } : { sqlite: fileOf(sqlite, writable) };
    this.#limits = { writable, maxRows: Math.min(maxRows, MOST), maxBytes: Math.min(maxBytes, MOST), timeout };
  }

  /**
   * Run one SQL statement and get its rows.
   * @tool
   * @param sql One statement, without parameters
   */
  async query(sql: string, signal: AbortSignal): Promise<QueryResult> {
    signal.throwIfAborted();
    if (sql.length > MOST_CHARACTERS)
      throw new Error(`the statement has ${sql.length} characters; at most ${MOST_CHARACTERS} are run`);
    if (sql.includes("\0")) throw new Error("a statement holds no null characters");
    const { writable, maxRows } = this.#limits;
    const run = (): Promise<Outcome> => this.#run(sql, signal);
    const { rows, changed } = await (writable ? this.#turns.take(run, signal) : run());
    return {
      rows: rows.slice(0, maxRows).map((row) => ({ ...row })),
      more: rows.length > maxRows,
      ...(changed !== undefined && { changed }),
    };
  }

  async #run(sql: string, signal: AbortSignal): Promise<Outcome> {
    if ("postgres" in this.#database) {
      const { queryPostgres } = await import("./postgres.ts");
      return queryPostgres({ ...this.#limits, url: this.#database.postgres, sql }, signal);
    }
    const { querySqlite } = await import("./sqlite.ts");
    return querySqlite({ ...this.#limits, file: this.#database.sqlite, sql }, signal);
  }
}

function fileOf(sqlite: string | URL, writable: boolean): string {
  const file = toPath(sqlite);
  // Whoever may write may begin with nothing, but not in a folder that is not there.
  if (writable && !existsSync(file)) assertThere(dirname(file), "folder", "SqlTools, folder of sqlite");
  else assertThere(file, "file", "SqlTools, sqlite");
  return file;
}
