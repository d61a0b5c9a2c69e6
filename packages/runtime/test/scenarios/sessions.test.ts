/** Whole runs with sessions in a SQLite file, and without. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import {
  Agent,
  type AgentOptions,
  type Item,
  type RunContext,
  RunState,
  Session,
  type StoredSession,
  tool,
} from "../../src/index.ts";
import { SQLiteSession, SqliteDb } from "../../src/sqlite/index.ts";
import { ScriptedModel, type ScriptedResponse } from "../../src/testing/index.ts";

const folder = mkdtempSync(join(tmpdir(), "runa-sessions-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;
const newFile = (): string => join(folder, `${++files}.db`);

function agentThat(
  responses: readonly ScriptedResponse[],
  options: AgentOptions = {},
): Agent & { model: ScriptedModel } {
  const model = new ScriptedModel(responses);
  return new Agent({ name: "shopper", model, ...options }) as Agent & { model: ScriptedModel };
}

const addItem = tool.fromSchema({
  name: "addItem",
  description: "Adds to the list.",
  parameters: { type: "object", properties: { item: { type: "string" } }, required: ["item"] },
  execute: ({ item }: { item: string }, ctx: RunContext) => {
    ctx.sessionState.list = [...(ctx.sessionState.list as string[]), item];
    return `added ${item}`;
  },
});

const pay = tool.fromSchema({
  name: "pay",
  description: "Pays.",
  parameters: { type: "object", properties: {} },
  needsApproval: true,
  execute: () => "paid",
});

const texts = (items: readonly Item[] | undefined): string[] =>
  (items ?? []).map((item) => (item.type === "user" ? String(item.content) : item.text));

describe("memory of an agent", () => {
  test("H1: without a session a run remembers nothing; with history: true it does", async () => {
    const forgetful = agentThat(["one", "two"]);
    await forgetful.run("first");
    await forgetful.run("second");
    expect(texts(forgetful.model.requests[1]?.items)).toEqual(["second"]);
    expect(forgetful.history).toEqual([]);

    const agent = agentThat(["one", "two", new Error("broken"), "four"], { history: true });
    await agent.run("first");
    await agent.run("second");
    expect(texts(agent.model.requests[1]?.items)).toEqual(["first", "one", "second"]);
    expect((await agent.run("third")).status).toBe("error");
    expect(texts(agent.history)).toEqual(["first", "one", "second", "two"]);
  });

  test("H2: two runs at once on one that keeps its history are misuse; afterwards it is usable", async () => {
    const agent = agentThat(["one", "two", "three"], { history: true });
    const [first, second] = await Promise.allSettled([agent.run("a"), agent.run("b")]);
    expect(first.status).toBe("fulfilled");
    expect(second).toMatchObject({ status: "rejected", reason: { code: "RUNA_HISTORY_BUSY" } });
    expect((await agent.run("c")).output).toBe("two");
    const session = new SQLiteSession("s", { dbPath: newFile() });
    const both = await Promise.all([agent.run("d", { session }), agentThat(["x"], { history: true }).run("e")]);
    expect(both.map(({ status }) => status)).toEqual(["completed", "completed"]);
    expect(texts(agent.history)).toEqual(["a", "one", "c", "two"]);
  });
});

describe("a session", () => {
  test("H3: a subclass with four methods keeps the conversation", async () => {
    class ListSession extends Session {
      override readonly sessionId = "mine";
      items: Item[] = [];
      override async getItems(): Promise<readonly Item[]> {
        return this.items;
      }
      override async addItems(items: readonly Item[]): Promise<void> {
        this.items.push(...items);
      }
      override async popItem(): Promise<Item | undefined> {
        return this.items.pop();
      }
      override async clear(): Promise<void> {
        this.items = [];
      }
    }
    const session = new ListSession();
    const agent = agentThat(["one", "two"], { history: true });
    await agent.run("first", { session });
    await agent.run("second", { session });
    expect(texts(agent.model.requests[1]?.items)).toEqual(["first", "one", "second"]);
    expect(agent.history).toEqual([]);
    await session.setItems([{ type: "user", content: "only" }]);
    expect(texts(session.items)).toEqual(["only"]);
    expect(await session.pending()).toEqual([]);
  });

  test("H4: db and sessionId say the same as a session", async () => {
    const file = newFile();
    await agentThat(["one"], { db: new SqliteDb({ dbFile: file }) }).run("first", { sessionId: "s" });
    const agent = agentThat(["two"]);
    await agent.run("second", { session: new SQLiteSession("s", { dbPath: file, userId: "ada" }) });
    expect(texts(agent.model.requests[0]?.items)).toEqual(["first", "one", "second"]);
  });

  test("H4: is misuse where there is nowhere to keep it, or two of them", async () => {
    const session = new SQLiteSession("s", { dbPath: newFile() });
    await expect(agentThat(["x"]).run("a", { sessionId: "s" })).rejects.toMatchObject({ code: "RUNA_NO_STORE" });
    await expect(agentThat(["x"]).run("a", { session, sessionId: "t" })).rejects.toMatchObject({
      code: "RUNA_TWO_SESSIONS",
    });
  });

  test("R58: a conversation that ends in an unanswered call is sent whole", async () => {
    const session = new SQLiteSession("s", { dbPath: newFile() });
    await session.addItems([
      { type: "user", content: "go" },
      { type: "assistant", text: "", toolCalls: [{ callId: "c1", name: "find", argumentsText: "{}" }] },
    ]);
    const agent = agentThat(["fine"]);
    await agent.run("again", { session });
    expect(agent.model.requests[0]?.items[2]).toMatchObject({ type: "tool_result", callId: "c1", isError: true });
  });

  test("H8: two runs at once leave both turns and both changes of the state", async () => {
    const db = new SqliteDb({ dbFile: newFile() });
    const sleepy = (key: string) =>
      tool.fromSchema({
        name: "write",
        description: "Writes.",
        parameters: { type: "object", properties: {} },
        execute: async (_: object, ctx: RunContext) => {
          await new Promise((resolve) => setTimeout(resolve, 20));
          ctx.sessionState[key] = true;
          return "ok";
        },
      });
    const run = (key: string) =>
      agentThat([{ toolCalls: [{ name: "write" }] }, `${key} done`], { db, tools: [sleepy(key)] }).run(key, {
        sessionId: "s",
      });
    await Promise.all([run("a"), run("b")]);
    const agent = agentThat([], { db });
    expect(await agent.getSessionState({ sessionId: "s" })).toEqual({ a: true, b: true });
    expect(texts(await db.store.readItems("s")).filter((text) => text.endsWith("done"))).toHaveLength(2);
  });
});

test("H8: what several runs add to one list of a new session is all there", async () => {
  const db = new SqliteDb({ dbFile: newFile() });
  const items = ["milk", "eggs", "tea"];
  const shop = (item: string) =>
    agentThat([{ toolCalls: [{ name: "addItem", arguments: { item } }] }, "Added."], {
      db,
      sessionState: { list: ["bread"] },
      tools: [addItem],
    }).run(item, { sessionId: "s" });
  await Promise.all(items.map(shop));
  const { list } = await agentThat([], { db }).getSessionState({ sessionId: "s" });
  expect((list as string[]).toSorted()).toEqual(["bread", ...items].toSorted());
});

describe("the state of a session", () => {
  const options = (file: string): AgentOptions => ({
    db: new SqliteDb({ dbFile: file }),
    sessionState: { list: [] },
    tools: [addItem],
    instructions: "The list: {list}",
  });
  const calls = ["milk", "eggs", "bread"].map((item) => ({ name: "addItem", arguments: { item } }));

  test("H5, H11: is changed by tools, kept, and read in instructions as it is at that moment", async () => {
    const file = newFile();
    const agent = agentThat([{ toolCalls: calls }, "Added."], options(file));
    const run = await agent.run("Add milk, eggs, and bread", { sessionId: "s" });
    expect(run.status).toBe("completed");
    expect(agent.model.requests.map(({ instructions }) => instructions)).toEqual([
      "The list: []",
      'The list: ["milk","eggs","bread"]',
    ]);
    const other = agentThat([], options(file));
    expect(await other.getSessionState({ sessionId: "s" })).toEqual({ list: ["milk", "eggs", "bread"] });
    expect(await other.getSessionState({ sessionId: "new" })).toEqual({ list: [] });
  });

  test("H11: instructions are left alone with resolveInContext: false", async () => {
    const agent = agentThat(["ok"], { ...options(newFile()), resolveInContext: false });
    await agent.run("a", { sessionId: "s" });
    expect(agent.model.requests[0]?.instructions).toBe("The list: {list}");
  });

  test("H6: what a run gives is merged into what is stored, or takes its place", async () => {
    const db = new SqliteDb({ dbFile: newFile() });
    const agent = agentThat(["1", "2", "3"], { db, sessionState: { fresh: true } });
    await agent.run("a", { sessionId: "s", sessionState: { a: 1, b: { c: 1 } } });
    await agent.run("b", { sessionId: "s", sessionState: { b: { d: 2 } } });
    expect(await db.store.readState("s")).toEqual({ fresh: true, a: 1, b: { c: 1, d: 2 } });
    await agent.run("c", { sessionId: "s", sessionState: { z: 1 }, overwriteSessionState: true });
    expect(await db.store.readState("s")).toEqual({ z: 1 });
  });

  test("H7: ten updates that wait in between lose nothing", async () => {
    const count = tool.fromSchema({
      name: "count",
      description: "Counts.",
      parameters: { type: "object", properties: {} },
      execute: async (_: object, ctx: RunContext) => {
        await ctx.updateState(async (state) => {
          await new Promise((resolve) => setTimeout(resolve, 1));
          return { ...state, n: Number(state.n) + 1 };
        });
        return "ok";
      },
    });
    const db = new SqliteDb({ dbFile: newFile() });
    const toolCalls = Array.from({ length: 10 }, () => ({ name: "count" }));
    const agent = agentThat([{ toolCalls }, "done"], { db, sessionState: { n: 0 }, tools: [count] });
    await agent.run("count", { sessionId: "s" });
    expect(await agent.getSessionState({ sessionId: "s" })).toEqual({ n: 10 });
  });

  test("H10: a failed run leaves no history, but its state, and says what it produced", async () => {
    const db = new SqliteDb({ dbFile: newFile() });
    const agent = agentThat([{ toolCalls: calls.slice(0, 1) }], { ...options(newFile()), db, maxTurns: 1 });
    const run = await agent.run("Add milk", { sessionId: "s" });
    expect(run.status).toBe("error");
    expect(run.newItems).not.toEqual([]);
    expect(await db.store.readItems("s")).toEqual([]);
    expect(await agent.getSessionState({ sessionId: "s" })).toEqual({ list: ["milk"] });
  });

  test("H14: a model may change it by a tool, key by key", async () => {
    const db = new SqliteDb({ dbFile: newFile() });
    const call = { name: "updateSessionState", arguments: { updates: { b: 3, c: { d: 1 } } } };
    const agent = agentThat([{ toolCalls: [call] }, "done"], { db, agenticState: true, sessionState: { a: 1, b: 2 } });
    await agent.run("remember", { sessionId: "s" });
    expect(await agent.getSessionState({ sessionId: "s" })).toEqual({ a: 1, b: 3, c: { d: 1 } });
  });

  test("a state that cannot be kept ends the run, and nothing is written", async () => {
    const db = new SqliteDb({ dbFile: newFile() });
    const spoil = tool.fromSchema({
      name: "spoil",
      description: "Spoils.",
      parameters: { type: "object", properties: {} },
      execute: (_: object, ctx: RunContext) => {
        ctx.sessionState.close = () => {};
        return "ok";
      },
    });
    vi.spyOn(process, "emitWarning").mockImplementation(() => {});
    const run = await agentThat([{ toolCalls: [{ name: "spoil" }] }, "done"], { db, tools: [spoil] }).run("a", {
      sessionId: "s",
    });
    expect(run.error?.message).toContain("ctx.sessionState.close");
    expect(await db.store.readItems("s")).toEqual([]);
  });
});

describe("what a run depends on", () => {
  test("H12: functions are asked once, with ctx and agent, and tools see values", async () => {
    const seen: unknown[] = [];
    const look = tool.fromSchema({
      name: "look",
      description: "Looks.",
      parameters: { type: "object", properties: {} },
      execute: (_: object, ctx: RunContext) => {
        seen.push(ctx.dependencies.rate, ctx.dependencies.plain);
        return "ok";
      },
    });
    const rate = vi.fn(async ({ ctx }: { ctx: RunContext }) => `rate for ${ctx.userId}`);
    const agent = agentThat([{ toolCalls: [{ name: "look" }, { name: "look" }] }, "done"], {
      tools: [look],
      instructions: "{rate}",
    });
    await agent.run("a", { userId: "ada", dependencies: { rate, plain: 1 } });
    expect(seen).toEqual(["rate for ada", 1, "rate for ada", 1]);
    expect(rate).toHaveBeenCalledTimes(1);
    expect(agent.model.requests[0]?.instructions).toBe("rate for ada");
  });

  test("H12: one that fails ends the run before the model is asked, and the session can be used", async () => {
    const db = new SqliteDb({ dbFile: newFile() });
    const agent = agentThat(["fine"], { db });
    const dependencies = {
      rate: () => {
        throw new Error("no rates today");
      },
    };
    const run = await agent.run("a", { sessionId: "s", dependencies });
    expect(run).toMatchObject({ status: "error", error: { message: "no rates today" } });
    expect(agent.model.requests).toEqual([]);
    expect((await agent.run("b", { sessionId: "s" })).output).toBe("fine");
  });
});

describe("pauses in a session", () => {
  async function pause(session: StoredSession): Promise<Agent> {
    const agent = agentThat([{ text: "Paying.", toolCalls: [{ name: "pay" }] }], { tools: [pay] });
    expect((await agent.run("Pay", { session })).status).toBe("paused");
    return agentThat(["All paid."], { tools: [pay] });
  }

  async function pendingState(agent: Agent, session: StoredSession): Promise<RunState> {
    const [pending] = await session.pending();
    return RunState.fromJSON(agent, pending?.snapshot);
  }

  test("H9: is read back from the session, decided, and ends in one turn of the history", async () => {
    const session = new SQLiteSession("s", { dbPath: newFile() });
    const agent = await pause(session);
    expect(await session.getItems()).toEqual([]);
    const state = await pendingState(agent, session);
    state.approve("call_1");
    expect((await agent.run(state, { session })).output).toBe("All paid.");
    expect(texts(await session.getItems())).toEqual(["Pay", "Paying.", "paid", "All paid."]);
    expect(await session.pending()).toEqual([]);
  });

  test("H9: going on without its session, or in another, is misuse", async () => {
    const file = newFile();
    const session = new SQLiteSession("s", { dbPath: file });
    const agent = await pause(session);
    const state = await pendingState(agent, session);
    const other = new SQLiteSession("other", { dbPath: file });
    await expect(agent.run(state)).rejects.toMatchObject({ code: "RUNA_STATE_SESSION" });
    await expect(agent.run(state, { session: other })).rejects.toMatchObject({ code: "RUNA_STATE_SESSION" });
    expect(await session.pending()).toHaveLength(1);
  });

  test("H9: a new message is misuse while one is pending, unless that is given up", async () => {
    const session = new SQLiteSession("s", { dbPath: newFile() });
    const agent = await pause(session);
    const state = await pendingState(agent, session);
    await expect(agent.run("Hello?", { session })).rejects.toMatchObject({ code: "RUNA_PENDING_RUN" });
    expect((await agent.run("Hello?", { session, abandonPending: true })).status).toBe("completed");
    state.approve("call_1");
    expect(await agent.run(state, { session })).toMatchObject({ status: "error", error: { code: "RUNA_RUN_OVER" } });
  });

  test("E18: the same state twice runs the tool once", async () => {
    const session = new SQLiteSession("s", { dbPath: newFile() });
    await pause(session);
    let paid = 0;
    const counted = tool.fromSchema({
      ...{ name: "pay", description: "Pays.", parameters: { type: "object", properties: {} } },
      needsApproval: true,
      execute: () => `paid ${++paid}`,
    });
    const agent = agentThat(["done", "done"], { tools: [counted] });
    const [one, two] = [await pendingState(agent, session), await pendingState(agent, session)];
    one.approve("call_1");
    two.approve("call_1");
    const runs = await Promise.all([agent.run(one, { session }), agent.run(two, { session })]);
    expect(runs.map(({ status }) => status).sort()).toEqual(["completed", "error"]);
    expect(paid).toBe(1);
  });

  test("a run that fails before it has gone on still waits", async () => {
    const session = new SQLiteSession("s", { dbPath: newFile() });
    const agent = await pause(session);
    const state = await pendingState(agent, session);
    state.approve("call_1");
    const broken = new Agent({ name: "shopper", tools: () => "no list" as never, model: new ScriptedModel([]) });
    expect(await broken.run(state, { session })).toMatchObject({ error: { code: "RUNA_NOT_A_FACTORY" } });
    expect(await session.pending()).toMatchObject([{ status: "paused" }]);
    expect((await agent.run(state, { session })).status).toBe("completed");
  });

  test("I4: an aborted run gives its session free", async () => {
    const session = new SQLiteSession("s", { dbPath: newFile() });
    const controller = new AbortController();
    const agent = agentThat([() => new Promise(() => controller.abort(new Error("enough"))), "fine"]);
    await expect(agent.run("a", { session, signal: controller.signal })).rejects.toThrow("enough");
    expect((await agent.run("b", { session })).output).toBe("fine");
    expect(texts(await session.getItems())).toEqual(["b", "fine"]);
  });
});

describe("compaction (H15)", () => {
  const big = { usage: { inputTokens: 200_001, totalTokens: 200_001 } };

  test("keeps the latest exchange once the context is too long, in requests and in the session", async () => {
    const session = new SQLiteSession("s", { dbPath: newFile() });
    await agentThat(["old answer"]).run("old", { session });
    const agent = agentThat([{ ...big, toolCalls: [{ name: "addItem", arguments: { item: "x" } }] }, "short", "next"], {
      compact: true,
      tools: [addItem],
    });
    await agent.run("new", { session, sessionState: { list: [] } });
    expect(texts(agent.model.requests[0]?.items)).toEqual(["old", "old answer", "new"]);
    expect(texts(agent.model.requests[1]?.items)).toEqual(["new", "", "added x"]);
    expect(texts(await session.getItems())).toEqual(["new", "", "added x", "short"]);
    await agent.run("after", { session });
    expect(texts(await session.getItems())).toEqual(["new", "", "added x", "short", "after", "next"]);
  });

  test("looks at the context, not at what a run has used in all", async () => {
    const session = new SQLiteSession("s", { dbPath: newFile() });
    await agentThat(["old answer"]).run("old", { session });
    const half = { usage: { inputTokens: 150_000, totalTokens: 150_000 } };
    const calls = { ...half, toolCalls: [{ name: "addItem", arguments: { item: "x" } }] };
    const agent = agentThat([calls, calls, { ...half, text: "done" }], { compact: true, tools: [addItem] });
    await agent.run("new", { session, sessionState: { list: [] } });
    expect(texts(agent.model.requests[2]?.items)[0]).toBe("old");
    expect(texts(await session.getItems())[0]).toBe("old");
  });

  test("a function decides what stays, and cannot part a call from its result", async () => {
    const session = new SQLiteSession("s", { dbPath: newFile() });
    const calls = { toolCalls: [{ name: "addItem", arguments: { item: "x" } }], usage: { inputTokens: 5 } };
    const compact = vi.fn((items: readonly Item[], _tokens: number) =>
      items.length > 2 ? items.slice(-1) : undefined,
    );
    const agent = agentThat([calls, { text: "done", usage: { inputTokens: 7 } }], { compact, tools: [addItem] });
    await agent.run("new", { session, sessionState: { list: [] } });
    expect(compact.mock.calls.map(([, tokens]) => tokens)).toEqual([5, 7]);
    expect(agent.model.requests[1]?.items).toEqual([]);
    expect(texts(await session.getItems())).toEqual(["done"]);
  });

  test("of an agent's own history", async () => {
    const agent = agentThat(["one", { ...big, text: "two" }], { history: true, compact: true });
    await agent.run("first");
    await agent.run("second");
    expect(texts(agent.history)).toEqual(["second", "two"]);
  });
});

test("a run without a session makes no file", async () => {
  const file = newFile();
  await agentThat(["one"], { db: new SqliteDb({ dbFile: file }) }).run("first");
  expect(existsSync(file)).toBe(false);
});
