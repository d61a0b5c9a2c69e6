/** A run as plain JSON: what it carries, and what is refused when it is read. */
import { Agent, type ReadStateOptions, RunState, ToolResult } from "@runa/runtime";
import { ScriptedModel, type ScriptedResponse } from "@runa/runtime/testing";
import { describe, expect, it } from "vitest";
import { bound, integer, resultTexts } from "../support/bound.ts";

type Json = { [key: string]: unknown };

const ran: string[] = [];
const pay = bound(
  "pay",
  (eur: number) => {
    ran.push(`pay ${eur}`);
    return `paid ${eur}`;
  },
  { properties: { eur: integer }, required: ["eur"] },
).with({ needsApproval: true });
const look = bound("look", () => "looked");
const USAGE = { totalTokens: 2, inputTokens: 1, outputTokens: 1 };
const payTurn: ScriptedResponse = {
  toolCalls: [{ name: "look" }, { name: "pay", arguments: { eur: 5 } }],
  usage: USAGE,
};

function agentOf(responses: readonly ScriptedResponse[], options: object = {}) {
  const model = new ScriptedModel(responses);
  return { model, agent: new Agent({ name: "shop", model, tools: [look, pay], ...options }) };
}

async function paused(options: object = {}, runOptions: object = {}) {
  ran.length = 0;
  const { agent, model } = agentOf([payTurn, { text: "done", usage: USAGE }], options);
  const run = await agent.run("go", runOptions);
  expect(run.status).toBe("paused");
  return { agent, model, run, state: run.toState() };
}

describe("a state", () => {
  it("is plain JSON that JSON.stringify gives too", async () => {
    const { state } = await paused();
    const json = state.toJSON();
    expect(JSON.parse(JSON.stringify({ state })).state).toEqual(json);
    expect(json).toMatchObject({ schemaVersion: 1, status: "paused", agentName: "shop", turns: 1 });
    expect(JSON.parse(state.toString())).toEqual(json);
  });

  it("goes on in an agent of another process, with all that was done before", async () => {
    const { state, run } = await paused();
    const other = agentOf([{ text: "done", usage: USAGE }]);
    const read = await RunState.fromString(other.agent, state.toString());
    expect(read.interruptions).toEqual(run.interruptions);
    read.approve("call_2");
    const rest = await other.agent.run(read);
    expect(rest).toMatchObject({ status: "completed", output: "done", runId: run.runId });
    expect(resultTexts(other.model.requests[0])).toEqual(["looked", "paid 5"]);
    expect(rest.newItems.map(({ type }) => type)).toEqual(["assistant", "tool_result", "tool_result", "assistant"]);
    expect(rest.toolCalls.map(({ name, text, arguments: args }) => [name, text, args])).toEqual([
      ["look", "looked", {}],
      ["pay", "paid 5", { eur: 5 }],
    ]);
  });

  it("is there for paused runs only (I6)", async () => {
    const run = await agentOf(["done"]).agent.run("go");
    expect(() => run.toState()).toThrow(/status "completed" has no state/);
  });

  it("counts turns and tokens over the whole run (I10, I12)", async () => {
    const { agent, state } = await paused();
    state.approve("call_2");
    const run = await agent.run(state);
    expect(run.usage.totalTokens).toBe(4);
    expect(agent.usage.totalTokens).toBe(4);
    const again = agentOf([payTurn, payTurn], { maxTurns: 2 });
    const first = (await again.agent.run("go")).toState();
    first.approve("call_2");
    const second = (await again.agent.run(first)).toState();
    second.approve("call_4");
    expect(await again.agent.run(second)).toMatchObject({ status: "error", stopReason: "max_turns" });
  });

  it("counts calls against their limit once", async () => {
    const { agent, state, model } = await paused({ toolCallLimit: 2 });
    state.approve("call_2");
    expect((await agent.run(state)).status).toBe("completed");
    expect(resultTexts(model.requests[1])).toEqual(["looked", "paid 5"]);
  });

  it("tells hooks again that an agent starts, and input guardrails nothing (E17)", async () => {
    const starts: string[] = [];
    const { agent, state } = await paused({ hooks: { onAgentStart: () => void starts.push("start") } });
    state.approve("call_2");
    await agent.run(state);
    expect(starts).toEqual(["start", "start"]);
  });

  it("asks the factory of tools again, and does not run what is not offered any more (G6)", async () => {
    let isAdmin = true;
    const { agent, model, state } = await paused({ tools: () => (isAdmin ? [look, pay] : [look]) });
    isAdmin = false;
    state.approve("call_2");
    expect((await agent.run(state)).status).toBe("completed");
    expect(resultTexts(model.requests[1])).toEqual(["looked", "error: tool pay is no longer available"]);
    expect(ran).toEqual([]);
  });

  it("keeps that a tool ends the run, and what it shows (R70)", async () => {
    const last = pay.with({ stopAfterToolCall: true });
    const { agent, state, model } = await paused({ tools: [look.with({ showResult: true }), last] });
    state.approve("call_2");
    const run = await agent.run(await RunState.fromString(agent, state.toString()));
    expect(run).toMatchObject({ status: "completed", stopReason: "stop_after_tool_call", output: "looked\n\npaid 5" });
    expect(model.requests).toHaveLength(1);
  });

  it("keeps what tools returned beside their texts", async () => {
    const draw = bound(
      "look",
      () => new ToolResult({ content: "a cat", images: [{ url: "https://example.com/cat.png" }] }),
    );
    const { agent, state } = await paused({ tools: [draw, pay] });
    state.approve("call_2");
    const run = await agent.run(await RunState.fromString(agent, state.toString()));
    expect(run.images.map(({ url }) => url)).toEqual(["https://example.com/cat.png"]);
  });
});

