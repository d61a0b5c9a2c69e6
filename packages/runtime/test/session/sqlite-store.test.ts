import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { SqlStore } from "../../src/session/sql/sql-store.ts";
import { SqliteDriver } from "../../src/sqlite/sqlite-driver.ts";
import { describeStore } from "./store-contract.ts";

const folder = mkdtempSync(join(tmpdir(), "runa-sqlite-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
describeStore("SQLite", async () => {
  const file = join(folder, "made", "on", "first-use", `${++files}.db`);
  return (owner) => new SqlStore(new SqliteDriver({ file, busyTimeout: 10_000 }), owner);
});
