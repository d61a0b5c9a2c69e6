import { afterAll, beforeAll, describe, test } from "vitest";
import { PostgresDriver } from "../../src/postgres/postgres-driver.ts";
import { SqlStore } from "../../src/session/sql/sql-store.ts";
import { type PostgresServer, startPostgres, whyNoPostgres } from "../support/postgres-server.ts";
import { describeMigrations } from "./migration-contract.ts";
import { describeStore } from "./store-contract.ts";

const reason = whyNoPostgres();
describe.skipIf(reason !== undefined)("on a real server", () => {
  let server: PostgresServer | undefined;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.stop());

  describeStore("PostgreSQL", async () => {
    const connectionString = await server?.createDatabase();
    return () => new PostgresDriver(connectionString ?? "");
  });

  describeMigrations("PostgreSQL", async () => {
    const connectionString = (await server?.createDatabase()) ?? "";
    return {
      open: () => new SqlStore(new PostgresDriver(connectionString)),
      run: async (sql) => void (await server?.query(connectionString, sql)),
    };
  });
});

if (reason) test.skip(`left out: stores on PostgreSQL, because ${reason}`, () => {});