describe("options", () => {
  const misspelt: object = { allways: true };
  const calls: readonly (readonly [string, (state: RunState, agent: Agent) => unknown, string])[] = [
    ["approve", (state) => state.approve("call_2", misspelt), "always, by, note"],
    ["reject", (state) => state.reject("call_2", misspelt), "always, by, note, message"],
    ["toJSON", (state) => state.toJSON(misspelt), "secret, omitContext"],
    ["toString", (state) => state.toString(misspelt), "secret, omitContext"],
    ["fromJSON", (state, agent) => RunState.fromJSON(agent, state.toJSON(), misspelt), "secret, context"],
    ["fromString", (state, agent) => RunState.fromString(agent, state.toString(), misspelt), "secret, context"],
  ];

  it.each(calls)("that there are not are refused by %s, with those that there are", async (_name, call, names) => {
    const { state, agent } = await paused();
    await expect(async () => call(state, agent)).rejects.toThrow(
      expect.objectContaining({
        code: "RUNA_UNKNOWN_OPTION",
        message: expect.stringMatching(`has no option "allways".*Its options are ${names}\\.`),
      }),
    );
    expect(state.interruptions).toHaveLength(1);
  });

  it.each<[string, (state: RunState, agent: Agent) => unknown]>([
    ["toJSON", (state) => state.toJSON({ secret: process.env.RUNA_NO_SUCH_SECRET })],
    ["toString", (state) => state.toString({ secret: undefined })],
    ["fromJSON", (state, agent) => RunState.fromJSON(agent, state.toJSON(), { secret: undefined })],
    ["fromString", (state, agent) => RunState.fromString(agent, state.toString(), { secret: undefined })],
  ])("may not be a secret that is undefined, such as a variable that is not set: %s", async (_method, call) => {
    const { agent, state } = await paused();
    await expect((async () => call(state, agent))()).rejects.toMatchObject({
      code: "RUNA_INVALID_OPTION",
      message: expect.stringContaining('option "secret" is there and undefined'),
    });
  });

  it("may not be an empty secret, which signs nothing", async () => {
    const { state } = await paused();
    expect(() => state.toJSON({ secret: "" })).toThrow(/option "secret" must be a text or bytes, which are not empty/);
  });
});

describe("the context in a state (E24, R67)", () => {
  it("comes back as plain data, or as what is given in its place", async () => {
    class User {
      name = "ann";
      since = new Date(0);
    }
    const seen: unknown[] = [];
    const whoami = bound("look", (ctx: { context: unknown }) => void seen.push(ctx.context), {
      params: [{ inject: "ctx" }],
    });
    const gated = whoami.with({ needsApproval: true });
    const { state } = await paused({ tools: [gated, pay] }, { context: new User() });
    state.approve("call_1");
    state.reject("call_2");
    const blob = state.toJSON();
    const goOn = async (read: ReadStateOptions, given: object = {}): Promise<unknown> => {
      seen.length = 0;
      const { agent } = agentOf(["done"], { tools: [gated, pay] });
      // Another process knows nothing of the ids that this one has run.
      const copy = { ...blob, runId: `run_${Math.random()}` };
      const run = await agent.run(await RunState.fromJSON(agent, copy, read), given);
      expect(run.status).toBe("completed");
      return seen[0];
    };
    expect(await goOn({})).toEqual({ name: "ann", since: "1970-01-01T00:00:00.000Z" });
    const live = new User();
    expect(await goOn({ context: live })).toBe(live);
    expect(await goOn({}, { context: live })).toBe(live);
  });

  it("fails clearly where it cannot be written down, and may be left out", async () => {
    const { agent, state } = await paused({}, { context: { db: { query: () => {} } } });
    expect(() => state.toJSON()).toThrow(/context\.db\.query cannot be written down: it is a function/);
    const blob = state.toJSON({ omitContext: true });
    expect(JSON.stringify(blob)).not.toContain("query");
    const read = await RunState.fromJSON(agent, blob);
    read.approve("call_2");
    await expect(agent.run(read)).rejects.toThrow(/Give it again: agent.run\(state, \{ context \}\)/);
    expect((await agent.run(read, { context: {} })).status).toBe("completed");
  });
});

