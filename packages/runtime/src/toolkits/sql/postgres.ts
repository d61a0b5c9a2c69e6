/** A query on PostgreSQL, in a transaction and under a clock of the server's own. */
import type { Client as PostgresClient, QueryConfig } from "pg";
import { requirePackage } from "../../errors/require-package.ts";
import { ONLY_READING, type QueryLimits, type Row, tookTooLong } from "./query.ts";

export interface PostgresQuery extends QueryLimits {
  readonly url: string;
  readonly sql: string;
}

/** Beyond the server's own clock, in case that it does not answer at all. */
const GRACE = 1_000;

/** @returns One row more than the limit, where there are more. @throws What the database says against it. */
export async function queryPostgres(query: PostgresQuery, signal: AbortSignal): Promise<readonly Row[]> {
  const client = await connect(query);
  const deadline = setTimeout(() => destroy(client), query.timeout + GRACE);
  const abort = (): void => destroy(client);
  signal.addEventListener("abort", abort, { once: true });
  try {
    await client.query(`BEGIN ${query.writable ? "READ WRITE" : "READ ONLY"}`);
    await client.query(`SET LOCAL statement_timeout = ${Math.ceil(query.timeout)}`);
    const rows = await (returnsRows(query.sql) ? fetchRows(client, query) : run(client, query));
    await client.query("COMMIT");
    return rows;
  } catch (error) {
    signal.throwIfAborted();
    if (isObject(error) && error.code === "57014") throw new Error(tookTooLong(query.timeout), { cause: error });
    throw error;
  } finally {
    clearTimeout(deadline);
    signal.removeEventListener("abort", abort);
    // Rolls back what was not committed. A connection that cannot be ended is gone, which does the same.
    await client.end().catch(() => {});
  }
}

/** The cursor keeps rows beyond the limit on the server. It takes one query, and no second statement behind it. */
async function fetchRows(client: PostgresClient, { sql, maxRows }: PostgresQuery): Promise<readonly Row[]> {
  await client.query(extended(`DECLARE runa_rows NO SCROLL CURSOR FOR ${sql}`));
  return (await client.query<Row>(`FETCH ${maxRows + 1} FROM runa_rows`)).rows;
}

async function run(client: PostgresClient, { sql, maxRows, writable }: PostgresQuery): Promise<readonly Row[]> {
  // It would end the transaction that the limits hold in.
  if (/^\s*(?:commit|end|rollback|abort|begin|start|prepare|set|reset|discard|copy)\b/i.test(withoutComments(sql)))
    throw new Error("that statement is not run here");
  if (!writable && !/^\s*(?:explain|show|table|values)\b/i.test(withoutComments(sql))) throw new Error(ONLY_READING);
  return (await client.query<Row>(extended(sql))).rows.slice(0, maxRows + 1);
}

/** By the protocol in which the server refuses several statements in one text. */
function extended(text: string): QueryConfig {
  return { text, queryMode: "extended" } as QueryConfig;
}

function returnsRows(sql: string): boolean {
  const bare = withoutComments(sql);
  return (
    /^[\s(]*(?:select|values|table)\b/i.test(bare) ||
    (/^[\s(]*with\b/i.test(bare) && !/\b(?:insert|update|delete|merge)\b/i.test(bare))
  );
}

function withoutComments(sql: string): string {
  return sql.replace(/\/\*[\s\S]*?\*\/|--[^\n]*/g, " ");
}

async function connect({ url, timeout }: PostgresQuery): Promise<PostgresClient> {
  const driver = await requirePackage("pg", () => import("pg"));
  const client = new driver.default.Client({ connectionString: url, connectionTimeoutMillis: timeout });
  // The reason reaches whoever waits for a query.
  client.on("error", () => {});
  await client.connect();
  return client;
}

function destroy(client: PostgresClient): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } };
  connection.stream.destroy();
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
