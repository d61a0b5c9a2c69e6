/** Checks around agents and tools: what they see, in which order they stand, and that they fail closed. */
import {
  Agent,
  GuardrailTripwireTriggered,
  guardrail,
  type RunEvent,
  type ToolOptions,
  ToolResult,
} from "@runa/runtime";
import { ScriptedModel, type ScriptedResponse } from "@runa/runtime/testing";
import { beforeEach, describe, expect, it } from "vitest";
import { bound, integer } from "../support/bound.ts";

const log: string[] = [];
beforeEach(() => {
  log.length = 0;
});
const pass = guardrail(() => false, { name: "pass" });
const trip = guardrail(() => true, { name: "trip", description: "Nothing is let through." });
const failing = guardrail(
  () => {
    throw new Error("no connection");
  },
  { name: "failing" },
);
const seen = (values: unknown[]) =>
  guardrail(
    async (value) => {
      values.push(value);
      return false;
    },
    { name: "seen" },
  );
const double = bound(
  "double",
  (x: number) => {
    log.push(`double ${x}`);
    return { doubled: 2 * x };
  },
  { properties: { x: integer }, required: ["x"] },
);
const callDouble: ScriptedResponse = { toolCalls: [{ name: "double", arguments: { x: 21 } }] };

function agentOf(options: object, responses: readonly ScriptedResponse[] = ["hello"], toolOptions: ToolOptions = {}) {
  const model = new ScriptedModel(responses);
  return { model, agent: new Agent({ name: "test", model, tools: [double.with(toolOptions)], ...options }) };
}

describe("guardrails of an agent", () => {
  it("see the latest text of the user, before the first request (E3)", async () => {
    const values: unknown[] = [];
    const { agent, model } = agentOf({
      guardrails: { input: [seen(values), guardrail((text: string) => text.trim() === "", { name: "empty" })] },
    });
    const run = await agent.run([
      { type: "text", text: " " },
      { type: "image", url: "https://example.com/cat.png" },
    ]);
    expect(run).toMatchObject({ status: "error", stopReason: "guardrail", output: undefined });
    expect(run.error).toBeInstanceOf(GuardrailTripwireTriggered);
    expect(run.error?.message).toBe("Input guardrail empty triggered tripwire");
    expect(values).toEqual([" "]);
    expect(model.requests).toEqual([]);
  });

  it("see the answer before the caller does (E4)", async () => {
    const values: unknown[] = [];
    const run = await agentOf({ guardrails: [seen(values).output, trip.output] }).agent.run("go");
    expect(run).toMatchObject({ status: "error", output: undefined });
    expect(run.error?.message).toBe("Output guardrail trip triggered tripwire");
    expect(values).toEqual(["hello"]);
  });

  it("stand in order, and what ran is in the trail, for every status (E7, E9)", async () => {
    const never = guardrail(() => true, { name: "never" });
    const { inputGuardrailResults, outputGuardrailResults } = await agentOf({
      guardrails: [pass, { input: [trip, never] }],
    }).agent.run("go");
    expect(inputGuardrailResults).toEqual([
      { name: "pass", phase: "input", tripped: false },
      { name: "trip", phase: "input", tripped: true, outputInfo: "Nothing is let through." },
    ]);
    expect(outputGuardrailResults).toEqual([]);
    const both = await agentOf({ guardrails: [pass] }).agent.run("go");
    expect(both.status).toBe("completed");
    expect([...both.inputGuardrailResults, ...both.outputGuardrailResults].map(({ phase }) => phase)).toEqual([
      "input",
      "output",
    ]);
  });

  it.each([
    ["throws", failing, "no connection"],
    [
      "gives neither true nor false",
      guardrail(() => null as unknown as boolean, { name: "failing" }),
      "it gave null, not true or false",
    ],
  ])("trip where the check %s (E10)", async (_what, check, error) => {
    const run = await agentOf({ guardrails: [check] }).agent.run("go");
    expect(run).toMatchObject({ status: "error", stopReason: "guardrail" });
    expect(run.inputGuardrailResults).toEqual([{ name: "failing", phase: "input", tripped: true, error }]);
  });

  it.each([
    [[(x: unknown) => Boolean(x)], /has a bare function among its guardrails/],
    [[{}], /has an object that is none/],
    [{ input: [pass.output] }, /puts the output side of the guardrail "pass" into its input list/],
  ])("are refused before the run where they are none: %j (E2)", async (guardrails, message) => {
    await expect(agentOf({ guardrails }).agent.run("go")).rejects.toThrow(message);
    await expect(agentOf({}, [], { guardrails: guardrails as never }).agent.run("go")).rejects.toThrow(message);
  });
});

