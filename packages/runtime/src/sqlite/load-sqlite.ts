/**
 * SQLite itself: the module of Node where it has one, else the package with the same interface, which is installed by who
 * wants it. Only what is used of the interface stands here, since neither declares it for every version of Node.
 */
import { isBuiltin } from "node:module";
import { requirePackage } from "../errors/require-package.ts";

export interface SqliteModule {
  readonly DatabaseSync: new (file: string, options: { readonly timeout: number }) => SqliteDatabase;
}

export interface SqliteDatabase {
  readonly isTransaction: boolean;
  exec(text: string): void;
  prepare(text: string): SqliteStatement;
  close(): void;
}

export interface SqliteStatement {
  all(...values: readonly (string | number | null)[]): unknown[];
  run(...values: readonly (string | number | null)[]): unknown;
}

const BUILTIN = "node:sqlite";
const PACKAGE = "@photostructure/sqlite";

let loaded: Promise<SqliteModule> | undefined;

/** Once: asking a loader again takes its time, and may give answers in another order. @throws UserError where neither is there. */
export function loadSqlite(): Promise<SqliteModule> {
  loaded ??= load();
  return loaded;
}

function load(): Promise<SqliteModule> {
  const name = isBuiltin(BUILTIN) ? BUILTIN : PACKAGE;
  return requirePackage(PACKAGE, () => import(name), "This version of Node has no SQLite of its own.");
}
