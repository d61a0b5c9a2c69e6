/** Agents as tools of agents: runs inside runs. */
import { Agent, type AgentOptions, type ModelRequest, type RunEvent, StopAgentRun } from "@runa/runtime";
import { ScriptedModel, type ScriptedResponse } from "@runa/runtime/testing";
import { describe, expect, it } from "vitest";
import { bound, resultTexts, text } from "../support/bound.ts";

const codeOf = (code: string): unknown => expect.objectContaining({ code });

function agent(name: string, responses: readonly ScriptedResponse[], options: AgentOptions = {}): Agent {
  return new Agent({ name, model: new ScriptedModel(responses), ...options });
}

const ask = (name: string, input: string, callId?: string): { name: string; arguments: { input: string } } => ({
  name,
  arguments: { input },
  ...(callId !== undefined && { callId }),
});

const requestsOf = ({ model }: Agent): readonly ModelRequest[] =>
  model instanceof ScriptedModel ? model.requests : [];

describe("a delegate (J1)", () => {
  it("is a tool with a task for its only argument", async () => {
    const caller = agent("caller", ["ok"], { agents: [agent("Web Research!", []).delegate] });
    await caller.run("go");
    expect(requestsOf(caller)[0]?.tools.map(({ definition }) => definition)).toEqual([
      {
        name: "web_research",
        description: "Delegate a task to Web Research!.",
        parameters: {
          type: "object",
          properties: { input: { type: "string" } },
          required: ["input"],
          additionalProperties: false,
        },
      },
    ]);
  });

  it("may be named and described, also as a member of its class", async () => {
    class Research extends Agent {
      override name = "research";
      override model = new ScriptedModel([]);
    }
    const caller = agent("caller", ["ok"], {
      agents: [Research.delegate({ toolName: "look_up" })({ toolDescription: "Look something up." })],
    });
    await caller.run("go");
    expect(requestsOf(caller)[0]?.tools[0]?.definition).toMatchObject({
      name: "look_up",
      description: "Look something up.",
    });
  });

  it("takes no other options, rather than ignore them", () => {
    const far = agent("far", []);
    const timeout: object = { timeout: 1_000 };
    for (const [kind, link] of [
      ["delegate", far.delegate],
      ["handoff", far.handoff],
    ] as const)
      expect(() => link(timeout)).toThrow(
        `${kind}(…) has no option "timeout". Its options are toolName, toolDescription.`,
      );
  });

  it("needs a name that a provider takes", async () => {
    const far = agent("研究", []);
    await expect(agent("caller", ["ok"], { agents: [far.delegate] }).run("go")).rejects.toThrow(
      /The agent "研究" cannot be a tool named "".*delegate\(\{ toolName: "…" \}\)/,
    );
    await expect(agent("caller", ["ok"], { agents: [far.handoff] }).run("go")).rejects.toThrow(
      codeOf("RUNA_INVALID_OPTION"),
    );
    const named = agent("caller", ["ok"], { agents: [far.delegate({ toolName: "research" })] });
    expect((await named.run("go")).output).toBe("ok");
  });
});