describe("reading a state", () => {
  const SECRET = "a secret of the program";
  const edits: readonly (readonly [string, (blob: Json) => unknown, RegExp])[] = [
    [
      "the version is another",
      (blob) => ({ ...blob, schemaVersion: 999 }),
      /version 999 cannot be read: this package reads version 1/,
    ],
    ["it is no state at all", () => ({}), /refused: it has no schemaVersion, as every run state has\. Store what/],
    ["it is a list", () => [], /it is a list, not an object/],
    ["a part is missing", ({ items: _items, ...blob }) => blob, /must have property 'items'/],
    ["a part is of another kind", (blob) => ({ ...blob, turns: "many" }), /\/turns must be/],
    ["a part is unknown", (blob) => ({ ...blob, approveAll: true }), /unknown property 'approveAll'/],
    [
      "an item is no item",
      (blob) => ({ ...blob, items: [...(blob.items as Json[]), { type: "system" }] }),
      /\/items\/2/,
    ],
    [
      "the last answer is cut off",
      (blob) => ({ ...blob, items: (blob.items as Json[]).slice(0, -1) }),
      /counts more items|does not end with an answer/,
    ],
    ["a waiting call is cut out", (blob) => ({ ...blob, pending: [] }), /says nothing of the call "call_2"/],
    ["a result is cut out", (blob) => ({ ...blob, results: [] }), /says nothing of the call "call_1"/],
    [
      "an executed id is removed",
      (blob) => ({ ...blob, claimed: [] }),
      /does not list the call "call_1" among those that have run/,
    ],
    [
      "a waiting call is told to have run",
      (blob) => ({ ...blob, claimed: ["call_1", "call_2"] }),
      /has the call "call_2" wait, and lists it/,
    ],
    [
      "a question is about another tool",
      (blob) => ({ ...blob, pending: [{ ...(blob.pending as Json[])[0], name: "look" }] }),
      /asks about "look" where the call "call_2" is one of "pay"/,
    ],
    [
      "a decision is about no call",
      (blob) => ({ ...blob, decisions: [{ callId: "zz", approval: { verdict: "approved" } }] }),
      /speaks of "zz"/,
    ],
    [
      "a decision is of another kind",
      (blob) => ({ ...blob, decisions: [{ callId: "call_2", external: { kind: "returned", value: "ok" } }] }),
      /waits for something else/,
    ],
    [
      "it is of another agent",
      (blob) => ({ ...blob, agentName: "other" }),
      /one of the agent "other" and was given to "shop"/,
    ],
  ];

  it.each(edits)("is refused where %s", async (_what, edit, message) => {
    const { agent, state } = await paused();
    await expect(RunState.fromJSON(agent, edit(state.toJSON() as Json))).rejects.toThrow(message);
    await expect(
      RunState.fromJSON(agent, edit(state.toJSON({ secret: SECRET }) as Json), { secret: SECRET }),
    ).rejects.toThrow(/version 999|no schemaVersion|not an object|signature does not fit/);
  });

  it("is refused where the text is cut off", async () => {
    const { agent, state } = await paused();
    await expect(RunState.fromString(agent, state.toString().slice(0, -20))).rejects.toThrow(/it is no JSON/);
  });

  it("is refused where an approval was added to what was signed, in any order of keys", async () => {
    const { agent, state } = await paused();
    const blob = state.toJSON({ secret: SECRET }) as Json;
    const sorted = Object.fromEntries(Object.entries(blob).reverse());
    expect((await RunState.fromJSON(agent, sorted, { secret: SECRET })).interruptions).toHaveLength(1);
    const approved = { ...blob, decisions: [{ callId: "call_2", approval: { verdict: "approved" } }] };
    await expect(RunState.fromJSON(agent, approved, { secret: SECRET })).rejects.toMatchObject({
      code: "RUNA_STATE_SIGNATURE",
    });
  });

  it.each([
    ["it is not signed, and a secret is given", undefined, SECRET, /is not signed/],
    ["it is signed with another secret", "another", SECRET, /does not fit/],
    ["it is signed, and no secret is given", SECRET, undefined, /it is signed: give the secret/],
  ])("is refused where %s", async (_what, written, read, message) => {
    const { agent, state } = await paused();
    const blob = state.toJSON(written === undefined ? {} : { secret: written });
    await expect(RunState.fromJSON(agent, blob, read === undefined ? {} : { secret: read })).rejects.toThrow(message);
  });

  it("does not run a call whose arguments are other than what a person was shown", async () => {
    const { agent, state } = await paused();
    const blob = state.toJSON() as Json;
    const [pending] = blob.pending as Json[];
    const read = await RunState.fromJSON(agent, { ...blob, pending: [{ ...pending, arguments: { eur: 1 } }] });
    read.approve("call_2");
    expect(await agent.run(read)).toMatchObject({ status: "error", errorCause: { code: "RUNA_INVALID_STATE" } });
    expect(ran).toEqual([]);
  });
});
