/** One agent gives the conversation to another: the same run goes on. */
import { Agent, type AgentOptions, type Hooks, type ModelRequest, type RunEvent } from "@runa/runtime";
import { ScriptedModel, type ScriptedResponse } from "@runa/runtime/testing";
import { describe, expect, it } from "vitest";
import { type OpenTools, openTools } from "../../src/tool/tool-source.ts";
import { bound, resultTexts } from "../support/bound.ts";

function agent(name: string, responses: readonly ScriptedResponse[], options: AgentOptions = {}): Agent {
  return new Agent({ name, model: new ScriptedModel(responses), ...options });
}

const requestsOf = ({ model }: Agent): readonly ModelRequest[] =>
  model instanceof ScriptedModel ? model.requests : [];

const transfer = (...names: string[]) => ({ toolCalls: names.map((name) => ({ name: `transfer_to_${name}` })) });

describe("a handoff (J3)", () => {
  it("is a tool without arguments", async () => {
    const front = agent("front", ["ok"], { agents: [agent("Billing", []).handoff] });
    await front.run("go");
    expect(requestsOf(front)[0]?.tools[0]?.definition).toEqual({
      name: "transfer_to_billing",
      description: "Transfer the conversation to Billing.",
      parameters: { type: "object", properties: {}, additionalProperties: false },
    });
  });

  it("makes the other answer from then on, with its own instructions, model and tools, on the whole conversation", async () => {
    const pay = bound("pay", () => "paid");
    const billing = agent("Billing", [{ toolCalls: [{ name: "pay" }] }, "You have paid."], {
      instructions: "You bill.",
      tools: [pay],
    });
    const front = agent("front", [transfer("billing")], { instructions: "You greet.", agents: [billing.handoff] });
    const run = await front.run("I want to pay.");
    expect(run).toMatchObject({ status: "completed", agentName: "Billing", output: "You have paid." });
    expect(run.toolCalls.map(({ name, text }) => [name, text])).toEqual([
      ["transfer_to_billing", "Transferred to Billing."],
      ["pay", "paid"],
    ]);
    const [first, second] = requestsOf(billing);
    expect(first?.instructions).toBe("You bill.");
    expect(first?.tools.map(({ definition }) => definition.name)).toEqual(["pay"]);
    expect(first?.items.map(({ type }) => type)).toEqual(["user", "assistant", "tool_result"]);
    expect(second?.items).toHaveLength(5);
    expect(requestsOf(front)).toHaveLength(1);
  });

  it("goes to the first, where an answer has several, and says so to the others", async () => {
    const a = agent("A", ["from a"]);
    const b = agent("B", ["from b"]);
    const front = agent("front", [{ ...transfer("b", "a", "b") }], { agents: [a.handoff, b.handoff] });
    const run = await front.run("go");
    expect(run).toMatchObject({ agentName: "B", output: "from b" });
    expect(resultTexts(requestsOf(b)[0])).toEqual([
      "Transferred to B.",
      "error: already transferred to B",
      "error: already transferred to B",
    ]);
    expect(requestsOf(a)).toHaveLength(0);
  });

  it("lets the other calls of its answer run under the agent that made them", async () => {
    const seen: object[] = [];
    const who = bound("who", (agent: object) => seen.push(agent), { params: [{ inject: "agent" }] });
    const billing = agent("billing", [{ toolCalls: [{ name: "who" }] }, "done"], { tools: [who] });
    const front = agent("front", [{ toolCalls: [...transfer("billing").toolCalls, { name: "who" }] }], {
      tools: [who],
      agents: [billing.handoff],
    });
    await front.run("go");
    expect(seen).toEqual([front, billing]);
  });

  it("does not happen where a hook keeps it from happening", async () => {
    const billing = agent("billing", ["never"]);
    const front = agent("front", [transfer("billing"), "I stay."], {
      agents: [billing.handoff],
      toolHooks: [
        () => {
          throw new Error("closed");
        },
      ],
    });
    expect(await front.run("go")).toMatchObject({ agentName: "front", output: "I stay." });
  });

  it("may go back, and again to the first", async () => {
    const front = agent("front", [transfer("billing"), "Anything else?"]);
    const billing = agent("billing", [transfer("front")], { agents: [front.handoff] });
    front.agents = [billing.handoff];
    expect(await front.run("go")).toMatchObject({ agentName: "front", output: "Anything else?" });
  });

  it("counts turns, tokens and calls of the run on, under the limits of the agent that began it", async () => {
    const b: Agent = agent("b", [transfer("a"), transfer("a")], { maxTurns: 100 });
    const a = agent("a", [transfer("b"), transfer("b")], { maxTurns: 3, agents: [b.handoff] });
    b.agents = [a.handoff];
    const run = await a.run("go");
    expect(run).toMatchObject({ status: "error", stopReason: "max_turns", agentName: "b" });
    expect(requestsOf(a).length + requestsOf(b).length).toBe(3);
    const d = agent("d", [{ toolCalls: [{ name: "x" }] }, "done"], { tools: [bound("x", () => "ran")] });
    const c = agent("c", [transfer("d")], { toolCallLimit: 1, agents: [d.handoff] });
    expect((await c.run("go")).toolCalls[1]?.text).toMatch(/^error: the limit of 1 tool calls is reached/);
  });

  it("uses the other's forced choice of a tool for its first request", async () => {
    const pay = bound("pay", () => "paid");
    const billing = agent("billing", [{ toolCalls: [{ name: "pay" }] }, "done"], {
      tools: [pay],
      modelSettings: { toolChoice: "pay" },
    });
    await agent("front", [transfer("billing")], { agents: [billing.handoff] }).run("go");
    expect(requestsOf(billing).map(({ settings }) => settings.toolChoice)).toEqual(["pay", "auto"]);
  });

  it("chooses the tools of an agent once in a run, and closes them when it has ended (G1, F6)", async () => {
    const log: string[] = [];
    const tools = (name: string) => () => {
      log.push(`choose ${name}`);
      const open = (): OpenTools => {
        log.push(`open ${name}`);
        return { tools: [], close: () => void log.push(`close ${name}`) };
      };
      return [{ [openTools]: open }];
    };
    const b: Agent = agent("b", [transfer("a"), "done"], { tools: tools("b") });
    const a = agent("a", [transfer("b"), transfer("b")], { tools: tools("a"), agents: [b.handoff] });
    b.agents = [a.handoff];
    expect(await a.run("go")).toMatchObject({ status: "completed", agentName: "b", output: "done" });
    expect(log).toEqual(["choose a", "open a", "choose b", "open b", "close a", "close b"]);
  });

  it("inside a delegate changes who works on its task, and not the caller", async () => {
    const expert = agent("expert", ["expert answer"]);
    const desk = agent("desk", [transfer("expert")], { agents: [expert.handoff] });
    const front = agent("front", [{ toolCalls: [{ name: "desk", arguments: { input: "x" } }] }, "done"], {
      agents: [desk.delegate],
    });
    const run = await front.run("go");
    expect(run).toMatchObject({ agentName: "front", output: "done" });
    expect(run.toolCalls[0]?.text).toBe("expert answer");
  });
});

