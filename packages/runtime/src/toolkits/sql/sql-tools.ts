/** `SqlTools`: queries on one database, as a tool. */
import { aBoolean, aCount, aDuration, assertOptions, aText, type OptionChecks } from "../../errors/assert-options.ts";
import { UserError } from "../../errors/user-error.ts";
import type { QueryLimits, Row } from "./query.ts";

/** Exactly one of `sqlite` and `postgres`. */
export interface SqlToolsOptions {
  /** A file. */
  readonly sqlite?: string;
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
}

/** Of a statement. PostgreSQL reads nested comments in square time, and does not look at its clock meanwhile. */
const MOST_CHARACTERS = 50_000;
/** What a database takes for a number of rows; a child process is told no `Infinity`. */
const MOST = 2 ** 31 - 2;

const CHECKS: OptionChecks<SqlToolsOptions> = {
  sqlite: aText,
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
export class SqlTools {
  readonly #options: SqlToolsOptions;
  readonly #limits: QueryLimits;

  /** @throws UserError for an option that does not exist, and unless there is one database. */
  constructor(options: SqlToolsOptions) {
    assertOptions<SqlToolsOptions>(options, CHECKS, "SqlTools");
    if ((options.sqlite === undefined) === (options.postgres === undefined)) {
      throw new UserError(
        "RUNA_INVALID_OPTION",
        'SqlTools takes one database: new SqlTools({ sqlite: "shop.db" }), or new SqlTools({ postgres: "postgres://…" }).',
      );
    }
    this.#options = { ...options };
    this.#limits = {
      writable: options.writable ?? false,
      maxRows: Math.min(options.maxRows ?? 100, MOST),
      maxBytes: Math.min(options.maxBytes ?? 200_000, MOST),
      timeout: options.timeout ?? 5_000,
    };
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
    const rows = await this.#run(sql, signal);
    const { maxRows } = this.#limits;
    return { rows: rows.slice(0, maxRows).map((row) => ({ ...row })), more: rows.length > maxRows };
  }

  async #run(sql: string, signal: AbortSignal): Promise<readonly Row[]> {
    if (this.#options.postgres !== undefined) {
      const { queryPostgres } = await import("./postgres.ts");
      return queryPostgres({ ...this.#limits, url: this.#options.postgres, sql }, signal);
    }
    const { querySqlite } = await import("./sqlite.ts");
    return querySqlite({ ...this.#limits, file: this.#options.sqlite ?? "", sql }, signal);
  }
}
