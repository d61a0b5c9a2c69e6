/** What a model may try with `SqlTools`, and what comes of it: on SQLite and on PostgreSQL. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Agent } from "@runa/runtime";
import { ScriptedModel } from "@runa/runtime/testing";
import { SqlTools, type SqlToolsOptions } from "@runa/runtime/toolkits/sql";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PostgresServer, startPostgres, whyNoPostgres } from "../support/postgres-server.ts";

const PACKAGE = fileURLToPath(new URL("../..", import.meta.url));
const SETUP = [
  "create table items (id integer, name text)",
  "insert into items values (1, 'a'), (2, 'b'), (3, 'c')",
] as const;
const FOREVER = {
  sqlite: "with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n",
  postgres: "select pg_sleep(60)",
} as const;

/** By the way of a model. */
async function query(sql: string, options: SqlToolsOptions): Promise<string> {
  const model = new ScriptedModel([{ toolCalls: [{ name: "query", arguments: { sql } }] }, "done"]);
  return (await new Agent({ name: "x", model, tools: [new SqlTools(options)] }).run("go")).toolCalls[0]?.text ?? "";
}

let folder = "";
let server: PostgresServer | undefined;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "runa-sql-"));
  server = await startPostgres();
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true });
});

describe.each(["sqlite", "postgres"] as const)("SqlTools on %s", (kind) => {
  const isLeftOut = kind === "postgres" && whyNoPostgres() !== undefined;
  let at: SqlToolsOptions = {};
  beforeAll(async () => {
    if (isLeftOut) return;
    const postgres = kind === "postgres" ? await server?.createDatabase() : undefined;
    at = postgres === undefined ? { sqlite: join(folder, "shop.db") } : { postgres };
    const [create, insert] = SETUP;
    expect(await query(create, { ...at, writable: true })).toBe('{"rows":[],"more":false}');
    expect(await query(insert, { ...at, writable: true })).toBe('{"rows":[],"more":false,"changed":3}');
  });
  const rows = async (): Promise<string> => query("select id, name from items order by id", at);
  const ALL = '{"rows":[{"id":1,"name":"a"},{"id":2,"name":"b"},{"id":3,"name":"c"}],"more":false}';

  it.skipIf(isLeftOut)("reads rows, up to its limit", async () => {
    expect(await rows()).toBe(ALL);
    expect(
      await query("-- all\nwith x as (select id from items) select id from x order by id;", { ...at, maxRows: 2 }),
    ).toBe('{"rows":[{"id":1},{"id":2}],"more":true}');
  });

  it.skipIf(isLeftOut).each<[string, string]>([
    ["writes", "insert into items values (4, 'd')"],
    ["writes inside a query", "with x(i) as (select 9) insert into items select i, 'x' from x"],
    ["writes behind a comment", "/* select */ delete from items"],
    ["changes a table", "drop table items"],
    ["explains and runs", kind === "sqlite" ? "pragma writable_schema = 1" : "explain analyze delete from items"],
    ["stacks statements", "select 1; drop table items"],
    ["stacks statements behind a comment", "select 1 /* ; */ ; -- x\n delete from items"],
    ["ends the transaction", "commit; drop table items"],
    ["opens another database", kind === "sqlite" ? "attach '/etc/passwd' as p" : "copy items to '/tmp/x'"],
    [
      "makes itself writable",
      kind === "sqlite" ? "pragma query_only = 0" : "select set_config('transaction_read_only', 'off', true)",
    ],
    ["is none", "; ;"],
    ["hides behind nested comments", kind === "sqlite" ? "/* /* */ vacuum" : "/* /* */ show */ lock table items"],
    ["holds a null character", "select 1\0; drop table items"],
    ["is overlong", `select 1 ${"/*".repeat(50_000)}`],
  ])("refuses SQL that %s", async (_, sql) => {
    expect(await query(sql, at)).toMatch(/^error: /);
    expect(await rows()).toBe(ALL);
  });

  it.skipIf(isLeftOut)("refuses stacked statements where it may write, too", async () => {
    expect(await query("delete from items where id = 1; drop table items", { ...at, writable: true })).toMatch(
      kind === "sqlite" ? /one statement at a time/ : /multiple commands/,
    );
    expect(await rows()).toBe(ALL);
  });

  it.skipIf(isLeftOut).each<[string, RegExp]>([
    ["", /^error: the text does not begin with a statement/],
    [" ; -- nothing", /^error: the text does not begin with a statement/],
    ["selct 1", /^error: the database may only be read here: a statement begins with SELECT.* not with SELCT$/],
    ["select 1; select 2", /^error: (?:one statement at a time|cannot insert multiple commands)/],
    ["delete from items", /^error: the database may only be read here: .* not with DELETE$/],
  ])("says what is wrong with %j where it may only read", async (sql, message) => {
    expect(await query(sql, at)).toMatch(message);
  });

  it.skipIf(isLeftOut)("says how many rows a statement has changed", async () => {
    const write = (sql: string) => query(sql, { ...at, writable: true, maxRows: 1 });
    await write("create table counted (n integer)");
    expect(await write("insert into counted values (1), (2) returning n")).toBe(
      '{"rows":[{"n":1}],"more":true,"changed":2}',
    );
    expect(await write("update counted set n = 5")).toBe('{"rows":[],"more":false,"changed":2}');
    expect(await write("delete from counted where n = 1")).toBe('{"rows":[],"more":false,"changed":0}');
    expect(await write("with x as (select 7 as n) insert into counted select n from x")).toBe(
      '{"rows":[],"more":false,"changed":1}',
    );
    expect(await write("with x as (select 'delete' as a) select a from x")).toBe(
      '{"rows":[{"a":"delete"}],"more":false}',
    );
    expect(await write("drop table counted")).toBe('{"rows":[],"more":false}');
    expect(await write("commit")).toBe("error: COMMIT is not run here: each statement is a transaction of its own");
  });

  it.skipIf(isLeftOut)("changes nothing where the answer would be too long", async () => {
    const insert = "insert into items select id + 10, name from items returning id, name";
    expect(await query(insert, { ...at, writable: true, maxBytes: 20 })).toMatch(
      kind === "sqlite" ? /^error: the rows have more than 20 bytes.*; nothing was changed$/ : /^\{/,
    );
    if (kind === "postgres") await query("delete from items where id > 10", { ...at, writable: true });
    expect(await rows()).toBe(ALL);
  });

  it.skipIf(isLeftOut)("shows both of two columns of one name", async () => {
    expect(await query("select 1 as id, 2 as id, 3 as id_2", at)).toBe(
      '{"rows":[{"id":1,"id_3":2,"id_2":3}],"more":false}',
    );
  });

  it.skipIf(isLeftOut)("shows bytes by their number, and numbers beyond JSON as texts", async () => {
    const sql =
      kind === "sqlite"
        ? "select x'000102' as b, 9e999 as i"
        : "select '\\x000102'::bytea as b, 'infinity'::float8 as i";
    expect(await query(sql, at)).toBe('{"rows":[{"b":"(3 bytes)","i":"Infinity"}],"more":false}');
  });

  it.skipIf(isLeftOut)("runs what a model writes side by side one after another, in its order", async () => {
    const statements = [
      "create table queue (n integer)",
      "insert into queue values (1) returning n",
      "update queue set n = n + 10",
      "insert into queue values (2), (3) returning n",
      "select n from queue order by n",
      "drop table queue",
    ];
    const model = new ScriptedModel([
      { toolCalls: statements.map((sql) => ({ name: "query", arguments: { sql } })) },
      "done",
    ]);
    const run = await new Agent({ name: "x", model, tools: [new SqlTools({ ...at, writable: true })] }).run("go");
    expect(run.toolCalls.map(({ text }) => text)).toEqual([
      '{"rows":[],"more":false}',
      '{"rows":[{"n":1}],"more":false,"changed":1}',
      '{"rows":[],"more":false,"changed":1}',
      '{"rows":[{"n":2},{"n":3}],"more":false,"changed":2}',
      '{"rows":[{"n":2},{"n":3},{"n":11}],"more":false}',
      '{"rows":[],"more":false}',
    ]);
  });

  it.skipIf(isLeftOut)("gives up a turn with its run", async () => {
    const tools = new SqlTools({ ...at, writable: true, timeout: 3_000 });
    const end = new AbortController();
    const running = tools.query(FOREVER[kind], AbortSignal.timeout(2_000)).catch(() => "stopped");
    const waiting = tools.query("insert into items values (9, 'z')", end.signal);
    end.abort(new Error("ended"));
    const started = performance.now();
    await expect(waiting).rejects.toThrow("ended");
    expect(performance.now() - started).toBeLessThan(500);
    expect(await running).toBe("stopped");
    expect(await rows()).toBe(ALL);
  });

  it.skipIf(isLeftOut)("stops a query that runs for ever, and keeps working", async () => {
    const started = performance.now();
    expect(await query(FOREVER[kind], { ...at, timeout: 500 })).toBe(
      "error: the query took longer than 500 ms and was stopped",
    );
    expect(performance.now() - started).toBeLessThan(8_000);
    expect(await rows()).toBe(ALL);
  });

  it.skipIf(isLeftOut)("stops with its run", async () => {
    const model = new ScriptedModel([{ toolCalls: [{ name: "query", arguments: { sql: FOREVER[kind] } }] }, "done"]);
    const agent = new Agent({ name: "x", model, tools: [new SqlTools({ ...at, timeout: 60_000 })] });
    await expect(agent.run("go", { signal: AbortSignal.timeout(500) })).rejects.toThrow("timeout");
  });

  it.skipIf(isLeftOut)("refuses an answer that is too long, in one cell or in many rows", async () => {
    const cell = kind === "sqlite" ? "hex(zeroblob(1000000))" : "repeat('x', 2000000)";
    expect(await query(`select ${cell} as a`, at)).toMatch(/^error: the rows have more than 200000 bytes/);
    expect(await query(`select ${cell} as a from items a, items b`, at)).toMatch(/^error: the rows have more than/);
    expect(await query("select 'xx' as a", { ...at, maxBytes: 5_000 })).toBe('{"rows":[{"a":"xx"}],"more":false}');
  });

  it.skipIf(isLeftOut)("shows all rows where there is no limit", async () => {
    const none = { ...at, maxRows: Number.POSITIVE_INFINITY, maxBytes: Number.POSITIVE_INFINITY };
    expect(await query("select id, name from items order by id", none)).toBe(ALL);
  });

  it.skipIf(isLeftOut)("reads texts that look like statements", async () => {
    expect(await query("with x as (select 'delete; update' as a) select a from x", at)).toBe(
      '{"rows":[{"a":"delete; update"}],"more":false}',
    );
  });

  it.skipIf(isLeftOut)("asks nothing for a run that has ended", async () => {
    const ended = AbortSignal.abort(new Error("ended"));
    await expect(new SqlTools(at).query("select 1", ended)).rejects.toThrow("ended");
  });

  it.skipIf(isLeftOut)("says what the database says", async () => {
    expect(await query("select nonsense from items", at)).toMatch(/^error: .*nonsense/);
  });
});

describe.skipIf(whyNoPostgres() !== undefined)("SqlTools on postgres, beyond its transaction", () => {
  it("keeps nothing of functions that write although the transaction is read-only", async () => {
    const postgres = (await server?.createDatabase()) ?? "";
    await query("select lo_create(4711), pg_notify('x', 'y')", { postgres });
    expect(await server?.query(postgres, "select oid from pg_largeobject_metadata")).toEqual([]);
  });

  it("shows dates as the server writes them, whatever the zone of this process", async () => {
    const postgres = (await server?.createDatabase()) ?? "";
    const sql =
      "select date '2026-01-02' as d, timestamp '2026-01-02 03:04:05' as t, 'nan'::float8 as n, array['infinity'::float8] as l";
    expect(await query(sql, { postgres })).toBe(
      '{"rows":[{"d":"2026-01-02","t":"2026-01-02 03:04:05","n":"NaN","l":["Infinity"]}],"more":false}',
    );
  });

  it("stops the server's work with the run", async () => {
    const postgres = (await server?.createDatabase()) ?? "";
    const work = "select count(*)::int as n from pg_stat_activity where state = 'active' and query like 'FETCH%'";
    const tools = new SqlTools({ postgres, timeout: 60_000 });
    const end = new AbortController();
    const asked = tools.query("select pg_sleep(30)", end.signal);
    await expect.poll(() => server?.query(postgres, work), { timeout: 5_000 }).toEqual([{ n: 1 }]);
    end.abort(new Error("ended"));
    await expect(asked).rejects.toThrow("ended");
    await expect.poll(() => server?.query(postgres, work), { timeout: 5_000 }).toEqual([{ n: 0 }]);
  });

  it("says clearly that a server fell silent, and tells nothing of where it is", async () => {
    const silent = createServer((socket) => socket.on("error", () => {}));
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const { port } = silent.address() as AddressInfo;
    for (const at of [`127.0.0.1:${port}`, "127.0.0.1:1", "no.such.host.invalid", "[bad"])
      expect(await query("select 1", { postgres: `postgres://bob:hunter2@${at}/sales`, timeout: 500 })).toMatch(
        /^error: the database cannot be reached(?: \(\w+\))?$/,
      );
    silent.close();
  });
});

describe("SqlTools on sqlite, beside another program", () => {
  /** Holds the lock for writing from the first line it prints until it is told to stop. */
  const HOLDER = `
    const { DatabaseSync } = await import(process.argv[2]);
    const database = new DatabaseSync(process.argv[1]);
    database.exec("BEGIN IMMEDIATE");
    console.log("held");
    process.stdin.once("data", () => { database.exec("COMMIT"); database.close(); process.exit(); });
  `;
  const driver = isBuiltin("node:sqlite") ? "node:sqlite" : import.meta.resolve("@photostructure/sqlite");

  async function holdLock(file: string): Promise<() => void> {
    const child = spawn(process.execPath, ["--input-type=module", "-e", HOLDER, file, driver], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    await once(child.stdout, "data");
    return () => child.stdin.write("go");
  }

  it("waits for it, and says so where it waited in vain", async () => {
    const sqlite = join(folder, "held.db");
    await query("create table t (n integer)", { sqlite, writable: true });
    const insert = "insert into t values (1)";
    const letGo = await holdLock(sqlite);
    expect(await query(insert, { sqlite, writable: true, timeout: 1_000 })).toBe(
      "error: another program uses the database, and did not finish within 500 ms; nothing was changed",
    );
    const waiting = query(insert, { sqlite, writable: true, timeout: 20_000 });
    setTimeout(letGo, 500);
    expect(await waiting).toBe('{"rows":[],"more":false,"changed":1}');
  });

  it("is taken turns with by other toolkits, and has let go of the file when the answer is there", async () => {
    const sqlite = join(folder, "shared.db");
    const { DatabaseSync } = await import(driver);
    await query("create table t (n integer)", { sqlite, writable: true });
    const own = new DatabaseSync(sqlite, { timeout: 0 });
    own.exec("PRAGMA journal_mode = WAL");
    own.close();
    const insert = "insert into t values (1) returning n";
    await Promise.all(
      Array.from({ length: 4 }, async () =>
        expect(await query(insert, { sqlite, writable: true, timeout: 20_000 })).toMatch(/^\{"rows":\[\{"n":1\}\]/),
      ),
    );
    const after = new DatabaseSync(sqlite, { timeout: 0 });
    after.exec("insert into t values (2)");
    after.close();
    expect(readdirSync(folder).filter((name) => name.startsWith("shared.db"))).toEqual(["shared.db"]);
    expect(await query("select count(*) as n from t", { sqlite })).toBe('{"rows":[{"n":5}],"more":false}');
  });
});

it("says at once where there is no such database", () => {
  const none = join(folder, "none.db");
  expect(() => new SqlTools({ sqlite: none })).toThrow(/sqlite: .*none\.db does not exist/);
  expect(() => new SqlTools({ sqlite: pathToFileURL(none) })).toThrow(/sqlite: .*none\.db does not exist/);
  expect(() => new SqlTools({ sqlite: folder })).toThrow(/is no file/);
  expect(() => new SqlTools({ sqlite: join(folder, "no", "folder.db"), writable: true })).toThrow(/no does not exist/);
  expect(() => new SqlTools({ sqlite: ":memory:", writable: true })).toThrow(
    "a database in memory ends with each query",
  );
  expect(() => new SqlTools({ sqlite: none, writable: true })).not.toThrow();
});

describe("SqlTools without its package", () => {
  /** The package as it would be installed, beside all others but those of databases. */
  function install(): string {
    const modules = join(mkdtempSync(join(folder, "app-")), "node_modules");
    const own = join(modules, "@runa", "runtime");
    for (const part of ["src", "worker", "package.json"])
      cpSync(join(PACKAGE, part), join(own, part), { recursive: true });
    for (const name of ["ajv", "ajv-formats", "undici", "eventsource-parser", "p-limit", "piscina", "tsx"])
      symlinkSync(join(PACKAGE, "../../node_modules", name), join(modules, name));
    return dirname(modules);
  }

  it("tells the developer which to install, before any model is asked (RUNA_MISSING_PACKAGE)", () => {
    const app = install();
    writeFileSync(join(app, "shop.db"), "");
    const script = `
      import { isBuiltin } from "node:module";
      import { SqlTools } from "@runa/runtime/toolkits/sql";
      const problems = [];
      for (const at of [{ postgres: "postgres://x@127.0.0.1:1/x" }, { sqlite: "shop.db" }])
        try { new SqlTools(at); problems.push("none"); } catch (error) { problems.push(error.code + " " + error.message); }
      console.log(JSON.stringify(problems));
    `;
    const options = ["--conditions=@runa/source", "--import", "tsx", "--input-type=module", "-e", script];
    const problems: unknown = JSON.parse(execFileSync(process.execPath, options, { cwd: app, encoding: "utf8" }));
    expect(problems).toEqual([
      "RUNA_MISSING_PACKAGE SqlTools: The package pg is not installed. Run npm install pg.",
      isBuiltin("node:sqlite")
        ? "none"
        : "RUNA_MISSING_PACKAGE SqlTools: This version of Node has no SQLite of its own. The package @photostructure/sqlite is not installed. Run npm install @photostructure/sqlite.",
    ]);
  });
});

it("takes one database", () => {
  expect(() => new SqlTools({})).toThrow("takes one database");
  expect(() => new SqlTools({ sqlite: "a", postgres: "b" })).toThrow("takes one database");
});