describe("events and hooks of a handoff (I8, I20)", () => {
  it("are told in order", async () => {
    const billing = agent("billing", ["done"]);
    const front = agent("front", [transfer("billing")], { agents: [billing.handoff] });
    const events: RunEvent[] = [];
    for await (const event of front.stream("go")) events.push(event);
    const handoff = events.findIndex(({ type }) => type === "handoff");
    expect(events[handoff]).toMatchObject({ type: "handoff", agentName: "front", to: "billing" });
    expect(events[handoff - 1]).toMatchObject({ type: "tool_call_completed", agentName: "front" });
    expect(new Set(events.slice(handoff + 1).map(({ agentName }) => agentName))).toEqual(new Set(["billing"]));
    expect(new Set(events.map(({ runId }) => runId)).size).toBe(1);
    expect(events.at(-1)).toMatchObject({ type: "run_completed", agentName: "billing", output: "done" });
  });

  it("reach the run and the target, and not the sender", async () => {
    const log: string[] = [];
    const hooks = (who: string): Hooks => ({
      onAgentStart: ({ agent }) => void log.push(`${who}: ${(agent as Agent).name} starts`),
      onAgentEnd: ({ agent }) => void log.push(`${who}: ${(agent as Agent).name} ends`),
      onHandoff: ({ agent, from }) => void log.push(`${who}: ${(from as Agent).name} to ${(agent as Agent).name}`),
    });
    const billing = agent("billing", ["done"], { hooks: hooks("billing") });
    const front = agent("front", [transfer("billing")], { agents: [billing.handoff], hooks: hooks("front") });
    await front.run("go", { hooks: hooks("run") });
    expect(log).toEqual([
      "run: front starts",
      "front: front starts",
      "run: front to billing",
      "billing: front to billing",
      "run: billing starts",
      "billing: billing starts",
      "run: billing ends",
      "billing: billing ends",
    ]);
  });

  it("that throw end the run", async () => {
    const billing = agent("billing", ["done"], {
      hooks: {
        onHandoff: () => {
          throw new Error("closed today");
        },
      },
    });
    const run = await agent("front", [transfer("billing")], { agents: [billing.handoff] }).run("go");
    expect(run).toMatchObject({ status: "error", error: { message: "closed today" } });
    expect(requestsOf(billing)).toHaveLength(0);
  });
});
