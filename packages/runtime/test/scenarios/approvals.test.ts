/** Calls that wait for people: what is asked, what is decided, and what becomes of it. */
import { Agent, approval, type Run, RunState, type ToolOptions } from "@runa/runtime";
import { ScriptedModel, type ScriptedResponse } from "@runa/runtime/testing";
import { beforeEach, describe, expect, it } from "vitest";
import { callOnce } from "../../src/call/invoke-tool.ts";
import { isTool } from "../../src/tool/tool.ts";
import { bound, integer, resultTexts, text } from "../support/bound.ts";

const log: string[] = [];
beforeEach(() => {
  log.length = 0;
});

const refund = bound(
  "refund",
  (amount: number, note?: string) => {
    log.push(`refund ${amount}`);
    return note ? `refunded ${amount} (${note})` : `refunded ${amount}`;
  },
  { properties: { amount: integer, note: text }, required: ["amount"] },
);
const look = bound(
  "look",
  (order: number) => {
    log.push(`look ${order}`);
    return `order ${order} is paid`;
  },
  { properties: { order: integer }, required: ["order"] },
);

const call = (name: string, args: object) => ({ name, arguments: args as Record<string, never> });

function agentOf(responses: readonly ScriptedResponse[], options: ToolOptions = { needsApproval: true }) {
  const model = new ScriptedModel(responses);
  return { model, agent: new Agent({ name: "shop", model, tools: [refund.with(options), look] }) };
}

/** A pause with `look`, `refund 5` and `refund 900`. */
async function pausedRun(options?: ToolOptions): Promise<{ agent: Agent; model: ScriptedModel; run: Run }> {
  const { agent, model } = agentOf(
    [
      { toolCalls: [call("look", { order: 1 }), call("refund", { amount: 5 }), call("refund", { amount: 900 })] },
      "done",
      "done again",
    ],
    options,
  );
  return { agent, model, run: await agent.run("go") };
}

describe("a call that needs approval (E11, E14)", () => {
  it("waits, while the other calls of the answer run once", async () => {
    const { run, model } = await pausedRun();
    expect(run.status).toBe("paused");
    expect(run.output).toBeUndefined();
    expect(run.stopReason).toBeUndefined();
    expect(run.interruptions).toEqual([
      { kind: "approval", callId: "call_2", name: "refund", arguments: { amount: 5 }, agentName: "shop", path: [] },
      { kind: "approval", callId: "call_3", name: "refund", arguments: { amount: 900 }, agentName: "shop", path: [] },
    ]);
    expect(log).toEqual(["look 1"]);
    expect(model.requests).toHaveLength(1);
  });

  it("lets the person who decides see what the other calls of the answer have done", async () => {
    const { agent, run } = await pausedRun();
    expect(run.toolCalls).toMatchObject([{ callId: "call_1", name: "look", isError: false }]);
    const state = run.toState();
    for (const item of run.interruptions) state.approve(item);
    expect((await agent.run(state)).toolCalls.map(({ callId }) => callId)).toEqual(["call_1", "call_2", "call_3"]);
  });

  it("runs once it is approved, and results stand in the order of the calls (E17)", async () => {
    const { agent, run, model } = await pausedRun();
    const state = run.toState();
    for (const item of run.interruptions) state.approve(item);
    const rest = await agent.run(state);
    expect(rest.error).toBeUndefined();
    expect(rest.output).toBe("done");
    expect(log).toEqual(["look 1", "refund 5", "refund 900"]);
    expect(resultTexts(model.requests[1])).toEqual(["order 1 is paid", "refunded 5", "refunded 900"]);
    expect(rest.toolCalls.map(({ name, result }) => [name, result])).toEqual([
      ["look", "order 1 is paid"],
      ["refund", "refunded 5"],
      ["refund", "refunded 900"],
    ]);
  });

  it("pauses or not as the predicate says, with the arguments of the call", async () => {
    const { agent } = agentOf(
      [{ toolCalls: [call("refund", { amount: 20 })] }, "done", { toolCalls: [call("refund", { amount: 75 })] }],
      {
        needsApproval: ({ amount }) => (amount as number) >= 50,
      },
    );
    expect((await agent.run("go")).status).toBe("completed");
    expect((await agent.run("go")).interruptions.map((one) => one.arguments)).toEqual([{ amount: 75 }]);
  });

  it("shows the description of a named approval", async () => {
    const { run } = await pausedRun({
      needsApproval: approval(() => true, { description: "Money leaves the house." }),
    });
    expect(run.interruptions[0]?.description).toBe("Money leaves the house.");
  });

  it.each([
    [
      "throws",
      () => {
        throw new Error("boom");
      },
    ],
    [
      "reads an argument that the model left out (E12)",
      ({ note }: Record<string, unknown>) => (note as string).length > 3,
    ],
    ["gives nothing", () => undefined as unknown as boolean],
  ])("is asked about where the predicate %s", async (_what, needsApproval) => {
    const { run } = await pausedRun({ needsApproval });
    expect(run.interruptions).toHaveLength(2);
    expect(log).toEqual(["look 1"]);
  });

  it("is never shown to a person where validation refuses it (R68)", async () => {
    const { agent, model } = agentOf([{ toolCalls: [call("refund", { amount: "all" })] }, "sorry"]);
    expect((await agent.run("go")).status).toBe("completed");
    expect(resultTexts(model.requests[1])[0]).toMatch(/^error: invalid arguments for refund/);
  });
});