describe("a delegate's run (J2)", () => {
  it("sees its task and nothing else, also twice in one answer", async () => {
    const research = agent("research", [({ items }) => JSON.stringify(items), ({ items }) => JSON.stringify(items)]);
    const caller = agent("caller", [{ toolCalls: [ask("research", "one"), ask("research", "two")] }, "done"], {
      agents: [research.delegate],
    });
    const run = await caller.run("go");
    expect(run.output).toBe("done");
    expect(resultTexts(requestsOf(caller)[1])).toEqual([
      JSON.stringify([{ type: "user", content: "one" }]),
      JSON.stringify([{ type: "user", content: "two" }]),
    ]);
  });

  it("runs beside its siblings", async () => {
    const waiting: (() => void)[] = [];
    const meet = async (): Promise<string> => {
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        if (waiting.length === 2) for (const go of waiting) go();
      });
      return "met";
    };
    const caller = agent("caller", [{ toolCalls: [ask("a", "x"), ask("b", "x")] }, "done"], {
      agents: [agent("a", [meet]).delegate, agent("b", [meet]).delegate],
    });
    expect((await caller.run("go")).toolCalls.map((call) => call.text)).toEqual(["met", "met"]);
  });

  it("has the caller's context object, and a context and an id of its own", async () => {
    const seen: unknown[] = [];
    const note = bound("note", (ctx: unknown) => seen.push(ctx), { params: [{ inject: "ctx" }] });
    const inner = agent("inner", [{ toolCalls: [{ name: "note" }] }, "ok"], { tools: [note] });
    const outer = agent("outer", [{ toolCalls: [{ name: "note" }, ask("inner", "x")] }, "ok"], {
      tools: [note],
      agents: [inner.delegate],
    });
    const context = { user: "ada" };
    const run = await outer.run("go", { context, userId: "u1", metadata: { a: 1 } });
    expect(seen).toHaveLength(2);
    expect(seen[0]).toMatchObject({ runId: run.runId, userId: "u1" });
    expect(seen[1]).toMatchObject({ userId: "u1", metadata: { a: 1 } });
    expect(seen[1]).toHaveProperty("context", context);
    expect((seen[1] as { context: unknown }).context).toBe(context);
    expect((seen[1] as { runId: string }).runId).not.toBe(run.runId);
    expect((seen[1] as { sessionState: unknown }).sessionState).toBe(
      (seen[0] as { sessionState: unknown }).sessionState,
    );
  });

  it("counts for the caller what it used, also where it failed (I12)", async () => {
    const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
    const works = agent("works", [{ text: "ok", usage }]);
    const fails = agent("fails", [{ toolCalls: [{ name: "x" }], usage }], { maxTurns: 1 });
    const ctxUsage: number[] = [];
    const caller = agent(
      "caller",
      [
        { toolCalls: [ask("works", "x"), ask("fails", "x")], usage },
        { text: "done", usage },
      ],
      {
        agents: [works.delegate, fails.delegate],
        hooks: { onLlmStart: ({ ctx }) => void ctxUsage.push(ctx.usage.totalTokens) },
      },
    );
    const run = await caller.run("go");
    expect(run.usage).toMatchObject({ requests: 4, totalTokens: 8 });
    expect(ctxUsage).toEqual([0, 6]);
    expect(run.toolCalls.map((call) => call.text)).toEqual(["ok", "error: max turns (1) exceeded"]);
  });

  it("counts for the caller what it used, also where the caller does not wait for it (I12)", async () => {
    const rest = bound("rest", () => new Promise(() => {}));
    const slow = agent("slow", [{ toolCalls: [{ name: "rest" }], usage: { totalTokens: 100 } }], { tools: [rest] });
    const first = { toolCalls: [ask("slow", "a")], usage: { totalTokens: 10 } };
    const run = await agent("caller", [first], { agents: [slow.delegate], timeout: 100 }).run("go");
    expect(run.stopReason).toBe("timeout");
    expect(run.usage).toMatchObject({ requests: 2, totalTokens: 110 });
  });

  it("that fails is a text for the caller, whatever it fails with (J2)", async () => {
    const boom = agent("boom", [new Error("no power")]);
    const stops = agent("stops", [{ toolCalls: [{ name: "stop" }] }], {
      tools: [
        bound("stop", () => {
          throw new StopAgentRun("enough");
        }),
      ],
    });
    const caller = agent("caller", [{ toolCalls: [ask("boom", "x"), ask("stops", "x")] }, "done"], {
      agents: [boom.delegate, stops.delegate],
    });
    const run = await caller.run("go");
    expect(run.toolCalls.map((call) => call.text)).toEqual(["error: no power", "enough"]);
    expect(run.toolCalls[0]?.isError).toBe(true);
    expect(run).toMatchObject({ status: "completed", stopReason: "completed" });
  });

  it("may use call ids of its caller (C12)", async () => {
    const echo = bound("echo", (word: string) => word, { properties: { word: text } });
    const call = { name: "echo", arguments: { word: "inner" }, callId: "call_1" };
    const inner = agent("inner", [{ toolCalls: [call] }, "inner done"], { tools: [echo] });
    const outer = agent("outer", [{ toolCalls: [ask("inner", "x", "call_1")] }, "done"], {
      agents: [inner.delegate],
    });
    expect(await outer.run("go")).toMatchObject({ status: "completed", output: "done" });
  });

  it("ends with its caller", async () => {
    let aborted: unknown;
    const inner = agent("inner", [
      ({ signal }) =>
        new Promise((resolve) => {
          signal?.addEventListener("abort", () => {
            aborted = signal.reason;
            resolve("too late");
          });
        }),
    ]);
    const outer = agent("outer", [{ toolCalls: [ask("inner", "x")] }, "done"], {
      agents: [inner.delegate],
      timeout: 30,
    });
    expect(await outer.run("go")).toMatchObject({ status: "error", stopReason: "timeout" });
    expect(aborted).toMatchObject({ code: "RUNA_RUN_TIMEOUT" });
  });

  it("gives up the images that it made", async () => {
    const { ToolResult } = await import("@runa/runtime");
    const draw = bound("draw", () => new ToolResult({ content: "drawn", images: [{ url: "https://x.test/a.png" }] }));
    const artist = agent("artist", [{ toolCalls: [{ name: "draw" }] }, "Here it is."], { tools: [draw] });
    const caller = agent("caller", [{ toolCalls: [ask("artist", "a cat")] }, "done"], { agents: [artist.delegate] });
    const run = await caller.run("go");
    expect(run.images.map(({ url }) => url)).toEqual(["https://x.test/a.png"]);
    expect(run.toolCalls[0]?.text).toBe("Here it is.");
  });
});

