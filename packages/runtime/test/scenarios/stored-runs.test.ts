/** Runs that stop in a session and go on: what must not be lost, and what must not happen twice, or at all. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  Agent,
  type AgentOptions,
  type Item,
  RunState,
  type StoredSession,
  type Tool,
  ToolResult,
  tool,
} from "@runa/runtime";
import { SQLiteSession } from "@runa/runtime/sqlite";
import { ScriptedModel, type ScriptedResponse } from "@runa/runtime/testing";
import { afterAll, describe, expect, it } from "vitest";
import { NO_USAGE } from "../../src/tool/usage.ts";
import { bound, integer, text } from "../support/bound.ts";

const folder = mkdtempSync(join(tmpdir(), "runa-stored-runs-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;
const newSession = (): SQLiteSession => new SQLiteSession("s", { dbFile: join(folder, `${++files}.db`) });

interface TestAgent {
  readonly agent: Agent;
  readonly model: ScriptedModel;
}

function agentThat(responses: readonly ScriptedResponse[], options: AgentOptions = {}): TestAgent {
  const model = new ScriptedModel(responses);
  return { agent: new Agent({ name: "clerk", model, ...options }), model };
}

/** Counts what it was asked to do. */
function counting(name: string, options: Parameters<typeof tool>[1] = {}): { readonly made: Tool; ran: number } {
  const counted = { ran: 0, made: undefined as unknown as Tool };
  const run = (): string => `${name} ${++counted.ran}`;
  counted.made = bound(name, tool(run, options));
  return counted;
}

/** A process that dies while the call runs. */
async function killed(file: string, dbFile: string, how: "free" | "gated"): Promise<void> {
  const child = spawn(process.execPath, ["--conditions=@runa/source", "--import", "tsx", file, dbFile, how], {
    stdio: "inherit",
  });
  const [, signal] = await once(child, "exit");
  expect(signal).toBe("SIGKILL");
}

/** As another process reads it. */
async function pendingState(agent: Agent, session: StoredSession): Promise<RunState> {
  const [pending] = await session.pending();
  return RunState.fromJSON(agent, pending?.snapshot);
}

const textsOf = (items: readonly Item[]): string[] =>
  items.map((item) => (item.type === "user" ? String(item.content) : item.text));

const two = { toolCalls: [{ name: "pay" }, { name: "ship" }] };

describe("a state that can be read again", () => {
  it("is one of a run in which an id of a call was replaced (C12)", async () => {
    const pay = counting("pay", { needsApproval: true });
    const free = counting("look");
    const { agent } = agentThat(
      [{ toolCalls: [{ name: "look", callId: "0" }] }, { toolCalls: [{ name: "pay", callId: "0" }] }, "done"],
      { tools: [pay.made, free.made] },
    );
    const session = newSession();
    expect((await agent.run("go", { session })).status).toBe("paused");
    const state = await pendingState(agent, session);
    for (const one of state.interruptions) state.approve(one);
    expect(await agent.run(state, { session })).toMatchObject({ status: "completed", output: "done" });
    expect(pay.ran).toBe(1);
  });

  it("is one of a run with a file that the model is not shown", async () => {
    const pay = counting("pay", { needsApproval: true });
    const { agent } = agentThat([{ toolCalls: [{ name: "pay" }] }, "done"], {
      tools: [pay.made],
      sendMediaToModel: false,
    });
    const run = await agent.run("see", { images: [{ filepath: "./cat.png" }] });
    const state = await RunState.fromString(agent, run.toState().toString());
    state.approve("call_1");
    expect(await agent.run(state)).toMatchObject({ status: "completed" });
  });

  it("is one of a run whose conversation was compacted, which stays compacted (H15)", async () => {
    const pay = counting("pay", { needsApproval: true });
    const look = counting("look");
    const tools = [pay.made, look.made];
    const session = newSession();
    await agentThat([{ toolCalls: [{ name: "look", callId: "old" }] }, "seen"], { tools }).agent.run("a", { session });
    const long = { usage: { inputTokens: 10 } };
    const { agent } = agentThat(
      [{ ...long, toolCalls: [{ name: "look", callId: "new" }] }, { toolCalls: [{ name: "pay" }] }, "paid"],
      { tools, compact: (items, tokens) => (tokens === 10 ? items.slice(1) : undefined) },
    );
    expect((await agent.run("b", { session })).status).toBe("paused");
    const state = await pendingState(agent, session);
    state.approve(state.interruptions[0]?.callId ?? "");
    expect(await agent.run(state, { session })).toMatchObject({ status: "completed", output: "paid" });
    expect(textsOf(await session.getItems())).toEqual([
      ...["", "look 1", "seen", "b", "", "look 2"],
      ...["", "pay 1", "paid"],
    ]);
  });

  it("is one of a call with a negative zero", async () => {
    const gated = tool((n: number) => `added ${n}`, { needsApproval: true });
    const add = bound("add", gated, { properties: { n: integer }, required: ["n"] });
    const { agent } = agentThat([{ toolCalls: [{ name: "add", arguments: '{"n":-0}' }] }, "done"], { tools: [add] });
    const state = await RunState.fromString(agent, (await agent.run("go")).toState().toString());
    state.approve("call_1");
    expect(await agent.run(state)).toMatchObject({ status: "completed" });
  });
});

