/** What a model may try with `SqlTools`, and what comes of it: on SQLite and on PostgreSQL. */
import { mkdtempSync, rmSync } from "node:fs";
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

  it.skipIf(isLeftOut)("says what the database says", async () => {
    expect(await query("select nonsense from items", at)).toMatch(/^error: .*nonsense/);
  });
});

it("takes one database", () => {
  expect(() => new SqlTools({})).toThrow("takes one database");
  expect(() => new SqlTools({ sqlite: "a", postgres: "b" })).toThrow("takes one database");
});
