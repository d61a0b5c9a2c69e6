/** A query on an SQLite file, in a process that is killed when its time is up. */
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { isOneStatement } from "./one-statement.ts";
import { ONLY_READING, type QueryLimits, type Row, tookTooLong, tooLong } from "./query.ts";

export interface SqliteQuery extends QueryLimits {
  readonly file: string;
  readonly sql: string;
}

type Answer = { readonly rows: readonly Row[] } | { readonly error: string } | { readonly tooLong: true };

// The same file for `src` and `dist`: both lie beside its folder.
const PROGRAM = fileURLToPath(new URL("../../../worker/sql-query.mjs", import.meta.url));

/** @returns One row more than the limit, where there are more. @throws What the database says against it. */
export async function querySqlite(query: SqliteQuery, signal: AbortSignal): Promise<readonly Row[]> {
  if (!isOneStatement(query.sql)) throw new Error("one statement at a time, please; nothing was run");
  const word = firstWord(query.sql);
  // ATTACH and VACUUM INTO open other files; a PRAGMA changes how the database is written.
  const allowed = query.writable
    ? !/^(?:attach|detach|vacuum|pragma)$/.test(word)
    : /^(?:select|with|values|explain)$/.test(word);
  if (!allowed) throw new Error(query.writable ? `${word.toUpperCase()} is not run here` : ONLY_READING);
  const answer = await ask(query, signal);
  if ("tooLong" in answer) throw new Error(tooLong(query.maxBytes));
  if ("rows" in answer) return answer.rows;
  throw new Error(answer.error);
}

function firstWord(sql: string): string {
  const bare = sql.replace(/^(?:\s+|\/\*[\s\S]*?\*\/|--[^\n]*(?:\n|$)|\()+/, "");
  return /^[a-z]+/i.exec(bare)?.[0].toLowerCase() ?? "";
}

function ask(query: SqliteQuery, signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const child = fork(PROGRAM, {
      env: {},
      execArgv: [],
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      serialization: "json",
    });
    const stop = (error: unknown): void => {
      child.kill("SIGKILL");
      reject(error);
    };
    const timer = setTimeout(() => stop(new Error(tookTooLong(query.timeout))), query.timeout);
    const abort = (): void => stop(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    child.once("message", (answer) => resolve(answer as Answer));
    child.on("error", reject);
    child.once("exit", (code) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
      reject(new Error(`the query ended without an answer (exit ${String(code)})`));
    });
    child.send(query);
  });
}
