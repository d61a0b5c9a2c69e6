/** Transactions on a pool of connections to PostgreSQL. None is left open, however it ends. */
import { createHash } from "node:crypto";
import { StoreError } from "../errors/store-error.ts";
import { UserError } from "../errors/user-error.ts";
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
import { createPool, type PostgresClient, type PostgresPool, type PostgresQuery } from "./load-postgres.ts";
import { describeError, isDisconnect, isRetried, toStoreError } from "./postgres-failure.ts";

const DIALECT: Dialect = {
  now: "(extract(epoch FROM clock_timestamp()) * 1000)::bigint",
  forUpdate: " FOR UPDATE",
  placeholder: (position) => `$${position}`,
  // By a table: functions such as to_regclass may remember that there was nothing, behind the lock as before it.
  findVersions: `SELECT 1 AS present FROM pg_catalog.pg_tables
    WHERE tablename = 'runa_versions' AND schemaname = ANY (current_schemas(false))`,
  lockSchema: "SELECT pg_advisory_xact_lock(1381322049)",
};

/** Connections of the pool may have died without anybody knowing; where no new one can be made, that ends it at once. */
const RETRY_MILLISECONDS = 5_000;

export class PostgresDriver implements Driver {
  readonly dialect: Dialect = DIALECT;
  readonly place: string;
  readonly #connect: string | PostgresPool;
  #pool: Promise<PostgresPool> | undefined;
  #migration: Promise<void> | undefined;

  constructor(connect: string | PostgresPool) {
    this.#connect = connect;
    this.place = describe(connect);
  }

  async transact<T>(transaction: () => Transaction<T>, mode: "read" | "write" = "write"): Promise<T> {
    await this.#migrated();
    return this.#attempt(transaction, mode);
  }

  async close(): Promise<void> {
    const pool = this.#pool;
    this.#pool = undefined;
    // A pool that was given belongs to who gave it.
    if (typeof this.#connect === "string") await (await pool)?.end();
  }

  async #migrated(): Promise<void> {
    this.#migration ??= this.#attempt(() => migrate(DIALECT, this.place), "write");
    try {
      await this.#migration;
    } catch (error) {
      this.#migration = undefined;
      throw error;
    }
  }

  async #attempt<T>(transaction: () => Transaction<T>, mode: "read" | "write"): Promise<T> {
    const deadline = Date.now() + RETRY_MILLISECONDS;
    for (;;) {
      const client = await this.#takeClient();
      try {
        return await run(client, transaction, mode);
      } catch (error) {
        if (!(error instanceof QueryFailure)) throw error;
        const { cause, wasCommitting } = error;
        if (wasCommitting && isDisconnect(cause)) {
          const detail = describeError(cause);
          throw new StoreError({ failure: "uncertain", place: this.place, detail, cause });
        }
        const mayPass = isRetried(cause) || isDisconnect(cause);
        if (!mayPass || Date.now() >= deadline) throw toStoreError(cause, this.place);
      }
    }
  }

  async #takeClient(): Promise<PostgresClient> {
    this.#pool ??= this.#openPool();
    try {
      return await (await this.#pool).connect();
    } catch (error) {
      throw error instanceof UserError ? error : toStoreError(error, this.place);
    }
  }

  async #openPool(): Promise<PostgresPool> {
    if (typeof this.#connect !== "string") return this.#connect;
    const pool = await createPool(this.#connect);
    // The pool lets go of an idle connection that broke by itself; without a listener the process would end.
    pool.on("error", () => {});
    return pool;
  }
}

/** What the database said to a statement, told apart from what the transaction itself threw. */
class QueryFailure extends Error {
  override readonly cause: unknown;
  readonly wasCommitting: boolean;

  constructor(cause: unknown, wasCommitting: boolean) {
    super("A statement failed");
    this.cause = cause;
    this.wasCommitting = wasCommitting;
  }
}

async function run<T>(client: PostgresClient, transaction: () => Transaction<T>, mode: "read" | "write"): Promise<T> {
  // A connection that breaks says so twice: to the query that waits, and here, where silence would end the process.
  const ignore = (): void => {};
  client.on("error", ignore);
  let broken: Error | undefined;
  try {
    await ask(client, `BEGIN ISOLATION LEVEL READ COMMITTED${mode === "read" ? " READ ONLY" : ""}`);
    const steps = transaction();
    let step = steps.next();
    while (!step.done) step = steps.next(await ask(client, toQuery(step.value)));
    await ask(client, "COMMIT");
    return step.value;
  } catch (error) {
    broken = await rollBack(client, error);
    throw error;
  } finally {
    client.removeListener("error", ignore);
    client.release(broken);
  }
}

/** @returns Why the connection must not be used again; nothing where it may. */
async function rollBack(client: PostgresClient, error: unknown): Promise<Error | undefined> {
  if (error instanceof QueryFailure && isDisconnect(error.cause)) return error;
  try {
    await ask(client, "ROLLBACK");
    return undefined;
  } catch (failure) {
    return failure instanceof Error ? failure : new Error(String(failure));
  }
}

async function ask(client: PostgresClient, query: PostgresQuery | string): Promise<readonly Row[]> {
  try {
    return (await client.query(query)).rows as Row[];
  } catch (error) {
    throw new QueryFailure(error, query === "COMMIT");
  }
}

const queries = new WeakMap<readonly string[], Pick<PostgresQuery, "name" | "text">>();

/** Named for its text, so that the server prepares it once for each connection. */
function toQuery(statement: Statement): PostgresQuery {
  let query = queries.get(statement.pieces);
  if (!query) {
    const text = toText(statement, DIALECT);
    query = { name: `runa_${createHash("sha256").update(text).digest("hex").slice(0, 24)}`, text };
    queries.set(statement.pieces, query);
  }
  return { ...query, values: [...toParameters(statement)] };
}

/** Without user and password. */
function describe(connect: string | PostgresPool): string {
  if (typeof connect !== "string" || !URL.canParse(connect)) return "PostgreSQL";
  const { host, pathname, searchParams } = new URL(connect);
  return `PostgreSQL at ${searchParams.get("host") ?? (host || "this machine")}${pathname}`;
}
