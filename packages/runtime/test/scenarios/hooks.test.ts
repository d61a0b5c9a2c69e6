/** Code of the program around tools and runs: when it is called, what it sees, and that it fails closed. */
import { Agent, type Hooks, RetryAgentRun, StopAgentRun, type ToolHook, type ToolOptions } from "@runa/runtime";
import { ScriptedModel, type ScriptedToolCall } from "@runa/runtime/testing";
import { describe, expect, it } from "vitest";
import { bound, integer, resultTexts, text } from "../support/bound.ts";

const log: string[] = [];
const add = bound(
  "add",
  (a: number, b = 40) => {
    log.push(`add ${a} ${b}`);
    return a + b;
  },
  { properties: { a: integer, b: integer }, required: ["a"] },
);

/** Calls `add` once: what the model reads, and what was logged. */
async function callAdd(
  options: ToolOptions,
  agentOptions: object = {},
  toolCall: ScriptedToolCall = { name: "add", arguments: { a: 2 } },
): Promise<{ readonly said: string | undefined; readonly logged: readonly string[] }> {
  log.length = 0;
  const model = new ScriptedModel([{ toolCalls: [toolCall] }, "done"]);
  const run = await new Agent({ name: "test", model, tools: [add.with(options)], ...agentOptions }).run("go");
  expect(run.error).toBeUndefined();
  return { said: run.toolCalls[0]?.text, logged: [...log] };
}

const around =
  (name: string): ToolHook =>
  async ({ next, args }) => {
    log.push(`${name} before`);
    const value = await next(args);
    log.push(`${name} after`);
    return value;
  };

describe("preHook and postHook (L1)", () => {
  it("stand before and after the function, with its arguments, result and error", async () => {
    const { said, logged } = await callAdd({
      preHook: ({ name, args, call, ctx, agent }) => {
        log.push(`pre ${name} ${JSON.stringify(args)} ${call.callId} ${typeof ctx.runId} ${agent instanceof Agent}`);
      },
      postHook: async ({ result, error }) => void log.push(`post ${result} ${error}`),
    });
    expect(said).toBe("42");
    expect(logged).toEqual(['pre add {"a":2} call_1 string true', "add 2 40", "post 42 undefined"]);
  });

  it("block the call where the pre-hook throws, and nothing around the function runs", async () => {
    const { said, logged } = await callAdd({
      preHook: async () => {
        throw new Error("not on Sundays");
      },
      toolHooks: [around("hook")],
      postHook: () => void log.push("post"),
    });
    expect(said).toBe("error: not on Sundays");
    expect(logged).toEqual([]);
  });

  it("turn the result into the error that a post-hook throws", async () => {
    const { said, logged } = await callAdd({
      postHook: () => {
        throw new Error("too much");
      },
    });
    expect(said).toBe("error: too much");
    expect(logged).toEqual(["add 2 40"]);
  });

  it("tell the post-hook of a failure too", async () => {
    const fail = bound("fail", () => {
      throw new Error("boom");
    });
    const seen: unknown[] = [];
    await fail.with({ postHook: ({ error, result }) => void seen.push(error, result) }).invoke("{}");
    expect(seen).toEqual([new Error("boom"), undefined]);
  });

  it("may steer the run (C16)", async () => {
    const retry = await callAdd({
      preHook: () => {
        throw new RetryAgentRun("ask first");
      },
    });
    expect(retry.said).toBe("ask first");
    const model = new ScriptedModel([{ toolCalls: [{ name: "add", arguments: { a: 1 } }] }]);
    const stopping = add.with({
      postHook: ({ result }) => {
        throw new StopAgentRun(`enough: ${result}`);
      },
    });
    const run = await new Agent({ name: "test", model, tools: [stopping] }).run("go");
    expect(run).toMatchObject({ stopReason: "stop_agent_run", output: "enough: 41" });
  });

  it("do not run for arguments that are refused (C8)", async () => {
    const options: ToolOptions = { preHook: () => void log.push("pre"), toolHooks: [around("hook")] };
    const { said, logged } = await callAdd(options, {}, { name: "add", arguments: { a: "2" } });
    expect(said).toMatch(/^error: invalid arguments for add/);
    expect(logged).toEqual([]);
  });
});

