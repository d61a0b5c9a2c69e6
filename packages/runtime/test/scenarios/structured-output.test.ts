/** Final answers in a shape: asked for, checked, told to the model once (I18). */
import { Agent, type AgentOptions, type OutputType } from "@runa/runtime";
import { ScriptedModel, type ScriptedResponse } from "@runa/runtime/testing";
import { describe, expect, expectTypeOf, it } from "vitest";
import { z } from "zod";
import { bound } from "../support/bound.ts";
import { type Ticket, ticket, ticketManifest } from "../support/ticket.ts";

const GOOD = '{"title":"Leak","due":"2026-01-31T12:00:00Z"}';

function setUp(responses: readonly ScriptedResponse[], outputType: OutputType = ticket, more: AgentOptions = {}) {
  const model = new ScriptedModel(responses);
  return { model, agent: new Agent({ name: "x", model, outputType, ...more }) };
}

describe("an answer with an output type", () => {
  it("is asked for in that shape, and read as a value of the type", async () => {
    const { model, agent } = setUp([GOOD]);
    const run = await agent.run("go");
    expect(run).toMatchObject({ status: "completed", output: GOOD });
    expect(run.parsed).toEqual({ title: "Leak", due: new Date("2026-01-31T12:00:00Z") });
    expect(model.requests[0]?.output).toEqual({ name: "Ticket", schema: ticketManifest.schemas.Ticket?.schema });
  });

  it("is typed by the schema, from an option and from a field", async () => {
    const byOption = new Agent({ name: "x", model: new ScriptedModel([GOOD]), outputType: ticket });
    expectTypeOf((await byOption.run("go")).parsed).toEqualTypeOf<Ticket | undefined>();
    class Desk extends Agent<unknown, Ticket> {
      override name = "desk";
      override model = new ScriptedModel([GOOD]);
      override outputType = ticket;
    }
    const { parsed } = await new Desk().run("go");
    expect(parsed?.due?.getUTCFullYear()).toBe(2026);
    const plain = await new Agent({ name: "x", model: new ScriptedModel(["hello"]) }).run("go");
    expect(plain.parsed).toBeUndefined();
    expect(plain).toHaveProperty("parsed");
  });

  it.each(["```json\n{}\n```", "```JSON\r\n{}\r\n```\r\n", "``` {} ```"])(
    "may be in a code block: %j",
    async (block) => {
      const { agent } = setUp([block.replace("{}", () => GOOD)]);
      expect((await agent.run("go")).parsed).toMatchObject({ title: "Leak" });
    },
  );

  it("may come after calls, whose results it does not have to fit", async () => {
    const look = bound("look", () => "wet");
    const { model, agent } = setUp([{ text: "Let me look.", toolCalls: [{ name: "look" }] }, GOOD], ticket, {
      tools: [look],
    });
    expect((await agent.run("go")).parsed).toMatchObject({ title: "Leak" });
    expect(model.requests.map(({ output }) => output?.name)).toEqual(["Ticket", "Ticket"]);
  });

  it("may be described by a JSON Schema", async () => {
    const list = { title: "Names", type: "array", items: { type: "string" } } as const;
    const { model, agent } = setUp(['["Ada"]'], list);
    expect((await agent.run("go")).parsed).toEqual(["Ada"]);
    expect(model.requests[0]?.output?.name).toBe("Names");
  });
});

it("may be described by what another library calls a JSON Schema, which may carry more than that", async () => {
  const outputType = z.toJSONSchema(z.object({ title: z.string() }));
  const { model, agent } = setUp(['{"title":"Leak"}'], outputType);
  expect((await agent.run("go")).parsed).toEqual({ title: "Leak" });
  expect(model.requests[0]?.output?.schema).toBe(outputType);
});

