/** What every store promises, in cases. Run on each database by a test file of its own. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, describe, expect, test } from "vitest";
import type { Item, ToolResultItem } from "../../src/model/item.ts";
import { thisProcess } from "../../src/session/owner.ts";
import type { Driver } from "../../src/session/sql/driver.ts";
import { SqlStore } from "../../src/session/sql/sql-store.ts";
import { sql } from "../../src/session/sql/statement.ts";
import type { Owner, RunStart, Store } from "../../src/session/store.ts";
import type { StatePatch } from "../../src/tool/state-patch.ts";

/** Opens the same database anew, as another process does. */
export type OpenDriver = () => Driver;
type OpenStore = (owner?: Owner) => Store;

export function describeStore(name: string, createDatabase: () => Promise<OpenDriver>): void {
  const opened: Store[] = [];
  let openDriver: OpenDriver;
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
  });
  async function open(): Promise<OpenStore> {
    openDriver = await createDatabase();
    return (owner) => {
      const store = new SqlStore(openDriver(), owner);
      opened.push(store);
      return store;
    };
  }

  describe(`${name}: the conversation`, () => {
    test("H3: gives items back as they were given, in order, also to another process", async () => {
      const openStore = await open();
      const store = openStore();
      await store.appendItems("s", [user("one"), callOf("c1")]);
      await store.appendItems("s", [resultOf("c1"), user("two \u0000 \ud800 \u2028 '\";--")]);
      const want = [user("one"), callOf("c1"), resultOf("c1"), user("two \u0000 \ud800 \u2028 '\";--")];
      expect(await store.readItems("s")).toEqual(want);
      expect(await openStore().readItems("s")).toEqual(want);
      expect(await store.readItems("another")).toEqual([]);
    });

    test("H3: a limit gives the newest, and no result without its call", async () => {
      const store = (await open())();
      await store.appendItems("s", [user("one"), callOf("c1"), resultOf("c1"), user("two")]);
      expect(await store.readItems("s", 1)).toEqual([user("two")]);
      expect(await store.readItems("s", 2)).toEqual([user("two")]);
      expect(await store.readItems("s", 3)).toEqual([callOf("c1"), resultOf("c1"), user("two")]);
      expect(await store.readItems("s", 99)).toHaveLength(4);
    });

    test("H3: pops the newest, replaces all, clears", async () => {
      const store = (await open())();
      expect(await store.popItem("s")).toBeUndefined();
      await store.appendItems("s", [user("one"), user("two")]);
      expect(await store.popItem("s")).toEqual(user("two"));
      await store.replaceItems("s", [user("a"), user("b"), user("c")]);
      expect(await store.readItems("s")).toEqual([user("a"), user("b"), user("c")]);
      await store.patchState("s", set(["n"], 1));
      const { lease } = await start(store, "r1");
      await store.clearSession("s");
      expect(await store.readItems("s")).toEqual([]);
      expect(await store.readState("s")).toBeUndefined();
      await expect(store.saveRun(lease, {})).rejects.toMatchObject({ code: "RUNA_LEASE_LOST" });
    });

    test("H8: items that several append at once are all there, those of one together", async () => {
      const openStore = await open();
      const stores = [openStore(), openStore(), openStore()];
      await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          stores[index % 3]?.appendItems("s", [user(`${index} a`), user(`${index} b`)]),
        ),
      );
      const texts = (await openStore().readItems("s")).map((item) => String(item.type === "user" && item.content));
      expect(texts).toHaveLength(60);
      for (let index = 0; index < 60; index += 2) {
        expect(texts[index]?.replace(" a", " b")).toBe(texts[index + 1]);
      }
    });
  });

  describe(`${name}: the state`, () => {
    test("H5: has none before the first write, then what was written", async () => {
      const openStore = await open();
      expect(await openStore().readState("s")).toBeUndefined();
      expect(await openStore().patchState("s", set(["list"], ["milk"]))).toEqual({ list: ["milk"] });
      expect(await openStore().readState("s")).toEqual({ list: ["milk"] });
    });

    test("H8: changes that are made side by side are all there", async () => {
      const openStore = await open();
      const stores = [openStore(), openStore()];
      await Promise.all(
        Array.from({ length: 20 }, (_, index) => stores[index % 2]?.patchState("s", set(["at", String(index)], index))),
      );
      const state = await openStore().readState("s");
      expect(Object.keys(Object(state?.at))).toHaveLength(20);
    });
  });

  describe(`${name}: runs`, () => {
    test("a run finds the conversation and the state, and adds to both at once when it ends", async () => {
      const openStore = await open();
      const store = openStore();
      await store.appendItems("s", [user("before")]);
      await store.patchState("s", set(["n"], 1));
      const begun = await start(store, "r1");
      expect(begun.items).toEqual([user("before")]);
      expect(begun.state).toEqual({ n: 1 });
      await store.finishRun(begun.lease, { items: [user("hello")], patch: set(["n"], 2) });
      expect(await openStore().readItems("s")).toEqual([user("before"), user("hello")]);
      expect(await openStore().readState("s")).toEqual({ n: 2 });
      expect(await openStore().pendingRuns("s")).toEqual([]);
    });

    test("H15: a run may put a shorter conversation in place of what it found, and of nothing else", async () => {
      const store = (await open())();
      await store.appendItems("s", [user("old 1"), user("old 2")]);
      const { lease, mark } = await start(store, "r1");
      await store.appendItems("s", [user("meanwhile")]);
      const items = [user("kept"), user("a"), user("b"), user("c")];
      await store.finishRun(lease, { items, patch: [], replaces: mark });
      expect(await store.readItems("s")).toEqual([...items, user("meanwhile")]);
      await store.appendItems("s", [user("after")]);
      expect(await store.readItems("s", 2)).toEqual([user("meanwhile"), user("after")]);
    });

    test("E18: a finished run cannot be finished or resumed again", async () => {
      const store = (await open())();
      const { lease } = await start(store, "r1");
      await store.finishRun(lease, { items: [user("once")], patch: [] });
      await expect(store.finishRun(lease, { items: [user("once")], patch: [] })).rejects.toMatchObject({
        code: "RUNA_LEASE_LOST",
      });
      expect(await store.resumeRun(lease)).toEqual({ kind: "over" });
      expect(await store.readItems("s")).toEqual([user("once")]);
    });

    test("H9: a paused run is listed, survives, and is resumed by one process only", async () => {
      const openStore = await open();
      const store = openStore();
      const { lease } = await start(store, "r1");
      expect(await store.pendingRuns("s")).toEqual([]);
      await store.pauseRun(lease, { step: 1 }, set(["n"], 1));
      expect(await store.readItems("s")).toEqual([]);
      expect(await store.readState("s")).toEqual({ n: 1 });
      const other = openStore(anotherProcess());
      const [pending] = await other.pendingRuns("s");
      expect(pending).toMatchObject({ runId: "r1", sessionId: "s", status: "paused", snapshot: { step: 1 } });
      expect(Date.parse(pending?.savedAt ?? "")).toBeGreaterThan(Date.now() - 60_000);
      await store.appendItems("s", [user("meanwhile")]);
      const resumed = await Promise.all([store.resumeRun(lease), other.resumeRun(lease), openStore().resumeRun(lease)]);
      expect(resumed.map(({ kind }) => kind).sort()).toEqual(["busy", "busy", "resumed"]);
      const [winner] = resumed.filter(({ kind }) => kind === "resumed");
      expect(winner).toMatchObject({ mark: 0, state: { n: 1 }, snapshot: { step: 1 }, lease: { fence: 2 } });
      expect(await other.pendingRuns("s")).toEqual([]);
    });

    test("H9: a paused run keeps new ones out, unless it is abandoned", async () => {
      const store = (await open())();
      const { lease } = await start(store, "r1");
      await store.pauseRun(lease, { step: 1 }, []);
      expect(await store.startRun({ runId: "r2", sessionId: "s" })).toMatchObject({
        kind: "pending",
        runs: [{ runId: "r1" }],
      });
      expect(await store.startRun({ runId: "r3", sessionId: "another" })).toMatchObject({ kind: "started" });
      expect(await store.startRun({ runId: "r2", sessionId: "s" }, { abandonPending: true })).toMatchObject({
        kind: "started",
      });
      expect(await store.resumeRun(lease)).toEqual({ kind: "over" });
    });

    test("H9: a pending run can be abandoned, one that is under way cannot", async () => {
      const store = (await open())();
      const { lease } = await start(store, "r1");
      expect(await store.abandonRun(lease)).toBe(false);
      await store.pauseRun(lease, { step: 1 }, []);
      expect(await store.abandonRun(lease)).toBe(true);
      expect(await store.abandonRun(lease)).toBe(false);
      expect(await store.pendingRuns("s")).toEqual([]);
    });

    test("H8: runs of one session overlap", async () => {
      const openStore = await open();
      const [one, two] = [openStore(), openStore(anotherProcess())];
      const first = await start(one, "r1");
      const second = await start(two, "r2");
      await two.finishRun(second.lease, { items: [user("second")], patch: set(["b"], 2) });
      await one.finishRun(first.lease, { items: [user("first")], patch: set(["a"], 1) });
      expect(await one.readItems("s")).toEqual([user("second"), user("first")]);
      expect(await one.readState("s")).toEqual({ a: 1, b: 2 });
    });

    test("H8: runs that begin side by side in a new session share its first state, and both add to a list of it", async () => {
      const openStore = await open();
      const stores = [openStore(), openStore(anotherProcess())];
      const initialState = { list: ["milk"] };
      const begun = await Promise.all(
        stores.map((store, index) => store.startRun({ runId: `r${index}`, sessionId: "s" }, { initialState })),
      );
      expect(begun).toMatchObject([{ state: initialState }, { state: initialState }]);
      await Promise.all(
        begun.map(
          (run, index) =>
            run.kind === "started" &&
            stores[index]?.finishRun(run.lease, {
              items: [],
              patch: [{ op: "append", path: ["list"], value: ["milk", `item ${index}`], from: 1 }],
            }),
        ),
      );
      const { list } = Object(await openStore().readState("s")) as { list: readonly string[] };
      expect([list[0], ...list.slice(1).toSorted()]).toEqual(["milk", "item 0", "item 1"]);
      const later = await openStore().startRun({ runId: "r2", sessionId: "s" }, { initialState: { other: 1 } });
      expect(later).toMatchObject({ state: { list: expect.any(Array) } });
      expect(later).not.toHaveProperty("state.other");
    });

    test("a run is of one session: another session cannot resume or abandon it", async () => {
      const store = (await open())();
      const { lease } = await start(store, "r1");
      await store.pauseRun(lease, { step: 1 }, []);
      expect(await store.resumeRun({ runId: "r1", sessionId: "another" })).toEqual({ kind: "over" });
      expect(await store.abandonRun({ runId: "r1", sessionId: "another" })).toBe(false);
      expect(await store.pendingRuns("s")).toHaveLength(1);
    });

    test("a run whose process is dead is free at once, and its old owner can do nothing more", async () => {
      const openStore = await open();
      const dead = openStore(await deadProcess());
      const { lease } = await start(dead, "r1");
      await dead.saveRun(lease, { step: 1 });
      const store = openStore();
      expect(await store.pendingRuns("s")).toMatchObject([
        { runId: "r1", status: "interrupted", snapshot: { step: 1 } },
      ]);
      expect(await start(store, "r2")).toBeDefined();
      const resumption = await store.resumeRun(lease);
      expect(resumption).toMatchObject({ kind: "resumed", lease: { fence: 2 } });
      const lost = { code: "RUNA_LEASE_LOST" };
      await expect(dead.claimCall(lease, "c1")).rejects.toMatchObject(lost);
      await expect(dead.saveRun(lease, { step: 9 })).rejects.toMatchObject(lost);
      await expect(dead.recordResult(lease, resultOf("c1"), set(["n"], 9))).rejects.toMatchObject(lost);
      await expect(dead.pauseRun(lease, {}, set(["n"], 9))).rejects.toMatchObject(lost);
      await expect(dead.finishRun(lease, { items: [user("no")], patch: set(["n"], 9) })).rejects.toMatchObject(lost);
      expect(await store.readItems("s")).toEqual([]);
      expect(await store.readState("s")).toBeUndefined();
    });

    test("a process number that was given to another process is not taken for the old one", async () => {
      const openStore = await open();
      const before = openStore({ ...thisProcess(), id: "before", startedAt: "1" });
      const { lease } = await start(before, "r1");
      expect(await openStore().resumeRun(lease)).toMatchObject({ kind: "resumed" });
    });

    test("a run of another machine is busy until its lease has run out", async () => {
      const openStore = await open();
      const far = openStore({ id: "far", host: "elsewhere", pid: 1, startedAt: "1" });
      const { lease } = await start(far, "r1");
      expect(await openStore().resumeRun(lease)).toEqual({ kind: "busy" });
      await far.saveRun(lease, { step: 1 });
      const driver = openDriver();
      // As if a minute had passed without a sign of it.
      await driver.transact(() => sql`UPDATE runa_runs SET lease_until = ${1}`);
      await driver.close();
      const store = openStore();
      expect(await store.pendingRuns("s")).toMatchObject([{ status: "interrupted" }]);
      expect(await store.resumeRun(lease)).toMatchObject({ kind: "resumed", lease: { fence: 2 } });
      await expect(far.finishRun(lease, { items: [user("late")], patch: [] })).rejects.toMatchObject({
        code: "RUNA_LEASE_LOST",
      });
    });

    test("what died before anything was saved of it is not listed, and is forgotten by the next run", async () => {
      const openStore = await open();
      await start(openStore(await deadProcess()), "r1");
      const store = openStore();
      expect(await store.pendingRuns("s")).toEqual([]);
      await start(store, "r2");
      expect(await store.resumeRun({ runId: "r1", sessionId: "s" })).toEqual({ kind: "over" });
    });
  });

  describe(`${name}: calls`, () => {
    test("E18: a call is claimed once, whoever asks", async () => {
      const store = (await open())();
      const { lease } = await start(store, "r1");
      const claims = await Promise.all(Array.from({ length: 5 }, () => store.claimCall(lease, "c1")));
      expect(claims.filter(({ kind }) => kind === "claimed")).toHaveLength(1);
      expect(await store.claimCall(lease, "c2")).toEqual({ kind: "claimed" });
    });

    test("after a kill a call that has a result is done, and one that has none is unknown", async () => {
      const openStore = await open();
      const dead = openStore(await deadProcess());
      const { lease } = await start(dead, "r1");
      await dead.claimCall(lease, "c1");
      await dead.recordResult(lease, resultOf("c1"), set(["n"], 1));
      await dead.claimCall(lease, "c2");
      await dead.saveRun(lease, { step: 1 });
      const store = openStore();
      const resumed = await store.resumeRun(lease);
      if (resumed.kind !== "resumed") throw new Error("It was not resumed");
      expect(resumed.state).toEqual({ n: 1 });
      expect(await store.claimCall(resumed.lease, "c1")).toEqual({ kind: "done", result: resultOf("c1") });
      expect(await store.claimCall(resumed.lease, "c2")).toEqual({ kind: "unknown" });
      expect(await store.claimCall(resumed.lease, "c3")).toEqual({ kind: "claimed" });
    });

    test("C12: calls of two runs with one id are two calls", async () => {
      const store = (await open())();
      const [first, second] = [await start(store, "r1"), await start(store, "r2")];
      expect(await store.claimCall(first.lease, "c1")).toEqual({ kind: "claimed" });
      expect(await store.claimCall(second.lease, "c1")).toEqual({ kind: "claimed" });
    });
  });
}

export async function start(store: Store, runId: string): Promise<Extract<RunStart, { kind: "started" }>> {
  const begun = await store.startRun({ runId, sessionId: "s" });
  if (begun.kind !== "started") throw new Error(`${runId} was not started`);
  return begun;
}

export function user(content: string): Item {
  return { type: "user", content };
}

export function callOf(callId: string): Item {
  return { type: "assistant", text: "", toolCalls: [{ callId, name: "find", argumentsText: "{}" }] };
}

export function resultOf(callId: string): ToolResultItem {
  return { type: "tool_result", callId, name: "find", text: "found", isError: false };
}

export function set(path: readonly string[], value: unknown): StatePatch {
  return [{ op: "set", path, value }];
}

function anotherProcess(): Owner {
  return { ...thisProcess(), id: globalThis.crypto.randomUUID() };
}

/** A process that was there and is not any more. */
async function deadProcess(): Promise<Owner> {
  const child = spawn(process.execPath, ["-e", ""], { stdio: "ignore" });
  await once(child, "exit");
  return { ...thisProcess(), id: "dead", pid: child.pid ?? 0, startedAt: "1" };
}
