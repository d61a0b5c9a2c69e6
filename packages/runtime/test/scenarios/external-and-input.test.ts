/** Calls that the program runs itself, and arguments that people fill in. */
import { Agent, bindTools, guardrail, RunState, type Tool, type ToolOptions, userControlFlow } from "@runa/runtime";
import { ScriptedModel, type ScriptedResponse } from "@runa/runtime/testing";
import { describe, expect, it } from "vitest";
import { bound, integer, manifestEntry, manifestOf, resultTexts, text } from "../support/bound.ts";

const never = () => {
  throw new Error("this function must not be called");
};
const charge = bound("charge", never, { properties: { amount: integer }, required: ["amount"] });
const declared = bindTools<{ readonly charge: Tool }>(
  manifestOf(manifestEntry("charge", { properties: { amount: integer }, required: ["amount"], external: true })),
  import.meta.url,
  {},
).charge;
const callCharge: ScriptedResponse = { toolCalls: [{ name: "charge", arguments: { amount: 5 } }] };

function agentOf(tools: readonly Tool[], ...responses: readonly ScriptedResponse[]) {
  const model = new ScriptedModel(responses);
  return { model, agent: new Agent({ name: "test", model, tools }) };
}

describe("external execution (E19)", () => {
  it.each([
    ["declared only", declared],
    ["by its option", charge.with({ externalExecution: true })],
  ])("waits for a result: %s", async (_how, tool) => {
    const { agent, model } = agentOf([tool], callCharge, "done");
    const run = await agent.run("go");
    expect(run.interruptions).toMatchObject([{ kind: "external", name: "charge", arguments: { amount: 5 } }]);
    const state = await RunState.fromString(agent, run.toState().toString());
    expect((await agent.run(state)).interruptions).toHaveLength(1);
    expect(() => state.approve("call_1")).toThrow(/waits for its result, so it takes setResult\(\)/);
    state.setResult("call_1", { charged: 5, at: new Date(0) });
    expect((await agent.run(await RunState.fromString(agent, state.toString()))).output).toBe("done");
    expect(resultTexts(model.requests[1])).toEqual(['{"charged":5,"at":"1970-01-01T00:00:00.000Z"}']);
  });

  it.each([
    ["a text", (state: RunState) => state.setResult("call_1", "ok"), "ok"],
    ["nothing", (state: RunState) => state.setResult("call_1", undefined), "(no output)"],
    ["an error", (state: RunState) => state.setError("call_1", "card declined"), "error: card declined"],
    ["a rejection", (state: RunState) => state.reject("call_1"), "rejected by the operator"],
  ])("may give %s", async (_what, decide, want) => {
    const { agent, model } = agentOf([declared], callCharge, "done");
    const state = (await agent.run("go")).toState();
    decide(state);
    await agent.run(state);
    expect(resultTexts(model.requests[1])).toEqual([want]);
  });

  it("refuses a result that no text can carry", async () => {
    const { agent } = agentOf([declared], callCharge);
    const state = (await agent.run("go")).toState();
    expect(() => state.setResult("call_1", () => {})).toThrow(/cannot be written down/);
    expect(state.interruptions).toHaveLength(1);
  });

  it("is guarded: before it is handed over, and on what comes back", async () => {
    const values: unknown[] = [];
    const check = guardrail((value) => values.push(value) > 2, { name: "check" });
    const { agent } = agentOf([declared.with({ guardrails: [check] })], callCharge, callCharge);
    const state = (await agent.run("go")).toState();
    expect(values).toEqual([{ amount: 5 }]);
    state.setResult("call_1", { charged: 5 });
    const second = await agent.run(state);
    expect(values.slice(1)).toEqual([{ charged: 5 }, { amount: 5 }]);
    expect(second).toMatchObject({ status: "error", stopReason: "guardrail" });
  });

  it("may come after an approval, where a predicate says so (E22)", async () => {
    const { agent, model } = agentOf([declared.with({ needsApproval: () => true })], callCharge, "done");
    const first = (await agent.run("go")).toState();
    expect(first.interruptions.map(({ kind }) => kind)).toEqual(["approval"]);
    first.approve("call_1");
    const second = (await agent.run(first)).toState();
    expect(second.interruptions.map(({ kind }) => kind)).toEqual(["external"]);
    const read = await RunState.fromString(agent, second.toString());
    read.setResult("call_1", "ok");
    expect((await agent.run(read)).output).toBe("done");
    expect(resultTexts(model.requests[1])).toEqual(["ok"]);
  });
});