describe("an answer that does not fit", () => {
  it.each<[string, string, RegExp]>([
    ["no JSON", "A leak.", /^That answer is no Ticket: it is no JSON \(.*\)\. Answer again/],
    ["another shape", '{"titel":"Leak"}', /\/ must have property 'title'; \/ has unknown property 'titel'/],
    ["a date that is none", '{"title":"x","due":"2026-02-30T00:00:00Z"}', /\/due must/],
  ])("is told to the model once: %s", async (_what, wrong, want) => {
    const { model, agent } = setUp([wrong, GOOD]);
    const run = await agent.run("go");
    expect(run.parsed).toMatchObject({ title: "Leak" });
    expect(model.requests[1]?.items.at(-1)).toEqual({ type: "user", content: expect.stringMatching(want) });
    expect(run.newItems.map(({ type }) => type)).toEqual(["assistant", "user", "assistant"]);
  });

  it("twice ends the run with an error that names the type", async () => {
    const { agent } = setUp(["no", "still no"]);
    expect(await agent.run("go")).toMatchObject({
      status: "error",
      stopReason: "error",
      output: undefined,
      parsed: undefined,
      error: {
        code: "RUNA_OUTPUT_MISMATCH",
        outputType: "Ticket",
        message: expect.stringMatching(/^The answer of the model is no Ticket/),
      },
    });
  });

  it("because it was cut off ends the run at once", async () => {
    const { model, agent } = setUp([{ text: '{"title":"Le', finishReason: "length" }]);
    expect(await agent.run("go")).toMatchObject({
      error: {
        code: "RUNA_OUTPUT_MISMATCH",
        message: expect.stringMatching(/no Ticket: it was cut off at the output limit: it is no JSON/),
      },
    });
    expect(model.requests).toHaveLength(1);
  });

  it("because the model refuses is an answer without a value", async () => {
    const { agent } = setUp([{ refusal: "I cannot.", finishReason: "refusal" }]);
    expect(await agent.run("go")).toMatchObject({ status: "completed", output: "I cannot.", parsed: undefined });
  });

  it("is told within the turns that a run has", async () => {
    const { agent } = setUp(["no", GOOD], ticket, { maxTurns: 1 });
    expect(await agent.run("go")).toMatchObject({ stopReason: "max_turns" });
  });
});

describe("other ways to an answer", () => {
  it("include a tool that ends the run (D6)", async () => {
    const file = bound("file", (text: string) => text, { properties: { text: { type: "string" } } }).with({
      stopAfterToolCall: true,
    });
    const call = (text: string): ScriptedResponse => ({ toolCalls: [{ name: "file", arguments: { text } }] });
    const fits = setUp([call(GOOD)], ticket, { tools: [file] });
    expect((await fits.agent.run("go")).parsed).toMatchObject({ title: "Leak" });
    const misfit = setUp([call("no")], ticket, { tools: [file] });
    expect(await misfit.agent.run("go")).toMatchObject({ error: { code: "RUNA_OUTPUT_MISMATCH" } });
  });

  it("include a handoff: the shape is that of the agent that answers", async () => {
    const { agent: desk } = setUp([GOOD]);
    const front = new Agent({
      name: "front",
      model: new ScriptedModel([{ toolCalls: [{ name: "transfer_to_x" }] }]),
      agents: [desk.handoff],
    });
    expect((await front.run("go")).parsed).toMatchObject({ title: "Leak" });
  });

  it("include a stream", async () => {
    const stream = setUp([GOOD]).agent.stream("go");
    const events = [];
    for await (const event of stream) events.push(event);
    expect(events.at(-1)).toMatchObject({ type: "run_completed", parsed: { title: "Leak" } });
    expect(stream.run?.parsed).toMatchObject({ title: "Leak" });
  });
});

describe("misuse", () => {
  it("is found at once, or before the first request", async () => {
    expect(() => new Agent({ name: "x", outputType: "Ticket" as never })).toThrow(/must be a schema of the generated/);
  });

  it.each<[string, object]>([
    ["has no meaning", { type: "object", properties: { a: { type: "strnig" } } }],
    ["refers to what is not there", { $ref: "#/$defs/Ticket" }],
    ["refers to nothing but itself", { $ref: "#" }],
  ])("is found before the first request where a JSON Schema %s", async (_what, schema) => {
    const { model, agent } = setUp(["{}"], schema as never);
    await expect(agent.run("go")).rejects.toMatchObject({
      code: "RUNA_INVALID_SCHEMA",
      message: expect.stringContaining('Agent "x": option "outputType"'),
    });
    expect(model.requests).toHaveLength(0);
  });

  it("includes a schema of another library, which says no JSON Schema, and all schemas of a binding", () => {
    const other = { "~standard": { version: 1, vendor: "other", validate: (value: unknown) => ({ value }) } };
    expect(() => new Agent({ name: "x", outputType: other as never })).toThrow(/a schema of another library/);
    expect(() => new Agent({ name: "x", outputType: { Ticket: ticket } as never })).toThrow(/such as schemas\.Ticket/);
  });

  it("does not include what only ajv would read as a promise of an answer", async () => {
    const { agent } = setUp(['{"a":"x"}', '{"a":1}'], {
      $async: true,
      type: "object",
      properties: { a: { type: "number" } },
    });
    expect((await agent.run("go")).parsed).toEqual({ a: 1 });
  });
});
