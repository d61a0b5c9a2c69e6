/** What is secret stays inside the run: events, printed output, logs and error texts are looked through for it. */
import { Agent, type AgentOptions, type RunEvent, setLogger, type ToolHook } from "@runa/runtime";
import { ScriptedModel, type ScriptedToolCall } from "@runa/runtime/testing";
import { afterEach, describe, expect, it } from "vitest";
import { type BoundOptions, bound, resultTexts, text } from "../support/bound.ts";

const PASSWORD = "correct-horse-battery";
const TOKEN = "tok_9f8e7d";

const options: BoundOptions = {
  properties: { user: text, password: { ...text, minLength: 12 } },
  required: ["user", "password"],
  secret: ["/properties/password"],
};

function login(user: string, password: string): { token: string; user: string } {
  if (user === "nobody") throw new Error(`${user} is not let in with ${password}`);
  return { token: TOKEN, user: `${user}:${password}` };
}

async function eventsOf(
  toolCall: ScriptedToolCall,
  { callable = login, ...agentOptions }: AgentOptions & { readonly callable?: typeof login } = {},
): Promise<{ readonly events: readonly RunEvent[]; readonly model: ScriptedModel }> {
  const model = new ScriptedModel([{ toolCalls: [toolCall] }, "done"]);
  const agent = new Agent({ name: "test", model, tools: [bound("login", callable, options)], ...agentOptions });
  const events: RunEvent[] = [];
  for await (const event of agent.stream("go")) events.push(event);
  return { events, model };
}

/** All that is in them, errors too. */
function shown(values: unknown): string {
  return JSON.stringify(values, (_key, value: unknown) =>
    value instanceof Error ? { message: value.message, stack: value.stack, cause: value.cause } : value,
  );
}

afterEach(() => setLogger(undefined));

describe("a parameter that is tagged @secret (L5, R76)", () => {
  it("reaches the function and the model, and no event", async () => {
    const { events, model } = await eventsOf({ name: "login", arguments: { user: "ada", password: PASSWORD } });
    expect(resultTexts(model.requests[1])).toEqual([`{"token":"${TOKEN}","user":"ada:${PASSWORD}"}`]);
    expect(shown(model.requests[1]?.items)).toContain(PASSWORD);
    expect(shown(events)).not.toContain(PASSWORD);
    expect(events.find(({ type }) => type === "tool_call_started")).toMatchObject({
      arguments: { user: "ada", password: "[redacted]" },
    });
    expect(events.find(({ type }) => type === "tool_call_completed")).toMatchObject({
      text: `{"token":"${TOKEN}","user":"ada:[redacted]"}`,
      result: { token: TOKEN, user: "ada:[redacted]" },
    });
  });

  it.each<readonly [what: string, toolCall: ScriptedToolCall, said: RegExp]>([
    ["what the function throws", { name: "login", arguments: { user: "nobody", password: PASSWORD } }, /not let in/],
    ["arguments that do not fit", { name: "login", arguments: { user: "a", password: "battery7" } }, /12 characters/],
    ["arguments of the wrong type", { name: "login", arguments: { user: "a", password: 77665544 } }, /must be string/],
    ["a key that is misspelt", { name: "login", arguments: { user: "a", pasword: PASSWORD } }, /pasword/],
    ["arguments that are no JSON", { name: "login", arguments: `{"password": ${PASSWORD}}` }, /invalid JSON/],
  ])("is in no event about %s", async (_what, toolCall, said) => {
    const { events, model } = await eventsOf(toolCall);
    expect(resultTexts(model.requests[1])[0]).toMatch(said);
    expect(shown(events)).not.toMatch(/battery|77665544/);
    expect(events.filter(({ type }) => type === "tool_call_completed")).toHaveLength(1);
  });

  it.each<[where: string, callable: (user: string, password: string) => unknown, options: AgentOptions]>([
    [
      "half in front of the place where a long text was cut",
      (_user, password) => `${"x".repeat(40)}${password}${"y".repeat(99)}`,
      { maxResultChars: 100 },
    ],
    [
      "half behind that place",
      (_user, password) => {
        throw new Error(`${"x".repeat(99)}${password}${"y".repeat(40)}`);
      },
      { maxResultChars: 100 },
    ],
    ["as a key", (_user, password) => ({ [password]: new Map([[password, 1]]) }), {}],
  ])("is in no event %s", async (_where, callable, agentOptions) => {
    const { events } = await eventsOf(
      { name: "login", arguments: { user: "ada", password: PASSWORD } },
      { callable: callable as typeof login, ...agentOptions },
    );
    expect(shown(events)).not.toMatch(/corr|horse|battery|tery/);
  });

  it.each<[where: string, pieces: readonly string[], shown: string]>([
    ["in two pieces", ["for ", "correct-hor", "se-battery, ", "fine"], "for [redacted], fine"],
    ["letter by letter", [...`a ${PASSWORD} b`], "a [redacted] b"],
    ["not at all, only its beginning", ["a correct-", "ion, cor"], "a correct-ion, cor"],
  ])("is in no piece of what is yielded %s", async (_where, pieces, shownText) => {
    const { events } = await eventsOf(
      { name: "login", arguments: { user: "ada", password: PASSWORD } },
      {
        callable: function* () {
          yield* pieces;
        } as unknown as typeof login,
      },
    );
    const deltas = events.flatMap((event) => (event.type === "tool_output_delta" ? [event.delta] : []));
    expect(deltas.join("")).toBe(shownText);
    expect(events.find(({ type }) => type === "tool_call_completed")).toMatchObject({ text: shownText });
    expect(events.at(events.findLastIndex(({ type }) => type === "tool_output_delta") + 1)?.type).toBe(
      "tool_call_completed",
    );
  });

  it("is in no event where a hook has filled it in", async () => {
    const fillIn: ToolHook = ({ next, args }) => next({ ...args, password: PASSWORD });
    const { events } = await eventsOf(
      { name: "login", arguments: { user: "ada", password: "placeholder-1" } },
      { toolHooks: [fillIn] },
    );
    expect(events.find(({ type }) => type === "tool_call_completed")).toMatchObject({ result: { token: TOKEN } });
    expect(shown(events)).not.toContain(PASSWORD);
  });

  it("is quoted by no text about arguments that do not fit", async () => {
    const { model } = await eventsOf({ name: "login", arguments: { user: "a", password: "battery7" } });
    expect(resultTexts(model.requests[1])).toEqual([
      "error: invalid arguments for login: /password must be at least 12 characters long",
    ]);
  });

  it.each([true, false])("is not printed (stream: %s)", async (stream) => {
    const model = new ScriptedModel([
      { toolCalls: [{ name: "login", arguments: { user: "ada", password: PASSWORD } }] },
      "done",
    ]);
    let output = "";
    const agent = new Agent({ name: "test", model, tools: [bound("login", login, options)] });
    const write = (piece: string): boolean => {
      output += piece;
      return true;
    };
    await agent.printResponse("go", { stream, output: { write } });
    expect(output).toContain('"password":"[redacted]"');
    expect(output).not.toContain(PASSWORD);
  });

  it("stays in what belongs to the program: hooks, and the run itself", async () => {
    const seen: unknown[] = [];
    const model = new ScriptedModel([
      { toolCalls: [{ name: "login", arguments: { user: "ada", password: PASSWORD } }] },
      "done",
    ]);
    const hooks = { onToolStart: ({ args }: { args: unknown }) => void seen.push(args) };
    const run = await new Agent({ name: "test", model, hooks, tools: [bound("login", login, options)] }).run("go");
    expect(seen).toEqual([{ user: "ada", password: PASSWORD }]);
    expect(run.toolCalls[0]?.arguments).toEqual({ user: "ada", password: PASSWORD });
  });
});

