/**
 * SQLite itself: the module of Node where it has one, else the package with the same interface, which is installed by who
 * wants it. Only what is used of the interface stands here, since neither declares it for every version of Node.
 */
import { isBuiltin } from "node:module";
import { requirePackage } from "../errors/require-package.ts";

export interface SQLiteModule {
  readonly DatabaseSync: new (file: string, options: { readonly timeout: number }) => SQLiteDatabase;
}

export interface SQLiteDatabase {
  readonly isTransaction: boolean;
  exec(text: string): void;
  prepare(text: string): SQLiteStatement;
  close(): void;
}

export interface SQLiteStatement {
  all(...values: readonly (string | number | null)[]): unknown[];
  run(...values: readonly (string | number | null)[]): unknown;
}

const BUILTIN = "node:sqlite";
const PACKAGE = "@photostructure/sqlite";

let loaded: Promise<SQLiteModule> | undefined;

/** Once: asking a loader again takes its time, and may give answers in another order. @throws UserError where neither is there. */
export function loadSQLite(): Promise<SQLiteModule> {
  loaded ??= load();
  return loaded;
}

function load(): Promise<SQLiteModule> {
  const name = isBuiltin(BUILTIN) ? BUILTIN : PACKAGE;
  return requirePackage(PACKAGE, () => import(name), "This version of Node has no SQLite of its own.");
}
