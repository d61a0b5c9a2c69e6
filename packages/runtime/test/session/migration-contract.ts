/** Stores of earlier versions, in cases. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Store } from "../../src/session/store.ts";
import { resultOf, set, user } from "./store-contract.ts";

export interface OldDatabase {
  run(sql: string): Promise<void>;
  open(): Store;
}

const VERSION_1 = readFileSync(new URL("schema/version-1.sql", import.meta.url), "utf8");

export function describeMigrations(name: string, createDatabase: () => Promise<OldDatabase>): void {
  describe(`${name}: stores of other versions`, () => {
    test("one of version 1 keeps all that is in it, and takes all that is new", async () => {
      const database = await createDatabase();
      await database.run(VERSION_1);
      const store = database.open();
      expect(await store.readItems("s")).toEqual([user("one"), user("two")]);
      expect(await store.readState("s")).toEqual({ list: ["milk"] });
      expect(await store.pendingRuns("s")).toMatchObject([
        { runId: "r1", status: "paused", snapshot: { step: 1 }, savedAt: "2023-11-14T22:13:20.000Z" },
      ]);
      const resumed = await store.resumeRun({ runId: "r1", sessionId: "s" });
      if (resumed.kind !== "resumed") throw new Error("It was not resumed");
      expect(await store.claimCall(resumed.lease, "c1")).toEqual({ kind: "done", result: resultOf("c1") });
      // Where a run began, version 1 did not know: it then replaces nothing.
      const ending = { items: [user("three")], patch: set(["n"], 1), replaces: resumed.mark };
      await store.finishRun(resumed.lease, ending);
      expect(await store.readItems("s")).toHaveLength(3);
      expect(await store.readState("s")).toEqual({ list: ["milk"], n: 1 });
      await store.close();
    });

    test("several processes may find one of version 1 at the same time", async () => {
      const database = await createDatabase();
      await database.run(VERSION_1);
      const stores = Array.from({ length: 5 }, () => database.open());
      const read = await Promise.all(stores.map((store) => store.readItems("s")));
      expect(read.map((items) => items.length)).toEqual([2, 2, 2, 2, 2]);
      for (const store of stores) await store.close();
    });

    test("one of a newer version is refused, and nothing in it is changed", async () => {
      const database = await createDatabase();
      await database.run("CREATE TABLE runa_versions (version INTEGER); INSERT INTO runa_versions VALUES (999);");
      const store = database.open();
      const refused = { code: "RUNA_STORE_NEWER", message: expect.stringContaining("999") };
      await expect(store.readItems("s")).rejects.toMatchObject(refused);
      await expect(store.appendItems("s", [user("no")])).rejects.toMatchObject(refused);
      await database.run("CREATE TABLE runa_sessions (nobody TEXT)");
      await store.close();
    });
  });
}