describe("toolHooks (L2)", () => {
  it("are around each other and the function: the agent's, then the tool's, the first outermost", async () => {
    const { said, logged } = await callAdd({ toolHooks: [around("b"), around("c")] }, { toolHooks: [around("a")] });
    expect(said).toBe("42");
    expect(logged).toEqual(["a before", "b before", "c before", "add 2 40", "c after", "b after", "a after"]);
  });

  it("may change the arguments, which are held to the schema again", async () => {
    const doubled = await callAdd({ toolHooks: [({ args, next }) => next({ ...args, a: Number(args.a) * 2 })] });
    expect(doubled).toEqual({ said: "44", logged: ["add 4 40"] });
    const broken = await callAdd({ toolHooks: [({ args, next }) => next({ ...args, a: "4" })] });
    expect(broken.said).toBe('error: invalid arguments for add: /a must be integer, not string "4"');
    expect(broken.logged).toEqual([]);
    const mutated = await callAdd({ toolHooks: [({ args, next }) => next(Object.assign(args, { a: 5 }))] });
    expect(mutated.said).toMatch(/^error: Cannot assign to read only property/);
  });

  it("see rich values, and give them back", async () => {
    const when = bound("when", (at: Date) => at.toISOString(), {
      properties: { at: { type: "string", format: "date-time" } },
      required: ["at"],
      convert: { "/properties/at": "date" },
    });
    const later: ToolHook = ({ args, next }) => next({ at: new Date(Number(args.at) + 1_000) });
    const said = await when.with({ toolHooks: [later] }).invoke('{"at":"2026-01-01T00:00:00Z"}');
    expect(said).toBe("2026-01-01T00:00:01.000Z");
  });

  it("may skip the function, replace its result, and catch what it throws", async () => {
    expect(await callAdd({ toolHooks: [() => "from memory"] })).toEqual({ said: "from memory", logged: [] });
    const replaced = await callAdd({ toolHooks: [async ({ next }) => ({ sum: await next() })] });
    expect(replaced.said).toBe('{"sum":42}');
    const fail = bound("fail", () => {
      throw new Error("boom");
    });
    const caught: ToolHook = ({ next }) => next().catch((error: Error) => `caught ${error.message}`);
    expect(await fail.with({ toolHooks: [caught] }).invoke("{}")).toBe("caught boom");
  });

  it("have the last word, also where they do not wait for a function that is slow", async () => {
    let ended = 0;
    const slow = bound("add", async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      ended++;
      return "late";
    });
    const patience: ToolHook = ({ next }) => Promise.race([next(), Promise.resolve("too slow")]);
    const untilEnded = async (): Promise<void> => {
      while (ended === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    };
    const model = new ScriptedModel([{ toolCalls: [{ name: "add" }] }, "done"]);
    const tools = [slow.with({ toolHooks: [patience], postHook: untilEnded })];
    const run = await new Agent({ name: "test", model, tools }).run("go");
    expect(run.toolCalls[0]?.text).toBe("too slow");
  });

  it("keep what a generator said before it failed (D3)", async () => {
    const broken = bound("broken", function* () {
      yield "a";
      throw new Error("boom");
    });
    expect(await broken.with({ toolHooks: [around("hook")] }).invoke("{}")).toBe("a\nerror: boom");
  });

  it("reach tools in workers, with the arguments that they changed (C1)", async () => {
    const sum = bound("add", () => 0, {
      module: "./worker-tools.ts",
      thread: "worker",
      properties: { a: integer, b: integer },
      required: ["a"],
    });
    const said = await sum.with({ toolHooks: [({ next }) => next({ a: 1, b: 2 })] }).invoke('{"a":40}');
    expect(said).toBe("3");
  });
});