const mail = bound("mail", (to: string, body: string, copies = 0) => `sent ${body} to ${to} (${copies})`, {
  properties: { to: { type: "string", description: "Who gets it", format: "email" }, body: text, copies: integer },
  required: ["to", "body"],
});
const callMail: ScriptedResponse = { toolCalls: [{ name: "mail", arguments: { body: "hi" } }] };
const asked: ToolOptions = { requiresUserInput: true, userInputFields: ["to"] };

describe("user input (E20)", () => {
  it("takes the fields from the model and asks a person for them", async () => {
    const { agent, model } = agentOf([mail.with(asked)], callMail, "done");
    const run = await agent.run("go");
    expect(model.requests[0]?.tools[0]?.definition.parameters).toEqual({
      type: "object",
      properties: { body: text, copies: integer },
      required: ["body"],
      additionalProperties: false,
    });
    expect(run.interruptions).toMatchObject([
      {
        kind: "userInput",
        name: "mail",
        arguments: { body: "hi" },
        fields: [
          { name: "to", type: "string", description: "Who gets it", isRequired: true, schema: { format: "email" } },
          { name: "body", type: "string", value: "hi", isRequired: true },
          { name: "copies", type: "integer", isRequired: false },
        ],
      },
    ]);
    const state = await RunState.fromString(agent, run.toState().toString());
    expect(() => state.provideInput("call_1", { to: "nobody" })).toThrow(/input for "mail" does not fit: \/to must/);
    expect(() => state.provideInput("call_1", {})).toThrow(/must have property .to./);
    expect(() => state.provideInput("call_1", { To: "a@b.co" })).toThrow(
      /no field "To"; the fields are to, body, copies/,
    );
    expect(state.interruptions).toHaveLength(1);
    state.provideInput("call_1", { to: "a@b.co", copies: 2 });
    const rest = await agent.run(await RunState.fromString(agent, state.toString()));
    expect(resultTexts(model.requests[1])).toEqual(["sent hi to a@b.co (2)"]);
    expect(rest.toolCalls[0]?.arguments).toEqual({ body: "hi", to: "a@b.co", copies: 2 });
  });

  it("is for all fields where none is named", async () => {
    const { agent, model } = agentOf(
      [mail.with({ requiresUserInput: true })],
      { toolCalls: [{ name: "mail" }] },
      "done",
    );
    const state = (await agent.run("go")).toState();
    expect(model.requests[0]?.tools[0]?.definition.parameters.properties).toEqual({});
    state.provideInput("call_1", { to: "a@b.co", body: "x" });
    await agent.run(state);
    expect(resultTexts(model.requests[1])).toEqual(["sent x to a@b.co (0)"]);
  });

  it("refuses a value that the model made up for such a field", async () => {
    const { agent, model } = agentOf(
      [mail.with(asked)],
      { toolCalls: [{ name: "mail", arguments: { body: "hi", to: "a@b.co" } }] },
      "done",
    );
    expect((await agent.run("go")).status).toBe("completed");
    expect(resultTexts(model.requests[1])[0]).toMatch(/unknown property 'to'/);
  });
});

describe("gates of one tool (E22)", () => {
  it.each([
    { needsApproval: true, externalExecution: true },
    { needsApproval: true, requiresUserInput: true },
    { needsApproval: () => true, requiresUserInput: true },
    { requiresUserInput: true, externalExecution: true },
  ])("exclude each other: %j", (options) => {
    expect(() => mail.with(options)).toThrow(/needsApproval, requiresUserInput and externalExecution/);
  });

  it("name parameters that there are", () => {
    expect(() => mail.with({ requiresUserInput: true, userInputFields: ["too" as "to"] })).toThrow(
      /names "too", which is none of its parameters: to, body, copies/,
    );
  });
});

