/** `@runa/runtime/postgres`: sessions in PostgreSQL, for processes on any number of machines. */

import { assertOptions, aText, type OptionChecks } from "../errors/assert-options.ts";
import { UserError } from "../errors/user-error.ts";
import type { SessionDatabase } from "../session/session-database.ts";
import { SqlStore } from "../session/sql/sql-store.ts";
import type { Store } from "../session/store.ts";
import { StoredSession, type StoredSessionOptions } from "../session/stored-session.ts";
import type { PostgresPool } from "./load-postgres.ts";
import { PostgresDriver } from "./postgres-driver.ts";

export type { PostgresClient, PostgresPool, PostgresQuery } from "./load-postgres.ts";

/** Exactly one of the two. */
export interface PostgresDbOptions {
  /** `postgres://user:password@host/database`. */
  readonly connectionString?: string;
  /** A `Pool` of the package `pg` that is yours to close. */
  readonly pool?: PostgresPool;
}

export interface PostgresSessionOptions extends PostgresDbOptions, StoredSessionOptions {}

const DB_CHECKS: OptionChecks<PostgresDbOptions> = {
  connectionString: aText,
  pool: (value) =>
    typeof value === "object" && value !== null && "connect" in value
      ? undefined
      : 'must be a Pool of the package "pg"',
};
const SESSION_CHECKS: OptionChecks<PostgresSessionOptions> = { ...DB_CHECKS, userId: aText };

/**
 * Sessions in a PostgreSQL database, for an agent's `db`. The tables, `runa_…`, are made on first use.
 *
 * @example
 * ```ts
 * const db = new PostgresDb({ connectionString: "postgres://runa@localhost/agents" });
 * const agent = new Agent({ name: "shopper", tools: [tools.addItem], db });
 * await agent.run("Add milk", { sessionId: "user-1" });
 * ```
 */
export class PostgresDb implements SessionDatabase {
  readonly store: Store;

  /** @throws UserError for options that do not fit. Nothing is connected before the first use. */
  constructor(options: PostgresDbOptions) {
    assertOptions<PostgresDbOptions>(options, DB_CHECKS, "A PostgresDb");
    this.store = new SqlStore(new PostgresDriver(toConnect(options, "A PostgresDb")));
  }

  close(): Promise<void> {
    return this.store.close();
  }
}

/** One conversation in PostgreSQL, for the `session` of a run. Sessions of one database share its connections. */
export class PostgresSession extends StoredSession {
  constructor(sessionId: string, options: PostgresSessionOptions) {
    assertOptions<PostgresSessionOptions>(options, SESSION_CHECKS, "A PostgresSession");
    const { connectionString, pool, ...rest } = options;
    super(storeOf(toConnect(options, "A PostgresSession")), sessionId, rest);
  }
}

function toConnect({ connectionString, pool }: PostgresDbOptions, where: string): string | PostgresPool {
  const connect = connectionString ?? pool;
  if (connect !== undefined && (connectionString === undefined || pool === undefined)) return connect;
  throw new UserError("RUNA_INVALID_OPTION", `${where} needs exactly one of connectionString and pool.`);
}

const storesOfStrings = new Map<string, Store>();
const storesOfPools = new WeakMap<PostgresPool, Store>();

function storeOf(connect: string | PostgresPool): Store {
  if (typeof connect === "string") {
    const store = storesOfStrings.get(connect) ?? new SqlStore(new PostgresDriver(connect));
    storesOfStrings.set(connect, store);
    return store;
  }
  const store = storesOfPools.get(connect) ?? new SqlStore(new PostgresDriver(connect));
  storesOfPools.set(connect, store);
  return store;
}