describe("a call that was declined", () => {
  it.each(["in a session", "without one"])("is not run by an older state that approves it: %s", async (where) => {
    const pay = counting("pay", { needsApproval: true });
    const ship = counting("ship", { needsApproval: true });
    const { agent } = agentThat([two, "done", "done"], { tools: [pay.made, ship.made] });
    const options = where === "in a session" ? { session: newSession() } : {};
    const blob = (await agent.run("go", options)).toState().toJSON();
    const [first, older] = [await RunState.fromJSON(agent, blob), await RunState.fromJSON(agent, blob)];
    first.reject("call_1");
    expect((await agent.run(first, options)).status).toBe("paused");
    older.approve("call_1");
    older.approve("call_2");
    expect((await agent.run(older, options)).status).toBe("error");
    expect(pay.ran).toBe(0);
    if (options.session) {
      const state = await pendingState(agent, options.session);
      expect(state.interruptions.map(({ callId }) => callId)).toEqual(["call_2"]);
    }
  });
});

describe("a call that has begun", () => {
  const child = join(import.meta.dirname, "../support/killed-in-call.ts");
  const goOn = async (session: StoredSession, needsApproval: boolean, decide?: (state: RunState) => void) => {
    const pay = counting("pay", { needsApproval });
    const { agent } = agentThat(["done"], { tools: [pay.made] });
    const state = await pendingState(agent, session);
    decide?.(state);
    const run = await agent.run(state, { session });
    expect(run).toMatchObject({ status: "completed", output: "done" });
    expect(pay.ran).toBe(0);
    return textsOf(await session.getItems());
  };

  it("is shown to nobody when its policy changes after a kill", async () => {
    const dbFile = join(folder, `${++files}.db`);
    await killed(child, dbFile, "free");
    expect(await goOn(new SQLiteSession("s", { dbFile }), true)).toContainEqual(expect.stringContaining("unknown"));
  });

  it("is not told to the model as declined, when somebody declines it after a kill", async () => {
    const dbFile = join(folder, `${++files}.db`);
    await killed(child, dbFile, "gated");
    const texts = await goOn(new SQLiteSession("s", { dbFile }), true, (state) => state.reject("call_1"));
    expect(texts).toContainEqual(expect.stringContaining("unknown"));
  });
});

describe("what joins the conversation", () => {
  it("has no media where storeMedia is false, and the run has them", async () => {
    const session = newSession();
    const draw = tool.fromSchema({
      name: "draw",
      description: "",
      parameters: { type: "object", properties: {} },
      needsApproval: true,
      execute: () =>
        new ToolResult({ content: "drawn", images: [{ content: new Uint8Array([1, 2]), mimeType: "image/png" }] }),
    });
    const { agent, model } = agentThat([{ toolCalls: [{ name: "draw" }] }, "done"], {
      tools: [draw as Tool],
      storeMedia: false,
    });
    await agent.run("go", { session, images: [{ url: "https://example.com/a.png" }] });
    const state = await pendingState(agent, session);
    state.approve("call_1");
    const run = await agent.run(state, { session });
    expect(JSON.stringify(model.requests[1]?.items)).toMatch(/a\.png.*AQI=/);
    expect(run.images).toHaveLength(1);
    expect(JSON.stringify(await session.getItems())).not.toMatch(/a\.png|AQI=/);
  });

  it("has no value of a @secret parameter, which the run goes on with", async () => {
    const session = newSession();
    const log: string[] = [];
    const login = bound(
      "login",
      tool((password: string) => void log.push(password), { needsApproval: true }),
      {
        properties: { password: text },
        required: ["password"],
        secret: ["/properties/password"],
      },
    );
    const raw = { provider: "scripted", turn: { password: "hunter2222" } };
    const toolCall = { callId: "c", name: "login", argumentsText: '{"password":"hunter2222"}' };
    const broken = { callId: "d", name: "login", argumentsText: '{"password":"hunter2222' };
    const item = { type: "assistant" as const, text: "", toolCalls: [toolCall, broken], raw };
    const { agent, model } = agentThat([{ item, finishReason: "stop", usage: NO_USAGE }, "done"], { tools: [login] });
    await agent.run("go", { session });
    const state = await pendingState(agent, session);
    state.approve("c");
    expect(await agent.run(state, { session })).toMatchObject({ status: "completed" });
    expect(log).toEqual(["hunter2222"]);
    expect(JSON.stringify(model.requests[1]?.items)).toContain("hunter2222");
    const stored = await session.getItems();
    expect(JSON.stringify(stored)).not.toContain("hunter2222");
    expect(stored[1]).toMatchObject({
      toolCalls: [{ argumentsText: '{"password":"[redacted]"}' }, { argumentsText: "{}" }],
    });
  });
});

