import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { SqlStore } from "../../src/session/sql/sql-store.ts";
import { loadSQLite } from "../../src/sqlite/load-sqlite.ts";
import { SQLiteDriver } from "../../src/sqlite/sqlite-driver.ts";
import { describeMigrations } from "./migration-contract.ts";
import { describeStore } from "./store-contract.ts";

const folder = mkdtempSync(join(tmpdir(), "runa-sqlite-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
describeStore("SQLite", async () => {
  const file = join(folder, "made", "on", "first-use", `${++files}.db`);
  return () => new SQLiteDriver({ file, busyTimeout: 10_000 });
});

describeMigrations("SQLite", async () => {
  const { DatabaseSync } = await loadSQLite();
  const file = join(folder, `${++files}.db`);
  return {
    open: () => new SqlStore(new SQLiteDriver({ file, busyTimeout: 10_000 })),
    async run(sql) {
      const database = new DatabaseSync(file, { timeout: 1_000 });
      database.exec(sql);
      database.close();
    },
  };
});