describe("a call that waited stays gated, whatever the options of its tool say by now (E19, E20)", () => {
  const log: unknown[] = [];
  const pay = bound("pay", (amount = 1) => log.push(amount), { properties: { amount: integer } });
  const [outside, asked, gated] = [
    pay.with({ externalExecution: true }),
    pay.with({ requiresUserInput: true }),
    pay.with({ needsApproval: true }),
  ];
  const result = (state: RunState) => state.setResult("call_1", "paid");
  const input = (state: RunState) => state.provideInput("call_1", { amount: 7 });
  const approve = (state: RunState) => state.approve("call_1");
  const nothing = () => {};

  it.each<[string, Tool, readonly (readonly [(state: RunState) => void, Tool])[], unknown[], string]>([
    ["the program has run it", outside, [[result, pay]], [], "paid"],
    [
      "the program may be running it",
      outside,
      [
        [nothing, pay],
        [result, pay],
      ],
      [],
      "paid",
    ],
    ["the program has run it, and nobody is asked any more", outside, [[result, gated]], [], "paid"],
    ["a person has filled it in", asked, [[input, pay]], [7], "1"],
    [
      "a person is filling it in",
      asked,
      [
        [nothing, pay],
        [input, pay],
      ],
      [7],
      "1",
    ],
    [
      "what was filled in is not what is asked about",
      asked,
      [
        [input, gated],
        [approve, gated],
      ],
      [1],
      "1",
    ],
  ])("%s", async (_why, first, steps, ran, told) => {
    log.length = 0;
    const { agent } = agentOf([first], { toolCalls: [{ name: "pay" }] });
    let run = await agent.run("go");
    for (const [decide, tool] of steps) {
      const next = agentOf([tool], "done").agent;
      const state = await RunState.fromString(next, run.toState().toString());
      decide(state);
      run = await next.run(state);
    }
    expect([run.status, log, run.toolCalls.map(({ text }) => text)]).toEqual(["completed", ran, [told]]);
  });

  it("and no kept result stands in for what the program says", async () => {
    const entries = new Map<string, string>();
    const store = {
      get: (key: string) => entries.get(key),
      set: (key: string, value: string) => void entries.set(key, value),
      delete: (key: string) => void entries.delete(key),
      clear: () => entries.clear(),
    };
    const texts: string[] = [];
    for (const said of ["first", "second"]) {
      const { agent } = agentOf([outside.with({ cache: { store } })], { toolCalls: [{ name: "pay" }] }, "done");
      const state = (await agent.run("go")).toState();
      state.setResult("call_1", said);
      texts.push(...(await agent.run(state)).toolCalls.map(({ text }) => text));
    }
    expect(texts).toEqual(["first", "second"]);
  });
});

describe("userControlFlow (E21)", () => {
  it("asks for fields that the model makes up", async () => {
    const { agent, model } = agentOf(
      userControlFlow(),
      {
        toolCalls: [
          {
            name: "get_user_input",
            arguments: {
              fields: [
                { name: "city", type: "string", description: "Where to" },
                { name: "nights", type: "integer", description: "How long" },
              ],
            },
          },
        ],
      },
      "done",
    );
    const run = await agent.run("go");
    expect(run.interruptions[0]?.fields).toMatchObject([
      { name: "city", type: "string", description: "Where to" },
      { name: "nights", type: "integer" },
    ]);
    const state = await RunState.fromString(agent, run.toState().toString());
    expect(() => state.provideInput("call_1", { city: "Oslo" })).toThrow(/must have property .nights./);
    expect(() => state.provideInput("call_1", { city: "Oslo", nights: "two" })).toThrow(/nights must be integer/);
    state.provideInput("call_1", { city: "Oslo", nights: 2 });
    await agent.run(state);
    expect(resultTexts(model.requests[1])).toEqual(['{"city":"Oslo","nights":2}']);
  });

  it("asks questions with options", async () => {
    const { agent, model } = agentOf(
      userControlFlow(),
      {
        toolCalls: [
          {
            name: "ask_user",
            arguments: {
              questions: [
                { question: "Which size?", options: ["S", "M"] },
                { question: "Which extras?", options: ["bow", "card"], multiple: true },
                { question: "Anything else?" },
              ],
            },
          },
        ],
      },
      "done",
    );
    const state = (await agent.run("go")).toState();
    const [item] = state.interruptions;
    expect(item?.fields?.map(({ name, schema }) => [name, schema.enum ?? schema.items])).toEqual([
      ["Which size?", ["S", "M"]],
      ["Which extras?", { type: "string", enum: ["bow", "card"] }],
      ["Anything else?", undefined],
    ]);
    expect(() => state.provideInput("call_1", { "Which size?": "XL" })).toThrow(/Which size\? must be/);
    state.provideInput("call_1", { "Which size?": "M", "Which extras?": ["bow"], "Anything else?": "no" });
    await agent.run(state);
    expect(resultTexts(model.requests[1])).toEqual([
      '{"Which size?":"M","Which extras?":["bow"],"Anything else?":"no"}',
    ]);
  });

  it("is no matter of names: a tool of that name runs", async () => {
    const { agent, model } = agentOf([bound("ask_user", () => "asked")], { toolCalls: [{ name: "ask_user" }] }, "done");
    expect((await agent.run("go")).status).toBe("completed");
    expect(resultTexts(model.requests[1])).toEqual(["asked"]);
  });
});
