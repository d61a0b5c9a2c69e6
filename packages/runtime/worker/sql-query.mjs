/**
 * One SQLite query in a process of its own, so that one that runs for ever can be killed: the database works in native
 * code, which no thread can be stopped in. Plain JavaScript, beside `src` and `dist` and the same for both.
 */
import { isBuiltin } from "node:module";

/** Bytes, for the database alone: one cell may otherwise take a gigabyte. */
const MOST_MEMORY = 128 * 1024 * 1024;

process.once("message", async (/** @type {import("../src/toolkits/sql/sqlite.ts").SqliteQuery} */ query) => {
  process.send?.(await answer(query), () => process.disconnect());
});

/** @param {import("../src/toolkits/sql/sqlite.ts").SqliteQuery} query */
async function answer({ file, sql, writable, maxRows, maxBytes }) {
  try {
    const { DatabaseSync } = await import(isBuiltin("node:sqlite") ? "node:sqlite" : "@photostructure/sqlite");
    const database = new DatabaseSync(file, { readOnly: !writable });
    try {
      database.exec(`PRAGMA hard_heap_limit = ${MOST_MEMORY}`);
      const statement = database.prepare(sql);
      statement.setReadBigInts?.(true);
      const rows = [];
      let size = 0;
      for (const row of statement.iterate()) {
        const shown = Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)]));
        size += Buffer.byteLength(JSON.stringify(shown));
        if (size > maxBytes) return { tooLong: true };
        rows.push(shown);
        if (rows.length > maxRows) break;
      }
      return { rows };
    } finally {
      database.close();
    }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

function plain(value) {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  return value instanceof Uint8Array ? `(${value.length} bytes)` : value;
}