describe("streamed text (E5)", () => {
  const texts = (events: readonly RunEvent[]) =>
    events.flatMap((event) => (event.type === "text_delta" ? [event.delta] : []));
  async function stream(options: object, responses: readonly ScriptedResponse[], toolOptions: ToolOptions = {}) {
    const events: RunEvent[] = [];
    for await (const event of agentOf(options, responses, toolOptions).agent.stream("go")) events.push(event);
    return events;
  }

  it("waits for the output guardrails, and is never seen where one trips", async () => {
    const events = await stream({ guardrails: [trip.output] }, ["a secret"]);
    expect(texts(events)).toEqual([]);
    expect(JSON.stringify(events)).not.toContain("secret");
    expect(events.at(-1)).toMatchObject({ type: "run_error", stopReason: "guardrail" });
  });

  it("comes whole where they pass, in front of the message", async () => {
    const events = await stream({ guardrails: [pass.output] }, ["hello there"]);
    expect(texts(events)).toEqual(["hello ", "there"]);
    expect(events.slice(-2).map(({ type }) => type)).toEqual(["message", "run_completed"]);
  });

  it("of an answer with calls comes with it; what a tool shows is part of the last one", async () => {
    const responses = [{ text: "Let me see.", ...(callDouble as object) }, "the secret"];
    expect(texts(await stream({ guardrails: [trip.output] }, responses))).toEqual(["Let ", "me ", "see."]);
    const shown = await stream({ guardrails: [trip.output] }, responses, { showResult: true });
    expect(texts(shown).join("")).toBe("Let me see.");
    const passed = await stream({ guardrails: [pass.output] }, responses, { showResult: true });
    expect(texts(passed).join("")).toBe('Let me see.\n\n{"doubled":42}\n\nthe secret');
  });

  it("is passed on at once where that is asked for", async () => {
    expect(texts(await stream({ guardrails: [trip.output], streamGuarded: "pass" }, ["a secret"]))).toEqual([
      "a ",
      "secret",
    ]);
  });
});

describe("guardrails of a tool", () => {
  it("see the arguments, and end the run before the function is called (E6, E8)", async () => {
    const values: unknown[] = [];
    const { agent, model } = agentOf({}, [callDouble], { guardrails: [seen(values).input, trip.input] });
    const run = await agent.run("go");
    expect(run).toMatchObject({ status: "error", stopReason: "guardrail" });
    expect(run.error?.message).toBe("Tool input guardrail trip triggered tripwire");
    expect(run.toolInputGuardrailResults.at(-1)).toMatchObject({ toolName: "double", callId: "call_1", tripped: true });
    expect(values).toEqual([{ x: 21 }]);
    expect(log).toEqual([]);
    expect(model.requests).toHaveLength(1);
  });

  it("see what the function returned, before it is a text (D7)", async () => {
    const values: unknown[] = [];
    const picture = new ToolResult({ content: "a picture" });
    const tools = [
      double.with({ guardrails: { output: [seen(values)] } }),
      bound("draw", () => picture).with({ guardrails: { output: [seen(values)] } }),
      bound("fail", () => {
        throw new Error("boom");
      }).with({ guardrails: { output: [seen(values)] } }),
    ];
    const { agent } = agentOf({ tools }, [
      { toolCalls: [{ name: "double", arguments: { x: 1 } }, { name: "draw" }, { name: "fail" }] },
      "done",
    ]);
    const run = await agent.run("go");
    expect(run.status).toBe("completed");
    expect(values).toEqual([{ doubled: 2 }, picture, "error: boom"]);
    expect(run.toolOutputGuardrailResults).toHaveLength(3);
  });

  it("keep a result from the model where they trip on it", async () => {
    const ended: string[] = [];
    const { agent, model } = agentOf({ hooks: { onToolEnd: () => void ended.push("end") } }, [callDouble], {
      guardrails: { output: [failing] },
    });
    const run = await agent.run("go");
    expect(run.error?.message).toBe("Tool output guardrail failing triggered tripwire");
    expect(run.error?.cause).toEqual(new Error("no connection"));
    expect(log).toEqual(["double 21"]);
    expect(ended).toEqual([]);
    expect(model.requests).toHaveLength(1);
  });

  it("have the last word over an approval (E27)", async () => {
    const { agent } = agentOf({}, [callDouble], { needsApproval: true, guardrails: { input: [trip] } });
    const state = (await agent.run("go")).toState();
    state.approve("call_1");
    const run = await agent.run(state);
    expect(run).toMatchObject({ status: "error", stopReason: "guardrail" });
    expect(log).toEqual([]);
  });
});