describe("redact (L5, R76)", () => {
  it("hides values by their key, in arguments and results of every tool", async () => {
    const { events, model } = await eventsOf(
      { name: "login", arguments: { user: "ada-lovelace", password: PASSWORD } },
      { redact: ["TOKEN", "user"] },
    );
    expect(resultTexts(model.requests[1])[0]).toContain(TOKEN);
    expect(shown(events)).not.toMatch(new RegExp(`${TOKEN}|${PASSWORD}|ada-lovelace`));
    expect(events.find(({ type }) => type === "tool_call_completed")).toMatchObject({
      text: '{"token":"[redacted]","user":"[redacted]"}',
    });
  });

  it("takes apart a result that is JSON text", async () => {
    const callable = ((): unknown => '{"token":"tok_9f8e7d","ok":true}') as typeof login;
    const { events } = await eventsOf(
      { name: "login", arguments: { user: "ada", password: PASSWORD } },
      { redact: ["token"], callable },
    );
    expect(events.find(({ type }) => type === "tool_call_completed")).toMatchObject({
      text: '{"token":"[redacted]","ok":true}',
    });
  });

  it("changes nothing where nothing is secret: the event has the very result", async () => {
    const result = { a: 1 };
    const model = new ScriptedModel([{ toolCalls: [{ name: "give" }] }, "done"]);
    const events: RunEvent[] = [];
    for await (const event of new Agent({ name: "test", model, tools: [bound("give", () => result)] }).stream("go"))
      events.push(event);
    const completed = events.find((event) => event.type === "tool_call_completed");
    expect(completed?.type === "tool_call_completed" && completed.result).toBe(result);
  });

  it("refuses what is no list of keys", () => {
    expect(() => new Agent({ name: "test", redact: [""] })).toThrow('option "redact" must be a list of keys');
  });
});

describe("setLogger (L6)", () => {
  it("is given the warnings of the package", async () => {
    const lines: unknown[] = [];
    const log = (message: string, facts: object) => void lines.push([message, facts]);
    setLogger({ debug: log, info: log, warn: log });
    const tool = bound("logged", () => "ok", { params: [{ inject: "ctx" }] });
    await tool.invoke('{"ctx":{}}');
    expect(lines).toEqual([[expect.stringContaining('"ctx"'), { code: "RUNA_RESERVED_KEY" }]]);
  });
});