describe("an answer of the wrong shape", () => {
  it("is corrected once in a run, whatever pauses come between", async () => {
    const pay = counting("pay", { needsApproval: true });
    const outputType = { type: "object", properties: { n: integer }, required: ["n"] } as const;
    const { agent } = agentThat(["no", { toolCalls: [{ name: "pay" }] }, "no", '{"n":1}'], {
      tools: [pay.made],
      outputType,
    });
    const session = newSession();
    await agent.run("go", { session });
    const state = await pendingState(agent, session);
    state.approve("call_1");
    expect(await agent.run(state, { session })).toMatchObject({
      status: "error",
      error: { code: "RUNA_OUTPUT_MISMATCH" },
    });
  });
});

describe("an edited state", () => {
  it("costs nobody the run that waits", async () => {
    const gated = tool((n: string) => `added ${n}`, { needsApproval: true });
    const add = bound("add", gated, { properties: { n: text }, required: ["n"] });
    const { agent } = agentThat([{ toolCalls: [{ name: "add", arguments: { n: "one" } }] }, "done"], { tools: [add] });
    const session = newSession();
    const blob = (await agent.run("go", { session })).toState().toString();
    const edited = await RunState.fromString(agent, blob.replace('"arguments":{"n":"one"}', '"arguments":{"n":"two"}'));
    edited.approve("call_1");
    const refused = await agent.run(edited, { session });
    expect(refused).toMatchObject({ status: "error", error: { code: "RUNA_INVALID_STATE" } });
    const state = await pendingState(agent, session);
    state.approve("call_1");
    expect(await agent.run(state, { session })).toMatchObject({ status: "completed" });
  });
});

describe("ids", () => {
  it("of calls that compaction has taken away are not given again (C12)", async () => {
    const look = counting("look");
    const pay = counting("pay", { needsApproval: true });
    const long = { usage: { inputTokens: 10 } };
    const { agent } = agentThat(
      [
        { ...long, toolCalls: [{ name: "look", callId: "0" }] },
        { toolCalls: [{ name: "pay", callId: "1" }] },
        { toolCalls: [{ name: "look", arguments: " {}", callId: "0" }] },
        "done",
      ],
      { tools: [pay.made, look.made], compact: (items, tokens) => (tokens === 10 ? items.slice(0, 1) : undefined) },
    );
    const session = newSession();
    await agent.run("go", { session });
    const state = await pendingState(agent, session);
    state.approve("1");
    const run = await agent.run(state, { session });
    expect(run).toMatchObject({ status: "completed" });
    expect(look.ran).toBe(2);
  });

  it.each(["'; DROP TABLE runa_items; --", "../../etc", "__proto__", "%", "日本 \n"])(
    "of sessions may be anything: %j",
    async (sessionId) => {
      const dbFile = join(folder, `${++files}.db`);
      const session = new SQLiteSession(sessionId, { dbFile });
      const { agent } = agentThat(["one", "two"]);
      expect((await agent.run("a", { session })).output).toBe("one");
      expect(textsOf(await session.getItems())).toEqual(["a", "one"]);
      expect(await new SQLiteSession("other", { dbFile }).getItems()).toEqual([]);
    },
  );

  it("of sessions are not empty", async () => {
    const { agent } = agentThat(["one"]);
    const session = new SQLiteSession("", { dbFile: join(folder, `${++files}.db`) });
    await expect(agent.run("a", { session })).rejects.toMatchObject({ code: "RUNA_INVALID_OPTION" });
  });
});

describe("the state of a session", () => {
  it("keeps keys of prototypes as data, or leaves them out, and changes no prototype", async () => {
    const session = newSession();
    const given = JSON.parse(
      '{"constructor":{"prototype":{"a":1}},"toString":1,"__proto__":{"polluted":1},"n":{"__proto__":{"polluted":1}}}',
    );
    const { agent } = agentThat(["one", "two"]);
    expect((await agent.run("a", { session, sessionState: given })).status).toBe("completed");
    expect((await agent.run("b", { session, sessionState: given })).status).toBe("completed");
    const state = (await session.getState()) ?? {};
    expect(state).toMatchObject({ constructor: { prototype: { a: 1 } }, toString: 1 });
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it.each([[[1, 2]], [null], ["text"], [undefined]])(
    "that a tool replaces by %j ends the run with a reason",
    async (value) => {
      const spoil = tool.fromSchema({
        name: "spoil",
        description: "",
        parameters: { type: "object", properties: {} },
        execute: (_args: object, ctx: { sessionState: unknown }) => {
          ctx.sessionState = value;
          return "spoilt";
        },
      });
      const session = newSession();
      const { agent } = agentThat([{ toolCalls: [{ name: "spoil" }] }, "done", "fine"], { tools: [spoil as Tool] });
      await session.store.patchState("s", [{ op: "set", path: ["kept"], value: 1 }]);
      const run = await agent.run("go", { session });
      expect(run).toMatchObject({ status: "error", error: { message: expect.stringContaining("ctx.sessionState") } });
      expect(await session.getState()).toEqual({ kept: 1 });
      expect((await agent.run("again", { session })).status).toBe("completed");
      expect(await session.pending()).toEqual([]);
    },
  );
});
