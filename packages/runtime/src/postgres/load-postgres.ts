/** The driver for PostgreSQL, as far as it is used; it is installed by who wants it. */
import { requirePackage } from "../errors/require-package.ts";

/** A `Pool` of the package `pg`. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>;
  end(): Promise<void>;
  on(event: "error", listener: (error: Error) => void): unknown;
}

export interface PostgresClient {
  query(query: PostgresQuery | string): Promise<{ readonly rows: unknown[] }>;
  on(event: "error", listener: (error: Error) => void): unknown;
  removeListener(event: "error", listener: (error: Error) => void): unknown;
  /** With an error: it is closed, and not used again. */
  release(error?: Error): void;
}

export interface PostgresQuery {
  readonly name?: string;
  readonly text: string;
  readonly values: (string | number | null)[];
}

interface PostgresModule {
  readonly default: { readonly Pool: new (options: object) => PostgresPool };
}

const PACKAGE = "pg";

/** @throws UserError where the package is not installed. */
export async function createPool(connectionString: string): Promise<PostgresPool> {
  const { Pool } = (await load()).default;
  return new Pool({
    connectionString,
    keepAlive: true,
    // Nothing waits for ever: for a connection, for an answer, for a lock.
    connectionTimeoutMillis: 10_000,
    query_timeout: 40_000,
    statement_timeout: 30_000,
    // The server ends what a process left open that was cut off from it.
    idle_in_transaction_session_timeout: 60_000,
    // Idle connections must not keep a process alive that has nothing else to do.
    allowExitOnIdle: true,
    application_name: "runa",
  });
}

function load(): Promise<PostgresModule> {
  const name: string = PACKAGE;
  return requirePackage(PACKAGE, () => import(name));
}
