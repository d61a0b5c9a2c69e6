/** From an error of SQLite to one of the store. */
import { StoreError, type StoreFailure } from "../errors/store-error.ts";

/** @see https://sqlite.org/rescode.html */
const BUSY = 5;
const FAILURES: { readonly [resultCode: number]: StoreFailure } = {
  [BUSY]: "locked",
  6: "locked",
  8: "read_only",
  11: "unreadable",
  13: "full",
  14: "unreachable",
  26: "unreadable",
};

/** The package for Node 20 gives no code with errors of statements that return rows, only SQLite's own text. */
const TEXTS: readonly (readonly [string, number])[] = [
  ["database or disk is full", 13],
  ["database is locked", BUSY],
  ["attempt to write a readonly database", 8],
  ["disk I/O error", 10],
  ["database disk image is malformed", 11],
];

export function isBusy(error: unknown): boolean {
  return resultCodeOf(error) === BUSY;
}

export function isSQLiteError(error: unknown): error is Error {
  return error instanceof Error && "code" in error && error.code === "ERR_SQLITE_ERROR";
}

export function toStoreError(error: Error, place: string): StoreError {
  const resultCode = resultCodeOf(error);
  const isInputOutput = resultCode === 10;
  return new StoreError({
    failure: FAILURES[resultCode] ?? "failed",
    place,
    detail: isInputOutput
      ? `${error.message}: the disk is full or broken, or a limit on the size of files was reached`
      : error.message,
    cause: error,
  });
}

/** Without the details of an extended code. */
function resultCodeOf(error: unknown): number {
  if (!isSQLiteError(error)) return 0;
  if ("errcode" in error && typeof error.errcode === "number") return error.errcode & 0xff;
  return TEXTS.find(([text]) => error.message.includes(text))?.[1] ?? 0;
}