describe("events and hooks of a delegate's run (I8, I20)", () => {
  async function eventsOf(outer: Agent): Promise<RunEvent[]> {
    const events: RunEvent[] = [];
    for await (const event of outer.stream("go")) events.push(event);
    return events;
  }

  it("stand among those of the caller, each with the run that it belongs to", async () => {
    const innermost = agent("innermost", ["deep"]);
    const inner = agent("inner", [{ toolCalls: [ask("innermost", "x")] }, "middle"], { agents: [innermost.delegate] });
    const outer = agent("outer", [{ toolCalls: [ask("inner", "x")] }, "top"], { agents: [inner.delegate] });
    const events = await eventsOf(outer);
    const runs = new Map(events.map((event) => [event.agentName, event]));
    expect([...runs.keys()]).toEqual(["outer", "inner", "innermost"]);
    expect(runs.get("outer")).not.toHaveProperty("parentRunId");
    expect(runs.get("inner")?.parentRunId).toBe(runs.get("outer")?.runId);
    expect(runs.get("innermost")?.parentRunId).toBe(runs.get("inner")?.runId);
    const ends = events.filter(({ type }) => type === "run_completed").map(({ agentName }) => agentName);
    expect(ends).toEqual(["innermost", "inner", "outer"]);
    const started = events.filter(({ type }) => type === "tool_call_started").length;
    expect(events.filter(({ type }) => type === "tool_call_completed")).toHaveLength(started);
  });

  it("are not mixed into what is printed", async () => {
    const inner = agent("inner", ["inner text"]);
    const outer = agent("outer", [{ toolCalls: [ask("inner", "x")] }, "outer text"], { agents: [inner.delegate] });
    const printed: string[] = [];
    await outer.printResponse("go", { output: { write: (chunk: string) => printed.push(chunk) > 0 } });
    expect(printed.join("")).toBe('> inner {"input":"x"}\n< inner inner text\nouter text\n');
  });

  it("reach the hooks of the run and of the delegate, not those of the caller", async () => {
    const log: string[] = [];
    const hooks = (name: string) => ({
      onAgentStart: () => void log.push(`${name} start`),
      onAgentEnd: () => void log.push(`${name} end`),
    });
    const inner = agent("inner", ["ok"], { hooks: hooks("inner") });
    const outer = agent("outer", [{ toolCalls: [ask("inner", "x")] }, "done"], {
      agents: [inner.delegate],
      hooks: hooks("outer"),
    });
    await outer.run("go", { hooks: hooks("run") });
    expect(log).toEqual([
      "run start",
      "outer start",
      "run start",
      "inner start",
      "run end",
      "inner end",
      "run end",
      "outer end",
    ]);
  });
});

