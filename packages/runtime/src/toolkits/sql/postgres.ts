/** A query on PostgreSQL, in a transaction and under a clock of the server's own. */
import type { Duplex } from "node:stream";
import type { CustomTypesConfig, Client as PostgresClient, QueryArrayConfig, QueryArrayResult } from "pg";
import { requirePackage } from "../../errors/require-package.ts";
import {
  NO_STATEMENT,
  noTransaction,
  type Outcome,
  onlyReading,
  type QueryLimits,
  tookTooLong,
  tooLong,
  toRows,
} from "./query.ts";

export interface PostgresQuery extends QueryLimits {
  readonly url: string;
  readonly sql: string;
}

/** Beyond the server's own clock, in case that it does not answer at all. */
const GRACE = 1_000;
/** Of what the server sends, beyond the values: names and types of columns, the answers to what is asked around a query. */
const OVERHEAD = 64 * 1024;
/** `date` and `timestamp`, alone and in lists: without a zone, so that a moment made of them may be on another day. */
const ZONELESS = [1082, 1114, 1115, 1182];

/** @throws What the database says against it. */
export async function queryPostgres(query: PostgresQuery, signal: AbortSignal): Promise<Outcome> {
  const client = await connect(query);
  let backend: number | undefined;
  let stopped: unknown;
  const stop = (reason: unknown): void => {
    stopped ??= reason;
    streamOf(client).destroy();
    // Without a client a server works on until its own clock stops it, so a failure here costs no more than that.
    if (backend !== undefined) endBackend(query, backend).catch(() => {});
  };
  const deadline = setTimeout(() => stop(new Error(tookTooLong(query.timeout))), query.timeout + GRACE);
  const abort = (): void => stop(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  let size = 0;
  streamOf(client).on("data", (bytes: Buffer) => {
    size += bytes.length;
    if (size > query.maxBytes + OVERHEAD) stop(new Error(tooLong(query)));
  });
  try {
    signal.throwIfAborted();
    await client.query(`BEGIN ${query.writable ? "READ WRITE" : "READ ONLY"}`);
    await client.query(`SET LOCAL statement_timeout = ${Math.ceil(query.timeout)}`);
    backend = (await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid")).rows[0]?.pid;
    const outcome = await (returnsRows(query) ? fetchRows(client, query) : run(client, query));
    // A read-only transaction is no guard against every function: large objects are written, listeners notified.
    await client.query(query.writable ? "COMMIT" : "ROLLBACK");
    return outcome;
  } catch (error) {
    if (stopped !== undefined) throw stopped;
    if (isObject(error) && error.code === "57014") throw new Error(tookTooLong(query.timeout), { cause: error });
    throw error;
  } finally {
    clearTimeout(deadline);
    signal.removeEventListener("abort", abort);
    // Rolls back what was not committed. A connection that cannot be ended is gone, which does the same.
    await client.end().catch(() => {});
  }
}

async function endBackend(query: PostgresQuery, backend: number): Promise<void> {
  const client = await connect(query);
  try {
    await client.query("SELECT pg_terminate_backend($1)", [backend]);
  } finally {
    await client.end();
  }
}

/** The cursor keeps rows beyond the limit on the server. It takes one query, and no second statement behind it. */
async function fetchRows(client: PostgresClient, { sql, maxRows }: PostgresQuery): Promise<Outcome> {
  await client.query(extended(`DECLARE runa_rows NO SCROLL CURSOR FOR ${sql}`));
  return toOutcome(await client.query<unknown[]>(extended(`FETCH ${maxRows + 1} FROM runa_rows`)), maxRows);
}

async function run(client: PostgresClient, { sql, maxRows, writable }: PostgresQuery): Promise<Outcome> {
  const word = firstWord(sql);
  if (word === "") throw new Error(NO_STATEMENT);
  if (!writable && !/^(?:explain|show)$/.test(word)) throw new Error(onlyReading(word));
  // These would end the transaction that the limits hold in, or change what holds there.
  if (/^(?:commit|end|rollback|abort|begin|start|prepare|savepoint|release)$/.test(word))
    throw new Error(noTransaction(word));
  if (/^(?:set|reset|discard|copy)$/.test(word)) throw new Error(`${word.toUpperCase()} is not run here`);
  return toOutcome(await client.query<unknown[]>(extended(sql)), maxRows);
}

function toOutcome({ fields, rows, command, rowCount }: QueryArrayResult<unknown[]>, maxRows: number): Outcome {
  return {
    rows: toRows(
      fields.map(({ name }) => name),
      rows.slice(0, maxRows + 1).map((row) => row.map(plain)),
    ),
    ...(/^(?:INSERT|UPDATE|DELETE|MERGE)$/.test(command) && { changed: rowCount ?? 0 }),
  };
}

/** What JSON has no form for, as a text. */
function plain(value: unknown): unknown {
  if (typeof value === "number" && !Number.isFinite(value)) return String(value);
  if (value instanceof Uint8Array) return `(${value.length} bytes)`;
  return Array.isArray(value) ? value.map(plain) : value;
}

/** By the protocol in which the server refuses several statements in one text. */
function extended(text: string): QueryArrayConfig {
  return { text, rowMode: "array", queryMode: "extended" } as QueryArrayConfig;
}

/** A WITH may write; where that is forbidden the server says so of the cursor. */
function returnsRows({ sql, writable }: PostgresQuery): boolean {
  const word = firstWord(sql);
  return (
    /^(?:select|values|table)$/.test(word) ||
    (word === "with" && !(writable && /\b(?:insert|update|delete|merge)\b/i.test(sql)))
  );
}

/** Behind blanks, brackets and comments, which nest here. */
function firstWord(sql: string): string {
  let at = 0;
  for (let depth = 0; at < sql.length; ) {
    if (sql.startsWith("/*", at)) {
      depth++;
      at += 2;
    } else if (depth > 0 && sql.startsWith("*/", at)) {
      depth--;
      at += 2;
    } else if (depth > 0 || /[\s(]/.test(sql.charAt(at))) {
      at++;
    } else if (sql.startsWith("--", at)) {
      while (at < sql.length && !/[\r\n]/.test(sql.charAt(at))) at++;
    } else break;
  }
  return /^[a-z]+/i.exec(sql.slice(at))?.[0].toLowerCase() ?? "";
}

/** The model does not learn where the database is, and as whom it is used; whoever reads the log does, by the cause. */
async function connect({ url, timeout }: PostgresQuery): Promise<PostgresClient> {
  const driver = await requirePackage("pg", () => import("pg"));
  try {
    const client = new driver.default.Client({
      connectionString: url,
      connectionTimeoutMillis: timeout,
      types: typesOf(driver.default),
    });
    // The reason reaches whoever waits for a query.
    client.on("error", () => {});
    await client.connect();
    return client;
  } catch (cause) {
    const code = isObject(cause) && typeof cause.code === "string" ? ` (${cause.code})` : "";
    throw new Error(`the database cannot be reached${code}`, { cause });
  }
}

/** Those of the driver, but for dates, which stay the text that the server sends. */
function typesOf({ types }: Pick<typeof import("pg"), "types">): CustomTypesConfig {
  const asText = (value: string): string => value;
  return {
    getTypeParser: ((oid: number, format?: "text") =>
      ZONELESS.includes(oid) ? asText : types.getTypeParser(oid, format)) as CustomTypesConfig["getTypeParser"],
  };
}

function streamOf(client: PostgresClient): Duplex {
  return (client as unknown as { connection: { stream: Duplex } }).connection.stream;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