describe("a gated tool without a run", () => {
  it("runs where its developer calls it, and is refused where somebody else does, such as an MCP client", async () => {
    const gated = refund.with({ needsApproval: true });
    expect(await gated.invoke({ amount: 5 })).toBe("refunded 5");
    log.length = 0;
    expect(isTool(gated) && (await callOnce(gated, { amount: 5 }, {}))).toMatchObject({
      isError: true,
      text: "error: this call waits for approval, and nobody can be asked here",
    });
    expect(log).toEqual([]);
  });
});

describe("decisions (E13, E15, E16)", () => {
  it("reject with a text of their own, or the default one, without a prefix", async () => {
    const { agent, run, model } = await pausedRun();
    const state = run.toState();
    state.reject("call_2");
    state.reject("call_3", { message: "not today" });
    expect((await agent.run(state)).status).toBe("completed");
    expect(resultTexts(model.requests[1]).slice(1)).toEqual(["rejected by the operator", "not today"]);
    expect(log).toEqual(["look 1"]);
  });

  it("hold for the calls they name, in any order, through JSON between the steps (R64)", async () => {
    const { agent, run, model } = await pausedRun();
    let state = await RunState.fromString(agent, run.toState().toString());
    state.approve({ callId: "call_3" });
    expect(() => state.approve("zz")).toThrow(/"zz" does not wait.*"call_2" \(refund\)/);
    state = await RunState.fromString(agent, state.toString());
    state.reject("call_2");
    state = await RunState.fromString(agent, state.toString());
    expect(state.interruptions).toEqual([]);
    expect((await agent.run(state)).output).toBe("done");
    expect(log).toEqual(["look 1", "refund 900"]);
    expect(resultTexts(model.requests[1])).toEqual(["order 1 is paid", "rejected by the operator", "refunded 900"]);
  });

  it("pause again while one is missing, and run nothing twice", async () => {
    const { agent, run, model } = await pausedRun();
    const state = run.toState();
    state.approve("call_3");
    const second = await agent.run(state);
    expect(second.status).toBe("paused");
    expect(second.interruptions.map(({ callId }) => callId)).toEqual(["call_2"]);
    expect(log).toEqual(["look 1", "refund 900"]);
    const rest = second.toState();
    rest.approve("call_2");
    expect((await agent.run(rest)).status).toBe("completed");
    expect(log).toEqual(["look 1", "refund 900", "refund 5"]);
    expect(resultTexts(model.requests[1])).toEqual(["order 1 is paid", "refunded 5", "refunded 900"]);
  });

  it("count, whatever the predicate says by then (E13, R65)", async () => {
    let isStrict = true;
    const { agent, run, model } = await pausedRun({ needsApproval: () => isStrict });
    const state = run.toState();
    state.reject("call_2");
    isStrict = false;
    const second = await agent.run(state);
    expect(second.interruptions.map(({ callId }) => callId)).toEqual(["call_3"]);
    expect(model.requests).toHaveLength(1);
    expect(log).toEqual(["look 1"]);
  });

  it("count in an agent that knows of no policy (R65)", async () => {
    const { run } = await pausedRun();
    const { agent, model } = agentOf(["done"], {});
    const state = await RunState.fromJSON(agent, run.toState().toJSON());
    state.reject("call_2");
    expect((await agent.run(state)).interruptions.map(({ callId }) => callId)).toEqual(["call_3"]);
    state.reject("call_3");
    expect((await agent.run(state)).output).toBe("done");
    expect(log).toEqual(["look 1"]);
    expect(model.requests).toHaveLength(1);
  });

  it("may hold for all calls of the tool, in this answer, later ones, and after a resume", async () => {
    const { agent, model } = agentOf([
      { toolCalls: [call("refund", { amount: 1 }), call("refund", { amount: 2 })] },
      { toolCalls: [call("refund", { amount: 3 })] },
      "done",
    ]);
    const state = (await agent.run("go")).toState();
    state.approve("call_1", { always: true });
    expect(state.interruptions).toEqual([]);
    const run = await agent.run(await RunState.fromJSON(agent, state.toJSON()));
    expect(run.status).toBe("completed");
    expect(log).toEqual(["refund 1", "refund 2", "refund 3"]);
    expect(model.requests).toHaveLength(3);
  });

  it("reject a call that was declined itself, though its tool was approved for good", async () => {
    const { agent, run } = await pausedRun();
    const state = run.toState();
    state.reject("call_2");
    state.approve("call_3", { always: true });
    expect((await agent.run(state)).status).toBe("completed");
    expect(log).toEqual(["look 1", "refund 900"]);
  });

  it("may take back what was rejected for good", async () => {
    const { agent, run } = await pausedRun();
    const state = run.toState();
    state.reject("call_2", { always: true });
    expect(state.interruptions).toEqual([]);
    state.approve("call_3");
    const second = await agent.run(state);
    expect(second.status).toBe("completed");
    expect(log).toEqual(["look 1", "refund 900"]);
  });

  it("are printed as what is waited for", async () => {
    for (const stream of [true, false]) {
      const { agent } = agentOf([{ text: "One moment.", toolCalls: [call("refund", { amount: 5 })] }]);
      let printed = "";
      const output = {
        write: (chunk: string) => {
          printed += chunk;
        },
      };
      await agent.printResponse("go", { stream, output: output as never });
      expect(printed).toBe('One moment.\n? refund {"amount":5} (waits for approval)\n');
    }
  });

  it("are written down with who made them (E28)", async () => {
    const { agent, run } = await pausedRun();
    const state = run.toState();
    state.approve("call_2", { by: "ann", note: "fine" });
    state.reject("call_3", { by: "bob", message: "no" });
    const rest = await agent.run(await RunState.fromJSON(agent, state.toJSON()));
    expect(rest.approvals).toEqual([
      {
        verdict: "approved",
        callId: "call_2",
        agentName: "shop",
        toolName: "refund",
        always: false,
        by: "ann",
        note: "fine",
        at: expect.any(String),
      },
      {
        verdict: "rejected",
        message: "no",
        callId: "call_3",
        agentName: "shop",
        toolName: "refund",
        always: false,
        by: "bob",
        at: expect.any(String),
      },
    ]);
  });

  it("outlive a run only where the agent is told to remember them", async () => {
    const turns = [{ toolCalls: [call("refund", { amount: 1 })] }, "done"];
    const { agent } = agentOf([...turns, ...turns]);
    agent.approvals.remember("refund", "approved");
    expect((await agent.run("go")).status).toBe("completed");
    agent.approvals.forget("refund");
    expect((await agent.run("go")).status).toBe("paused");
  });
});

describe("resuming twice (E18)", () => {
  it.each(["the same state", "two copies"])("runs no tool twice: %s", async (what) => {
    const { agent, run } = await pausedRun();
    const state = run.toState();
    state.approve("call_2");
    state.approve("call_3");
    const copy = what === "two copies" ? await RunState.fromString(agent, state.toString()) : state;
    const both = await Promise.all([agent.run(state), agent.run(copy)]);
    expect(both.map(({ status }) => status).sort()).toEqual(["completed", "error"]);
    expect(both.find(({ status }) => status === "error")?.errorCause).toMatchObject({
      code: "RUNA_DUPLICATE_TOOL_CALL",
    });
    expect(log).toEqual(["look 1", "refund 5", "refund 900"]);
  });
});
