/**
 * One SQLite query in a process of its own, so that one that runs for ever can be killed: the database works in native
 * code, which no thread can be stopped in. Plain JavaScript, beside `src` and `dist` and the same for both.
 */
import { isBuiltin } from "node:module";

/** Bytes, for the database alone: one cell may otherwise take a gigabyte. */
const MOST_MEMORY = 128 * 1024 * 1024;
/** What SQLite says where a lock of another program was waited for in vain. */
const BUSY = "database is locked";

process.once("message", async (/** @type {import("../src/toolkits/sql/sqlite.ts").SqliteRequest} */ request) => {
  process.send?.(await answer(request), () => process.disconnect());
});

/** @param {import("../src/toolkits/sql/sqlite.ts").SqliteRequest} request */
async function answer(request) {
  try {
    const { DatabaseSync } = await import(isBuiltin("node:sqlite") ? "node:sqlite" : "@photostructure/sqlite");
    const database = new DatabaseSync(request.file, { readOnly: !request.writable });
    try {
      database.exec(`PRAGMA hard_heap_limit = ${MOST_MEMORY}; PRAGMA busy_timeout = ${request.busyTimeout}`);
      if (!request.isWrite) return run(database, request);
      // At once: a transaction that reads first and then finds another one writing is refused without a wait.
      database.exec("BEGIN IMMEDIATE");
      const outcome = run(database, request);
      database.exec("problem" in outcome ? "ROLLBACK" : "COMMIT");
      return outcome;
    } finally {
      // Takes back what was not committed.
      database.close();
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (message.includes(BUSY)) return { problem: "busy" };
    // The message of the loader holds a path.
    return { error: error?.code === "ERR_MODULE_NOT_FOUND" ? "the package for SQLite is not installed" : message };
  }
}

/** @param {import("../src/toolkits/sql/sqlite.ts").SqliteRequest} request */
function run(database, { sql, maxRows, maxBytes }) {
  const statement = database.prepare(sql);
  statement.setReadBigInts?.(true);
  // By these two, columns of one name are told apart. Older versions of Node have neither.
  statement.setReturnArrays?.(true);
  let columns = statement.columns?.().map(({ name }) => name);
  const rows = [];
  let size = 0;
  for (const row of statement.iterate()) {
    columns ??= Object.keys(row);
    const shown = Object.values(row).map(plain);
    size += Buffer.byteLength(JSON.stringify(columns)) + Buffer.byteLength(JSON.stringify(shown));
    if (size > maxBytes) return { problem: "tooLong" };
    rows.push(shown);
    if (rows.length > maxRows) break;
  }
  return { columns: columns ?? [], rows, changed: database.prepare("SELECT changes() AS changed").get().changed };
}

/** What JSON has no form for, as a text. */
function plain(value) {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value === "number" && !Number.isFinite(value)) return String(value);
  return value instanceof Uint8Array ? `(${value.length} bytes)` : value;
}
