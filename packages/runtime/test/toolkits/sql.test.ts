/** What a model may try with `SqlTools`, and what comes of it: on SQLite and on PostgreSQL. */
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Agent } from "@runa/runtime";
import { ScriptedModel } from "@runa/runtime/testing";
import { SqlTools, type SqlToolsOptions } from "@runa/runtime/toolkits/sql";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PostgresServer, startPostgres, whyNoPostgres } from "../support/postgres-server.ts";

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
    for (const sql of SETUP) expect(await query(sql, { ...at, writable: true })).toBe('{"rows":[],"more":false}');
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

it("takes one database", () => {
  expect(() => new SqlTools({})).toThrow("takes one database");
  expect(() => new SqlTools({ sqlite: "a", postgres: "b" })).toThrow("takes one database");
});
