/** Delegates whose calls wait: they pause their callers, at any depth (E25). */
import { Agent, type AgentOptions, type RunEvent, RunState } from "@runa/runtime";
import { ScriptedModel, type ScriptedResponse } from "@runa/runtime/testing";
import { beforeEach, describe, expect, it } from "vitest";
import { bound, resultTexts, text } from "../support/bound.ts";

const log: string[] = [];
beforeEach(() => {
  log.length = 0;
});
const USAGE = { totalTokens: 1 };
const tool = (name: string) =>
  bound(
    name,
    (word: string) => {
      log.push(`${name} ${word}`);
      return `${name} ${word}`;
    },
    { properties: { word: text }, required: ["word"] },
  );
const gated = tool("gated").with({ needsApproval: true });
const free = tool("free");
const call = (name: string, word: string) => ({ name, arguments: { word }, callId: `call_${name}_${word}` });
const ask = (name: string, input: string) => ({ name, arguments: { input }, callId: "call_1" });

interface Made {
  readonly agent: Agent;
  readonly model: ScriptedModel;
}

function make(name: string, responses: readonly ScriptedResponse[], options: AgentOptions = {}): Made {
  const model = new ScriptedModel(
    responses.map((one) =>
      typeof one === "object" && !("item" in one) && !(one instanceof Error) ? { ...one, usage: USAGE } : one,
    ),
  );
  return { model, agent: new Agent({ name, model, ...options }) };
}

/** A parent, its child, and, where `depth` says so, a grandchild that has the gated tool. */
function family(depth: 1 | 2) {
  const worker = make("worker", [{ toolCalls: [call("free", "a"), call("gated", "b")] }, "worked"], {
    tools: [free, gated],
  });
  const middle = make("middle", [{ toolCalls: [ask("worker", "x")] }, "asked"], { agents: [worker.agent.delegate] });
  const child = depth === 1 ? worker : middle;
  const parent = make("parent", [{ toolCalls: [ask(child.agent.name, "y"), { ...call("free", "c") }] }, "all done"], {
    agents: [child.agent.delegate],
    tools: [free],
  });
  return { worker, middle, parent };
}

describe.each([1, 2] as const)("a delegate %i deep whose call waits", (depth) => {
  it.each(["kept", "through JSON"])("pauses its caller, and goes on where it stopped: %s", async (how) => {
    const { parent, worker } = family(depth);
    const run = await parent.agent.run("go");
    expect(run.status).toBe("paused");
    expect(run.interruptions).toMatchObject([
      { kind: "approval", name: "gated", agentName: "worker", path: depth === 1 ? ["call_1"] : ["call_1", "call_1"] },
    ]);
    expect(log.sort()).toEqual(["free a", "free c"]);
    const state = how === "kept" ? run.toState() : await RunState.fromString(parent.agent, run.toState().toString());
    const again = await parent.agent.run(state);
    expect(again.status).toBe("paused");
    const [item] = state.interruptions;
    expect(item).toBeDefined();
    // As JSON, as a browser sends it.
    if (item) state.approve(JSON.parse(JSON.stringify(item)));
    const rest = await parent.agent.run(
      how === "kept" ? state : await RunState.fromString(parent.agent, state.toString()),
    );
    expect(rest.error).toBeUndefined();
    expect(rest).toMatchObject({ status: "completed", output: "all done" });
    expect(log.sort()).toEqual(["free a", "free c", "gated b"]);
    expect(resultTexts(worker.model.requests[1])).toEqual(["free a", "gated b"]);
    expect(resultTexts(parent.model.requests[1])).toEqual([depth === 1 ? "worked" : "asked", "free c"]);
    expect(worker.model.requests).toHaveLength(2);
    expect(parent.model.requests).toHaveLength(2);
  });

  it("counts what it uses once", async () => {
    const { parent } = family(depth);
    const run = await parent.agent.run("go");
    expect(run.usage.totalTokens).toBe(depth + 1);
    const state = await RunState.fromString(parent.agent, run.toState().toString());
    state.approve("call_gated_b");
    const rest = await parent.agent.run(state);
    // The last answers are plain texts, for which nothing is counted.
    expect(rest.usage.totalTokens).toBe(depth + 1);
    expect(rest.usage.requests).toBe(2 * (depth + 1));
    expect(parent.agent.usage.requests).toBe(2 * (depth + 1));
  });

  it("pauses a stream, which goes on as another (E26)", async () => {
    const { parent } = family(depth);
    const first = parent.agent.stream("go");
    const events: RunEvent[] = [];
    for await (const event of first) events.push(event);
    expect(events.at(-1)).toMatchObject({
      type: "run_paused",
      agentName: "parent",
      interruptions: [{ name: "gated" }],
    });
    const state = first.run?.toState();
    if (!state) throw new Error("the run has no state");
    for (const item of state.interruptions) state.approve(item);
    const rest: RunEvent[] = [];
    for await (const event of parent.agent.stream(state)) rest.push(event);
    expect(rest[0]).toMatchObject({ type: "run_continued", agentName: "parent" });
    expect(rest.at(-1)).toMatchObject({ type: "run_completed", output: "all done" });
    const all = [...events, ...rest];
    const calls = (type: RunEvent["type"]) =>
      all
        .filter((event) => event.type === type && "callId" in event)
        .map((event) => ("callId" in event ? `${event.runId} ${event.callId}` : ""))
        .sort();
    expect(calls("tool_call_started")).toEqual(calls("tool_call_completed"));
  });
});