describe("listing (J4)", () => {
  const names = async (agents: AgentOptions["agents"]): Promise<string[]> => {
    const caller = agent("caller", ["ok"], agents ? { agents } : {});
    await caller.run("go");
    return requestsOf(caller)[0]?.tools.map(({ definition }) => definition.name) ?? [];
  };

  it("gives both ways to a bare agent, or to a class", async () => {
    class Researcher extends Agent {
      override name = "researcher";
      override model = new ScriptedModel([]);
    }
    expect(await names([Researcher])).toEqual(["researcher", "transfer_to_researcher"]);
    expect(await names([agent("r", [])])).toEqual(["r", "transfer_to_r"]);
  });

  it("takes groups", async () => {
    const [a, b, c] = [agent("a", []), agent("b", []), agent("c", [])];
    expect(await names({ handoff: [a], delegate: [b.delegate({ toolName: "bee" })], auto: [c] })).toEqual([
      "transfer_to_a",
      "bee",
      "c",
      "transfer_to_c",
    ]);
  });

  it.each<[string, unknown, RegExp]>([
    ["a name", ["billing"], /has billing among its agents/],
    ["an object", [{}], /has an object that is no agent among its agents/],
    ["a function", [() => 1], /has the function \(anonymous\) among its agents/],
    ["a link in the wrong group", { handoff: [agent("a", []).delegate] }, /a delegate in the group "handoff"/],
  ])("refuses %s", async (_what, agents, want) => {
    const caller = agent("caller", ["ok"], { agents: agents as never });
    await expect(caller.run("go")).rejects.toThrow(want);
    await expect(caller.run("go")).rejects.toThrow(codeOf("RUNA_NOT_AN_AGENT"));
  });

  it.each<[unknown, RegExp]>([
    ["all", /option "agents" must be a list of agents/],
    [{ handofs: [] }, /option "agents" has "handofs", which is no list/],
  ])("refuses %j in place of the list", (agents, want) => {
    expect(() => agent("caller", [], { agents: agents as never })).toThrow(want);
  });

  it("refuses a class that cannot be made", async () => {
    class Needy extends Agent {
      constructor() {
        super();
        throw new Error("no database");
      }
    }
    await expect(agent("caller", ["ok"], { agents: [Needy.delegate] }).run("go")).rejects.toThrow(
      /Needy cannot be made without arguments: no database/,
    );
  });

  it("refuses a name that a tool has (A22)", async () => {
    const scripted = new ScriptedModel(["ok"]);
    const taken = bound("transfer_to_billing", () => "");
    const caller = new Agent({
      name: "caller",
      model: scripted,
      tools: [taken],
      agents: [agent("billing", []).handoff],
    });
    await expect(caller.run("go")).rejects.toThrow(
      /two tools named "transfer_to_billing": transfer_to_billing of .*, and the handoff to "billing"/,
    );
    expect(scripted.requests).toHaveLength(0);
  });

  it("finds what is wrong with another agent before the first request", async () => {
    const broken = new Agent({ name: "broken", model: new ScriptedModel([]), tools: [{} as never] });
    const caller = agent("caller", ["ok"], { agents: [broken.handoff] });
    await expect(caller.run("go")).rejects.toThrow(/Agent "broken" has an object among its tools/);
    expect(requestsOf(caller)).toHaveLength(0);
  });
});

describe("circles and depth (J6)", () => {
  it("refuses an agent that delegates to itself, over any number of others", async () => {
    const a = agent("a", ["ok"]);
    a.agents = [a.delegate];
    await expect(a.run("go")).rejects.toThrow(/Agents delegate in a circle: "a" to "a"\./);
    class First extends Agent {
      override name = "first";
      override model = new ScriptedModel([]);
      override agents = [agent("second", [], { agents: { delegate: [First] } }).delegate];
    }
    const root = agent("root", ["ok"], { agents: [First.handoff] });
    await expect(root.run("go")).rejects.toThrow(/"first" to "second" to "first"/);
    await expect(root.run("go")).rejects.toThrow(codeOf("RUNA_DELEGATE_CYCLE"));
  });

  it("allows one agent below two others", async () => {
    const shared = agent("shared", []);
    const left = agent("left", [], { agents: [shared.delegate] });
    const right = agent("right", [], { agents: [shared.delegate] });
    expect((await agent("top", ["ok"], { agents: [left.delegate, right.delegate] }).run("go")).output).toBe("ok");
  });

  it("answers a call that nests deeper than maxDepth with an error", async () => {
    // A circle that has a handoff in it is found by nothing else.
    const a: Agent = agent("a", [{ toolCalls: [ask("b", "x")] }, { toolCalls: [ask("b", "y")] }, "a done", "done"], {
      maxDepth: 1,
    });
    const b = agent("b", [{ toolCalls: [{ name: "transfer_to_a" }] }], { agents: [a.handoff] });
    a.agents = [b.delegate];
    const run = await a.run("go");
    expect(run.toolCalls[0]?.text).toBe("a done");
    expect(resultTexts(requestsOf(a)[2])).toEqual([
      "error: b was not asked: runs are nested 1 deep already (maxDepth)",
    ]);
    expect(requestsOf(b)).toHaveLength(1);
  });
});
