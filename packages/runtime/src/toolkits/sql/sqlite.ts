/** A query on an SQLite file, in a process that is killed when its time is up. */
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { bareSql, isOneStatement } from "./one-statement.ts";
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

export interface SqliteQuery extends QueryLimits {
  readonly file: string;
  readonly sql: string;
}

/** What the process is asked. */
export interface SqliteRequest extends SqliteQuery {
  /** Takes the lock for writing before anything else. */
  readonly isWrite: boolean;
  /** Milliseconds to wait for a lock of another program. */
  readonly busyTimeout: number;
}

type Answer =
  | { readonly columns: readonly string[]; readonly rows: readonly (readonly unknown[])[]; readonly changed?: number }
  | { readonly error: string }
  | { readonly problem: "tooLong" | "busy" };

// The same file for `src` and `dist`: both lie beside its folder.
const PROGRAM = fileURLToPath(new URL("../../../worker/sql-query.mjs", import.meta.url));

/** @throws What the database says against it. */
export async function querySqlite(query: SqliteQuery, signal: AbortSignal): Promise<Outcome> {
  const word = firstWord(query.sql);
  assertAllowed(query, word);
  const isWrite = query.writable && writes(query.sql, word);
  // Less than the whole time, so that the answer can still say what was waited for.
  const busyTimeout = Math.floor(Math.max(query.timeout - 1_000, query.timeout / 2));
  const answer = await ask({ ...query, isWrite, busyTimeout }, signal);
  if ("error" in answer) throw new Error(answer.error);
  if ("problem" in answer)
    throw new Error(
      answer.problem === "tooLong"
        ? tooLong(query)
        : `another program uses the database, and did not finish within ${busyTimeout} ms; nothing was changed`,
    );
  const { columns, rows, changed } = answer;
  return { rows: toRows(columns, rows), ...(isWrite && changesRows(query.sql, word) && { changed: changed ?? 0 }) };
}

function assertAllowed({ sql, writable }: SqliteQuery, word: string): void {
  if (word === "") throw new Error(NO_STATEMENT);
  if (!isOneStatement(sql)) {
    const isTrigger = word === "create" && /^\s*create\s+(?:temp\s+|temporary\s+)?trigger\b/i.test(bareSql(sql));
    throw new Error(`${isTrigger ? "triggers are not made here" : "one statement at a time, please"}; nothing was run`);
  }
  if (!writable && !/^(?:select|with|values|explain)$/.test(word)) throw new Error(onlyReading(word));
  if (/^(?:begin|commit|end|rollback|savepoint|release)$/.test(word)) throw new Error(noTransaction(word));
  // ATTACH and VACUUM INTO open other files; a PRAGMA changes how the database is written.
  if (/^(?:attach|detach|vacuum|pragma)$/.test(word)) throw new Error(`${word.toUpperCase()} is not run here`);
}

function writes(sql: string, word: string): boolean {
  return word === "with" ? changesRows(sql, word) : !/^(?:select|values|explain)$/.test(word);
}

/** Other statements leave the database's count as it was. */
function changesRows(sql: string, word: string): boolean {
  return word === "with"
    ? /\b(?:insert|replace\s+into|update|delete)\b/i.test(bareSql(sql))
    : /^(?:insert|replace|update|delete)$/.test(word);
}

function firstWord(sql: string): string {
  const bare = sql.replace(/^(?:\s+|\/\*[\s\S]*?\*\/|--[^\n]*(?:\n|$)|\()+/, "");
  return /^[a-z]+/i.exec(bare)?.[0].toLowerCase() ?? "";
}

/** Settles when the process is gone, and with it all that it held of the database. */
function ask(request: SqliteRequest, signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const child = fork(PROGRAM, {
      env: {},
      execArgv: [],
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      serialization: "json",
    });
    let answer: Answer | undefined;
    let stopped: { readonly reason: unknown } | undefined;
    const stop = (reason: unknown): void => {
      stopped ??= { reason };
      child.kill("SIGKILL");
    };
    const timer = setTimeout(() => stop(new Error(tookTooLong(request.timeout))), request.timeout);
    const abort = (): void => stop(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    child.once("message", (message) => {
      answer = message as Answer;
    });
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
    };
    child.on("error", (error) => {
      end();
      reject(error);
    });
    // Not "exit", which may come before the message has been read.
    child.once("close", (code) => {
      end();
      if (answer) resolve(answer);
      else reject(stopped ? stopped.reason : new Error(`the query ended without an answer (exit ${String(code)})`));
    });
    child.send(request);
  });
}
