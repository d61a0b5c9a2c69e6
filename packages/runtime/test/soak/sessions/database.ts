/** The databases that sessions are tried on, said in a way that another process can be told. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PostgresDriver } from "../../../src/postgres/postgres-driver.ts";
import type { Driver } from "../../../src/session/sql/driver.ts";
import { SQLiteDriver } from "../../../src/sqlite/sqlite-driver.ts";
import { startPostgres, whyNoPostgres } from "../../support/postgres-server.ts";

export type DatabaseAddress =
  | { readonly kind: "sqlite"; readonly file: string }
  | { readonly kind: "postgres"; readonly connectionString: string };

export function openDriver(address: DatabaseAddress): Driver {
  return address.kind === "sqlite"
    ? new SQLiteDriver({ file: address.file, busyTimeout: 30_000 })
    : new PostgresDriver(address.connectionString);
}

/** A database of each kind, in a temporary folder, until `close` is called. */
export async function createDatabases(): Promise<{
  readonly folder: string;
  readonly databases: readonly { readonly name: string; readonly address: DatabaseAddress }[];
  readonly leftOut: string | undefined;
  readonly close: () => Promise<void>;
}> {
  const folder = mkdtempSync(join(tmpdir(), "runa-soak-"));
  const server = await startPostgres();
  const sqlite: DatabaseAddress = { kind: "sqlite", file: join(folder, "sessions.db") };
  const databases: { name: string; address: DatabaseAddress }[] = [{ name: "SQLite", address: sqlite }];
  if (server) {
    const connectionString = await server.createDatabase();
    databases.push({ name: "PostgreSQL", address: { kind: "postgres", connectionString } });
  }
  return {
    folder,
    databases,
    leftOut: whyNoPostgres(),
    close: async () => {
      await server?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
