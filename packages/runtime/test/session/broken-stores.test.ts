/** Stores that fail under a run: the run says so, nothing is changed, and the next one works (H13). */
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { Agent, type Run, tool } from "../../src/index.ts";
import { PostgresDb } from "../../src/postgres/index.ts";
import type { SessionDatabase } from "../../src/session/session-database.ts";
import { SqliteDb } from "../../src/sqlite/index.ts";
import { loadSQLite, type SQLiteDatabase } from "../../src/sqlite/load-sqlite.ts";
import { ScriptedModel } from "../../src/testing/index.ts";
import { type PostgresServer, startPostgres, whyNoPostgres } from "../support/postgres-server.ts";

const folder = mkdtempSync(join(tmpdir(), "runa-broken-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;
const newFile = (): string => join(folder, `${++files}.db`);

// A run that failed already says so in its report; that its end could not be written down either is a warning.
beforeEach(() => void vi.spyOn(process, "emitWarning").mockImplementation(() => {}));
afterEach(() => vi.restoreAllMocks());

let effects = 0;
const act = tool.fromSchema({
  name: "act",
  description: "Acts.",
  parameters: { type: "object", properties: {} },
  execute: () => `acted ${++effects}`,
});

function runWith(db: SessionDatabase, message: string, answer = "fine"): Promise<Run> {
  const model = new ScriptedModel([{ toolCalls: [{ name: "act" }] }, answer]);
  return new Agent({ name: "clerk", model, tools: [act], db }).run(message, { sessionId: "s" });
}

async function openRaw(file: string): Promise<SQLiteDatabase> {
  const { DatabaseSync } = await loadSQLite();
  return new DatabaseSync(file, { timeout: 100 });
}

/** What is in it, not how it is laid out. */
async function contentOf(file: string): Promise<string> {
  const database = await openRaw(file);
  const rows = ["runa_items", "runa_sessions", "runa_runs"].map((table) =>
    database.prepare(`SELECT * FROM ${table}`).all(),
  );
  const [{ integrity_check: integrity } = { integrity_check: "none" }] = database
    .prepare("SELECT * FROM pragma_integrity_check")
    .all() as { integrity_check: string }[];
  database.close();
  expect(integrity).toBe("ok");
  return JSON.stringify(rows);
}

describe("SQLite", () => {
  test("a disk that is full: an error that says so, the file as it was, the next run works", async () => {
    const file = newFile();
    const roomy = new SqliteDb({ dbFile: file });
    expect((await runWith(roomy, "before")).status).toBe("completed");
    const before = await contentOf(file);
    const full = new SqliteDb({ dbFile: file, maxBytes: 65_536 });
    const run = await runWith(full, "x".repeat(200_000));
    expect(run).toMatchObject({ status: "error", error: { code: "RUNA_STORE_FULL" } });
    expect(run.error?.message).toContain("has no room left");
    expect(run.error?.message).toContain(file);
    await full.close();
    const after = JSON.parse(await contentOf(file));
    expect(after.slice(0, 2)).toEqual(JSON.parse(before).slice(0, 2));
    expect((await runWith(new SqliteDb({ dbFile: file }), "after")).status).toBe("completed");
    await roomy.close();
  });

  test("a limit on the size of files: an error that says so, the file as it was, the next run works", async () => {
    const file = newFile();
    const db = new SqliteDb({ dbFile: file });
    expect((await runWith(db, "before")).status).toBe("completed");
    await db.close();
    const before = await contentOf(file);
    const program = fileURLToPath(new URL("run-in-session.ts", import.meta.url));
    const node = `${process.execPath} --conditions=@runa/source --import tsx`;
    // In blocks of 512 or 1024 bytes: enough to start, not enough for the message.
    const command = `ulimit -f 200; exec ${node} ${program} ${file} 900000`;
    const { stdout, stderr } = spawnSync("sh", ["-c", command], {
      encoding: "utf8",
      env: { ...process.env, TSX_DISABLE_CACHE: "1" },
    });
    expect(stderr).not.toContain("Error:");
    const run = JSON.parse(stdout);
    expect(run.status).toBe("error");
    expect(run.code).toMatch(/^RUNA_STORE_F/);
    expect(run.message).toMatch(/no room|limit on the size of files/);
    expect(JSON.parse(await contentOf(file)).slice(0, 2)).toEqual(JSON.parse(before).slice(0, 2));
    expect((await runWith(db, "after")).status).toBe("completed");
    await db.close();
  });

  test("a file that cannot be written: an error that says so, the file as it was", async () => {
    const own = mkdtempSync(join(tmpdir(), "runa-readonly-"));
    const file = join(own, "sessions.db");
    try {
      const db = new SqliteDb({ dbFile: file });
      expect((await runWith(db, "before")).status).toBe("completed");
      await db.close();
      const before = hashOf(file);
      chmodSync(file, 0o444);
      chmodSync(own, 0o555);
      // Root may write everywhere.
      const isRoot = process.getuid?.() === 0;
      const [uid, gid] = [65_534, 65_534];
      const program = fileURLToPath(new URL("run-in-session.ts", import.meta.url));
      const args = ["--conditions=@runa/source", "--import", "tsx", program, file, "10"];
      const output = execFileSync(process.execPath, args, {
        encoding: "utf8",
        ...(isRoot && { uid, gid }),
        env: { ...process.env, TSX_DISABLE_CACHE: "1", HOME: own },
      });
      const run = JSON.parse(output);
      expect(run).toMatchObject({ status: "error", code: expect.stringMatching(/READ_ONLY|UNREACHABLE/) });
      expect(run.message).toContain(file);
      expect(hashOf(file)).toBe(before);
      chmodSync(own, 0o755);
      chmodSync(file, 0o644);
      expect((await runWith(db, "after")).status).toBe("completed");
      await db.close();
    } finally {
      chmodSync(own, 0o755);
      rmSync(own, { recursive: true, force: true });
    }
  });

  test("a file that another process holds: an error that says so, and no waiting for ever; the next run works", async () => {
    const file = newFile();
    const db = new SqliteDb({ dbFile: file, busyTimeout: 200 });
    expect((await runWith(db, "before")).status).toBe("completed");
    const before = await contentOf(file);
    const other = await openRaw(file);
    other.exec("BEGIN EXCLUSIVE");
    let ticks = 0;
    const timer = setInterval(() => ticks++, 10);
    const run = await runWith(db, "meanwhile");
    clearInterval(timer);
    expect(run).toMatchObject({ status: "error", error: { code: "RUNA_STORE_LOCKED" } });
    // Who waits for the file does not hold up the rest of the process.
    expect(ticks).toBeGreaterThan(5);
    other.exec("ROLLBACK");
    other.close();
    expect(await contentOf(file)).toBe(before);
    expect((await runWith(db, "after")).status).toBe("completed");
    await db.close();
  });

  test("a file that is held for a moment only is waited for", async () => {
    const file = newFile();
    const db = new SqliteDb({ dbFile: file });
    await db.store.appendItems("s", []);
    const other = await openRaw(file);
    other.exec("BEGIN EXCLUSIVE");
    setTimeout(() => other.exec("COMMIT"), 300);
    expect((await runWith(db, "patient")).status).toBe("completed");
    other.close();
    await db.close();
  });

  test("a file that is no database: an error that says so, the file as it was", async () => {
    const file = newFile();
    writeFileSync(file, "Dear diary, ".repeat(1000));
    const before = hashOf(file);
    const run = await runWith(new SqliteDb({ dbFile: file }), "hello");
    expect(run).toMatchObject({ status: "error", error: { code: "RUNA_STORE_UNREADABLE" } });
    expect(hashOf(file)).toBe(before);
  });

  test("a folder that cannot be made, and a file that is a folder: errors that say so", async () => {
    const file = newFile();
    writeFileSync(file, "");
    const below = await runWith(new SqliteDb({ dbFile: join(file, "sessions.db") }), "hello");
    expect(below).toMatchObject({ status: "error", error: { code: "RUNA_STORE_UNREACHABLE" } });
    const inPlace = newFile();
    mkdirSync(inPlace);
    const run = await runWith(new SqliteDb({ dbFile: inPlace }), "hello");
    expect(run).toMatchObject({ status: "error", error: { code: "RUNA_STORE_UNREACHABLE" } });
  });

  test("a file that was removed while it was open is an error once, and never written to unseen", async () => {
    const file = newFile();
    const db = new SqliteDb({ dbFile: file });
    expect((await runWith(db, "before")).status).toBe("completed");
    for (const end of ["", "-wal", "-shm"]) rmSync(`${file}${end}`, { force: true });
    expect(await runWith(db, "gone")).toMatchObject({ status: "error", error: { code: "RUNA_STORE_UNREADABLE" } });
    expect((await runWith(db, "again")).status).toBe("completed");
    await db.close();
  });

  test("a call whose claim cannot be written does not run", async () => {
    const db = new SqliteDb({ dbFile: newFile() });
    vi.spyOn(db.store, "claimCall").mockRejectedValueOnce(new Error("no claims today"));
    const before = effects;
    const run = await runWith(db, "hello");
    expect(run).toMatchObject({ status: "error", error: { message: "no claims today" } });
    expect(effects).toBe(before);
    expect((await runWith(db, "after")).status).toBe("completed");
    await db.close();
  });
});

const reason = whyNoPostgres();
describe.skipIf(reason !== undefined)("PostgreSQL", () => {
  let server: PostgresServer | undefined;
  let connectionString = "";
  beforeAll(async () => {
    server = await startPostgres();
    connectionString = (await server?.createDatabase()) ?? "";
  });
  afterAll(() => server?.stop());

  test("connections that were cut between two runs are made anew", async () => {
    const db = new PostgresDb({ connectionString });
    expect((await runWith(db, "before")).status).toBe("completed");
    await server?.cutConnections(connectionString);
    expect((await runWith(db, "after")).status).toBe("completed");
    await db.close();
  });

  test("a connection that is cut in the middle of a transaction: done again, once, and none is left open", async () => {
    const db = new PostgresDb({ connectionString });
    await db.store.appendItems("cut", []);
    for (let round = 0; round < 5; round++) {
      const writing = db.store.appendItems(
        "cut",
        Array.from({ length: 50 }, (_, n) => ({ type: "user" as const, content: `${round} ${n}` })),
      );
      await new Promise((resolve) => setTimeout(resolve, 5 * round));
      await server?.cutConnections(connectionString);
      const outcome = await writing.then(
        () => "kept",
        (error: unknown) => (error instanceof Error && "code" in error ? error.code : error),
      );
      const kept = (await db.store.readItems("cut")).filter((item) =>
        String(item.type === "user" && item.content).startsWith(`${round} `),
      );
      // All or nothing; which of the two is not known only where the answer to the commit was lost.
      expect([0, 50]).toContain(kept.length);
      if (outcome !== "RUNA_STORE_UNCERTAIN") expect([outcome, kept.length]).toEqual(["kept", 50]);
    }
    const open = await server?.query(
      connectionString,
      "SELECT state FROM pg_stat_activity WHERE state LIKE 'idle in transaction%' AND datname = current_database()",
    );
    expect(open).toEqual([]);
    await db.close();
  });

  test("a server that is not there: an error that says so and holds no password", async () => {
    const run = await runWith(
      new PostgresDb({ connectionString: "postgres://runa:secret@127.0.0.1:1/agents" }),
      "hello",
    );
    expect(run).toMatchObject({ status: "error", error: { code: "RUNA_STORE_UNREACHABLE" } });
    expect(run.error?.message).toContain("127.0.0.1:1/agents");
    expect(run.error?.message).not.toContain("secret");
  });

  test("a store that may only be read: an error that says so, and the next run works", async () => {
    const db = new PostgresDb({ connectionString });
    expect((await runWith(db, "before")).status).toBe("completed");
    const name = new URL(connectionString).pathname.slice(1);
    const elsewhere = new URL(connectionString);
    elsewhere.pathname = "/postgres";
    await server?.query(String(elsewhere), `ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    await server?.cutConnections(connectionString);
    const before = await db.store.readItems("s");
    expect(await runWith(db, "meanwhile")).toMatchObject({ status: "error", error: { code: "RUNA_STORE_READ_ONLY" } });
    expect(await db.store.readItems("s")).toEqual(before);
    await server?.query(String(elsewhere), `ALTER DATABASE ${name} RESET default_transaction_read_only`);
    await server?.cutConnections(connectionString);
    expect((await runWith(db, "after")).status).toBe("completed");
    await db.close();
  });

  test("a row that somebody holds: an error after a while, no transaction left open, and the next run works", async () => {
    const { default: pg } = await import("pg");
    const pool = new pg.Pool({ connectionString, statement_timeout: 300 });
    pool.on("error", () => {});
    const db = new PostgresDb({ pool });
    expect((await runWith(db, "before")).status).toBe("completed");
    const holder = new pg.Client({ connectionString });
    await holder.connect();
    await holder.query("BEGIN; SELECT * FROM runa_sessions FOR UPDATE");
    expect(await runWith(db, "meanwhile")).toMatchObject({ status: "error", error: { code: "RUNA_STORE_LOCKED" } });
    await holder.query("ROLLBACK");
    await holder.end();
    const open = await server?.query(
      connectionString,
      "SELECT pid FROM pg_stat_activity WHERE state LIKE 'idle in transaction%' AND datname = current_database()",
    );
    expect(open).toEqual([]);
    expect((await runWith(db, "after")).status).toBe("completed");
    await db.close();
    await pool.end();
  });
});
if (reason) test.skip(`left out: broken stores on PostgreSQL, because ${reason}`, () => {});

function hashOf(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}