describe("the messages that hooks see (L3)", () => {
  it("are a frozen copy of the conversation", async () => {
    const seen: string[][] = [];
    const { said } = await callAdd({
      preHook: ({ messages }) => void seen.push(messages.map(({ type }) => type)),
      toolHooks: [
        ({ messages, next }) => {
          expect(() => Reflect.apply(Array.prototype.push, messages, ["x"])).toThrow(TypeError);
          return next();
        },
      ],
    });
    expect(said).toBe("42");
    expect(seen).toEqual([["user", "assistant"]]);
  });
});

describe("hooks of agent and run (I20)", () => {
  const logging = (who: string): Hooks => ({
    onAgentStart: () => void log.push(`${who} agent start`),
    onAgentEnd: ({ output }) => void log.push(`${who} agent end ${output}`),
    onLlmStart: ({ items }) => void log.push(`${who} llm start ${items.length}`),
    onLlmEnd: async ({ response }) => void log.push(`${who} llm end ${response.item.text}`),
    onToolStart: ({ call, args }) => void log.push(`${who} tool start ${call.name} ${args.a}`),
    onToolEnd: ({ result, error }) => void log.push(`${who} tool end ${result} ${error}`),
  });

  it("are told in order, the run's before the agent's; not for calls that are refused", async () => {
    log.length = 0;
    const toolCalls = [{ name: "add", arguments: { a: 2 } }, { name: "unknown" }];
    const model = new ScriptedModel([{ toolCalls }, "done"]);
    const agent = new Agent({ name: "test", model, tools: [add], hooks: logging("agent") });
    await agent.run("go", { hooks: logging("run") });
    const events = ["agent start", "llm start 1", "llm end ", "tool start add 2"];
    const after = ["tool end 42 undefined", "llm start 4", "llm end done", "agent end done"];
    const both = (event: string): string[] => [`run ${event}`, `agent ${event}`];
    expect(log).toEqual([...events.flatMap(both), "add 2 40", ...after.flatMap(both)]);
  });

  it("begin a call before its pre-hook, and end it after its post-hook, blocked or not", async () => {
    const { logged } = await callAdd(
      {
        preHook: () => {
          log.push("pre");
          throw new Error("no");
        },
      },
      {
        hooks: {
          onToolStart: () => log.push("start"),
          onToolEnd: ({ error }: { error: Error }) => log.push(`end ${error.message}`),
        },
      },
    );
    expect(logged).toEqual(["start", "pre", "end no"]);
  });

  it("end the run where one throws, and the function is not called", async () => {
    log.length = 0;
    const model = new ScriptedModel([{ toolCalls: [{ name: "add", arguments: { a: 2 } }] }]);
    const hooks: Hooks = {
      onToolStart: () => {
        throw new Error("hook broke");
      },
    };
    const run = await new Agent({ name: "test", model, tools: [add], hooks }).run("go");
    expect(run).toMatchObject({ status: "error", error: { message: "hook broke" } });
    expect(log).toEqual([]);
    expect(run.newItems.filter(({ type }) => type === "tool_result")).toHaveLength(1);
  });

  it("are a closed list (A4)", () => {
    const misspelt = { onToolBegin: () => {} } as object as Hooks;
    expect(() => new Agent({ name: "test", hooks: misspelt })).toThrow(/no hook "onToolBegin"/);
    expect(() => add.with({ toolHooks: ["x"] as never })).toThrow(/must be a list of functions/);
  });
});

it("hooks see the texts of other tools in the conversation", async () => {
  const echo = bound("echo", (word: string) => word, { properties: { word: text }, required: ["word"] });
  const seen: string[] = [];
  const watched = add.with({ preHook: ({ messages }) => void seen.push(JSON.stringify(messages)) });
  const model = new ScriptedModel([
    { toolCalls: [{ name: "echo", arguments: { word: "marker" } }] },
    { toolCalls: [{ name: "add", arguments: { a: 1 } }] },
    "done",
  ]);
  await new Agent({ name: "test", model, tools: [echo, watched] }).run("go");
  expect(seen[0]).toContain("marker");
  expect(resultTexts(model.requests[2])).toEqual(["41"]);
});