describe("a paused delegate", () => {
  it("shares decisions for good with its caller and with later calls (E16)", async () => {
    const responses = [
      { toolCalls: [call("gated", "b")] },
      "worked",
      { toolCalls: [call("gated", "c")] },
      "worked again",
    ];
    const worker = make("worker", responses, { tools: [gated] });
    const parent = make(
      "parent",
      [{ toolCalls: [ask("worker", "x")] }, { toolCalls: [{ ...ask("worker", "y"), callId: "call_2" }] }, "done"],
      {
        agents: [worker.agent.delegate],
      },
    );
    const state = (await parent.agent.run("go")).toState();
    for (const item of state.interruptions) state.approve(item, { always: true, by: "ann" });
    const run = await parent.agent.run(await RunState.fromString(parent.agent, state.toString()));
    expect(run).toMatchObject({ status: "completed", approvals: [{ by: "ann", agentName: "worker", always: true }] });
    expect(log).toEqual(["gated b", "gated c"]);
  });

  it("may be rejected, and two of them decided one at a time", async () => {
    const first = make("first", [{ toolCalls: [call("gated", "a")] }, "first done"], { tools: [gated] });
    const second = make("second", [{ toolCalls: [call("gated", "a")] }, "second done"], { tools: [gated] });
    const parent = make(
      "parent",
      [{ toolCalls: [ask("first", "x"), { ...ask("second", "y"), callId: "call_2" }] }, "done"],
      { agents: [first.agent.delegate, second.agent.delegate] },
    );
    const state = (await parent.agent.run("go")).toState();
    expect(state.interruptions.map(({ path }) => path)).toEqual([["call_1"], ["call_2"]]);
    expect(() => state.approve("call_gated_a")).toThrow(
      /does not wait for a decision. Those that do: "call_1\/call_gated_a"/,
    );
    const [one, two] = state.interruptions;
    if (!one || !two) throw new Error("two calls should wait");
    state.reject(two, { message: "no" });
    const half = await parent.agent.run(state);
    expect(half.interruptions.map(({ path }) => path)).toEqual([["call_1"]]);
    const rest = half.toState();
    rest.approve(one);
    expect((await parent.agent.run(rest)).output).toBe("done");
    expect(log).toEqual(["gated a"]);
    expect(resultTexts(second.model.requests[1])).toEqual(["no"]);
  });
});

describe("a handoff in an answer that pauses (J3)", () => {
  it.each(["kept", "through JSON"])("takes effect once, when the answer is complete: %s", async (how) => {
    const billing = make("billing", [{ toolCalls: [call("gated", "z")] }, "billed"], { tools: [gated] });
    const front = make(
      "front",
      [{ toolCalls: [{ name: "transfer_to_billing", callId: "call_t" }, call("gated", "b")] }],
      { agents: [billing.agent.handoff], tools: [gated] },
    );
    const pass = (state: RunState) =>
      how === "kept" ? Promise.resolve(state) : RunState.fromString(front.agent, state.toString());
    const run = await front.agent.run("go");
    expect(run).toMatchObject({ status: "paused", agentName: "front" });
    const state = run.toState();
    state.approve("call_gated_b");
    const second = await front.agent.run(await pass(state));
    // The other agent acts by now, and its call waits.
    expect(second).toMatchObject({ status: "paused", agentName: "billing", interruptions: [{ agentName: "billing" }] });
    expect(resultTexts(billing.model.requests[0])).toEqual(["Transferred to billing.", "gated b"]);
    const third = second.toState();
    third.approve("call_gated_z");
    expect(await front.agent.run(await pass(third))).toMatchObject({
      status: "completed",
      agentName: "billing",
      output: "billed",
    });
    expect(front.model.requests).toHaveLength(1);
    expect(log).toEqual(["gated b", "gated z"]);
  });
});
