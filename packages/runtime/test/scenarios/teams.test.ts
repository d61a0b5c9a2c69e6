/** Teams: a leader whose tools are its members. */
import {
  Agent,
  type AgentOptions,
  type Hooks,
  type ModelRequest,
  type RunEvent,
  type RunStream,
  Team,
  type TeamOptions,
} from "@runa/runtime";
import { ScriptedModel, type ScriptedResponse } from "@runa/runtime/testing";
import { describe, expect, it } from "vitest";
import { bound, resultTexts } from "../support/bound.ts";

function agent(name: string, responses: readonly ScriptedResponse[], options: AgentOptions = {}): Agent {
  return new Agent({ name, model: new ScriptedModel(responses), ...options });
}

function team(responses: readonly ScriptedResponse[], options: TeamOptions): Team {
  return new Team({ name: "news", model: new ScriptedModel(responses), ...options });
}

const requestsOf = ({ model }: Agent): readonly ModelRequest[] =>
  model instanceof ScriptedModel ? model.requests : [];

const toMember = (member: string, task: string) => ({
  name: "delegate_task_to_member",
  arguments: { member, task },
});

describe("a team that coordinates (J5)", () => {
  it("has one tool for all members, and answers itself", async () => {
    const reporter = agent("Reporter", ["It rained."]);
    const editor = agent("Editor", [({ items }) => JSON.stringify(items)]);
    const news = team([{ toolCalls: [toMember("reporter", "What?"), toMember("editor", "Shorten.")] }, "Rain."], {
      members: [reporter, editor.delegate({ toolDescription: "Shortens texts." })],
    });
    const run = await news.run("News?");
    expect(run).toMatchObject({ output: "Rain.", agentName: "news", usage: { requests: 4 } });
    expect(run.toolCalls.map(({ text }) => text)).toEqual([
      "It rained.",
      JSON.stringify([{ type: "user", content: "Shorten." }]),
    ]);
    expect(requestsOf(news)[0]?.tools.map(({ definition }) => definition)).toEqual([
      {
        name: "delegate_task_to_member",
        description:
          "Give a task to a member of the team, who sees nothing but this task. The members are: reporter, editor (Shortens texts.).",
        parameters: {
          type: "object",
          properties: { member: { type: "string", enum: ["reporter", "editor"] }, task: { type: "string" } },
          required: ["member", "task"],
          additionalProperties: false,
        },
      },
    ]);
  });

  it("tells a leader that asks for somebody else who the members are", async () => {
    const news = team([{ toolCalls: [toMember("editr", "x")] }, "ok"], {
      members: [agent("reporter", []), agent("editor", [])],
    });
    expect((await news.run("go")).toolCalls[0]?.text).toMatch(/^error: invalid arguments .*"reporter", "editor"/);
  });

  it("keeps tools, agents and hooks of its own", async () => {
    const own = bound("own", () => "mine");
    const other = agent("other", []);
    const news = team(["ok"], { members: [agent("reporter", [])], tools: [own], agents: [other.handoff] });
    await news.run("go");
    expect(requestsOf(news)[0]?.tools.map(({ definition }) => definition.name)).toEqual([
      "own",
      "transfer_to_other",
      "delegate_task_to_member",
    ]);
  });

  it("may be a subclass with fields, whose options win", async () => {
    class News extends Team {
      override name = "news";
      override model = new ScriptedModel([{ toolCalls: [toMember("reporter", "x")] }, "led"]);
      override members = [agent("reporter", ["reported"])];
      override mode = "route" as const;
    }
    expect((await new News().run("go")).output).toBe("reported");
    expect((await new News({ mode: "coordinate" }).run("go")).output).toBe("led");
  });
});

describe("a team that routes (J5)", () => {
  it("answers with what the member says, without asking the leader again", async () => {
    const news = team([{ toolCalls: [toMember("editor", "x")] }], {
      mode: "route",
      members: [agent("reporter", []), agent("editor", ["From the editor."])],
    });
    expect(await news.run("go")).toMatchObject({
      output: "From the editor.",
      stopReason: "stop_after_tool_call",
      agentName: "news",
    });
  });

  it("goes on where the member fails", async () => {
    const news = team([{ toolCalls: [toMember("editor", "x")] }, "Nobody is in."], {
      mode: "route",
      members: [agent("editor", [new Error("ill")])],
    });
    const run = await news.run("go");
    expect(run.output).toBe("Nobody is in.");
    expect(run.toolCalls[0]?.text).toBe("error: ill");
  });
});

describe("a team that broadcasts (J5)", () => {
  it("asks all members at once, and answers with what they all said", async () => {
    const waiting: (() => void)[] = [];
    const meet = (text: string) => async (): Promise<string> => {
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        if (waiting.length === 2) for (const go of waiting) go();
      });
      return text;
    };
    const call = { name: "delegate_task_to_all_members", arguments: { task: "Opinions?" } };
    const news = team([{ toolCalls: [call] }, "Mixed."], {
      mode: "broadcast",
      members: [agent("a", [meet("Good.")]), agent("b", [meet("Bad.")]), agent("c", [new Error("ill")])],
    });
    const run = await news.run("go");
    expect(run.output).toBe("Mixed.");
    expect(resultTexts(requestsOf(news)[1])).toEqual(["a: Good.\n\nb: Bad.\n\nc: error: ill"]);
    expect(run.usage.requests).toBe(4);
  });

  const task = { name: "delegate_task_to_all_members", arguments: { task: "x" } };

  it("tells its leader what each member is for, and each member's name as in its results", async () => {
    const news = team([{ toolCalls: [task] }, "ok"], {
      mode: "broadcast",
      members: [agent("a b", ["A"]), agent("b", ["B"]).delegate({ toolDescription: "Shortens texts." })],
    });
    await news.run("go");
    const [first, second] = requestsOf(news);
    expect(first?.tools[0]?.definition.description).toBe(
      "Give a task to all members of the team at once; each sees nothing but this task. The members are: a_b, b (Shortens texts.).",
    );
    expect(resultTexts(second)).toEqual(["a_b: A\n\nb: B"]);
  });

  it("tells of no request where none is made, while it pauses and when it goes on (I8)", async () => {
    const heard: string[] = [];
    const name = (one: object): string => (one instanceof Agent ? one.name : "");
    const hooks: Hooks = {
      onLlmStart: ({ agent }) => void heard.push(`${name(agent)} start`),
      onLlmEnd: ({ agent }) => void heard.push(`${name(agent)} end`),
    };
    const pay = bound("pay", () => "paid").with({ needsApproval: true });
    const payer = agent("payer", [{ toolCalls: [{ name: "pay", callId: "p1" }] }, "Paid."], { tools: [pay] });
    const news = team([{ toolCalls: [task] }, "ok"], { mode: "broadcast", members: [payer, agent("b", ["B"])] });
    const toldOf = async (stream: RunStream): Promise<readonly string[]> => {
      const events: RunEvent[] = [];
      for await (const event of stream) events.push(event);
      return events.flatMap(({ agentName, type }) => (agentName === "news.members" ? [type] : []));
    };
    const calls = ["tool_call_started", "tool_call_started", "tool_call_completed"];
    const stream = news.stream("go", { hooks });
    expect(await toldOf(stream)).toEqual(["run_started", ...calls, "run_paused"]);
    const state = stream.run?.toState();
    if (!state) throw new Error("the run did not pause");
    state.approve("p1");
    const rest = news.stream(state, { hooks });
    expect(await toldOf(rest)).toEqual(["run_continued", "tool_call_completed", "run_completed"]);
    expect(rest.run?.output).toBe("ok");
    expect(heard).toHaveLength(10);
    expect(heard.filter((one) => !/^(news|payer|b) /.test(one))).toEqual([]);
  });
});

describe("the limits of a team that broadcasts", () => {
  const call = { name: "delegate_task_to_all_members", arguments: { task: "x" } };
  const last = ({ items }: ModelRequest): string => JSON.stringify(items.at(-1));

  it("hold for its members: how many work at a time (C4)", async () => {
    let [working, most] = [0, 0];
    const work = async (): Promise<string> => {
      most = Math.max(most, ++working);
      await new Promise((resolve) => setTimeout(resolve, 5));
      working--;
      return "ok";
    };
    const members = ["a", "b", "c"].map((name) => agent(name, [work]));
    const news = team([{ toolCalls: [call] }, "ok"], { mode: "broadcast", maxToolConcurrency: 2, members });
    expect((await news.run("go")).output).toBe("ok");
    expect(most).toBe(2);
  });

  it("count a member one level deep, as in every team (J6)", async () => {
    const deep = agent("deep", ["deep"]);
    const member = agent("member", [{ toolCalls: [{ name: "deep", arguments: { input: "x" } }] }, last], {
      agents: [deep.delegate],
    });
    const news = team([{ toolCalls: [call] }, last], { mode: "broadcast", maxDepth: 1, members: [member] });
    expect((await news.run("go")).output).toMatch(/member: .*deep was not asked: runs are nested 1 deep already/);
    expect(requestsOf(deep)).toHaveLength(0);
  });
});

describe("what the members of a team share (J5)", () => {
  it("is one session state, also where one of them replaces it", async () => {
    const put = bound(
      "put",
      async (ctx: { sessionState: Record<string, unknown> }, key: string) => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        if (key === "b") ctx.sessionState = { ...ctx.sessionState, [key]: 1 };
        else ctx.sessionState[key] = 1;
        return "put";
      },
      { params: [{ inject: "ctx" }, "key"], properties: { key: { type: "string" } } },
    );
    const member = (name: string): Agent =>
      agent(name, [{ toolCalls: [{ name: "put", arguments: { key: name } }] }, "ok"], { tools: [put] });
    const states: unknown[] = [];
    const news = team([{ toolCalls: [toMember("a", "x"), toMember("b", "x"), toMember("c", "x")] }, "ok"], {
      members: [member("a"), member("b"), member("c")],
      hooks: { onAgentEnd: ({ ctx }) => void states.push(ctx.sessionState) },
    });
    await news.run("go");
    expect(states[0]).toEqual({ a: 1, b: 1, c: 1 });
  });

  it("is the team, for tools that ask for it; a single agent has none", async () => {
    const seen: unknown[] = [];
    const who = bound("who", (t: unknown, a: unknown) => seen.push([t, a]), {
      params: [{ inject: "team" }, { inject: "agent" }],
    });
    const ask = { toolCalls: [{ name: "who" }] };
    const inner = agent("inner", [ask, "ok"], { tools: [who] });
    const member = agent(
      "member",
      [{ toolCalls: [{ name: "who" }, { name: "inner", arguments: { input: "x" } }] }, "ok"],
      { tools: [who], agents: [inner.delegate] },
    );
    const news = team([{ toolCalls: [{ name: "who" }, toMember("member", "x")] }, "ok"], {
      members: [member],
      tools: [who],
    });
    await news.run("go");
    expect(seen).toEqual([
      [news, news],
      [news, member],
      [news, inner],
    ]);
    const outer = new Team({
      name: "outer",
      model: new ScriptedModel([{ toolCalls: [toMember("inner_news", "x")] }, "ok"]),
      members: [
        new Team({
          name: "inner_news",
          mode: "broadcast",
          model: new ScriptedModel([
            { toolCalls: [{ name: "delegate_task_to_all_members", arguments: { task: "x" } }] },
            "ok",
          ]),
          members: [agent("deep", [ask, "ok"], { tools: [who] })],
        }),
      ],
    });
    await outer.run("go");
    expect(seen.at(-1)).toEqual([expect.objectContaining({ name: "inner_news" }), expect.anything()]);
    await agent("single", [ask, "ok"], { tools: [who] }).run("go");
    expect(seen.at(-1)).toEqual([undefined, expect.anything()]);
  });
});

describe("a tool that counts on a team (B2, B3)", () => {
  const who = bound("who", (news: Team) => news.name, { params: [{ inject: "team", required: true }] });
  const ask = { toolCalls: [{ name: "who" }] };

  it("gets it, as a tool of the team and of its members", async () => {
    const member = agent("member", [ask, "ok"], { tools: [who] });
    const news = team([{ toolCalls: [{ name: "who" }, toMember("member", "x")] }, "ok"], {
      members: [member],
      tools: [who],
    });
    expect((await news.run("go")).toolCalls.map(({ text }) => text)).toEqual(["news", "ok"]);
    expect(resultTexts(requestsOf(member)[1])).toEqual(["news"]);
  });

  it.each<[string, AgentOptions]>([
    ["in a list", { tools: [who] }],
    ["chosen by a function", { tools: () => [who] }],
  ])("is refused before the first request where there is none: %s", async (_where, options) => {
    const single = agent("single", [ask, "ok"], options);
    await expect(single.run("go")).rejects.toMatchObject({
      code: "RUNA_NO_TEAM",
      message: `Tool "who" (who of ./tools.ts) takes the team around the agent, and "single" runs outside of any. Run it as a member of a Team, or declare the parameter as Team | undefined.`,
    });
    expect(requestsOf(single)).toHaveLength(0);
  });

  it("is an error text where a delegate has it, and ends a run that was handed over to it", async () => {
    const single = (): Agent => agent("single", [ask, "ok"], { tools: [who] });
    const asks = agent("asks", [{ toolCalls: [{ name: "single", arguments: { input: "x" } }] }, "ok"], {
      agents: [single().delegate],
    });
    await asks.run("go");
    expect(resultTexts(requestsOf(asks)[1])).toEqual([expect.stringMatching(/^error: .*runs outside of any/)]);
    const leaves = agent("leaves", [{ toolCalls: [{ name: "transfer_to_single" }] }], { agents: [single().handoff] });
    expect(await leaves.run("go")).toMatchObject({ status: "error", error: { code: "RUNA_NO_TEAM" } });
  });
});

describe("misuse of a team", () => {
  it.each<[string, TeamOptions, RegExp]>([
    ["no members", {}, /Team "news" has no members/],
    [
      "an unknown mode",
      { members: [agent("a", [])], mode: "vote" as never },
      /mode is "vote", and must be one of coordinate/,
    ],
    ["two members of one name", { members: [agent("a", []), agent("A", [])] }, /two members named "a"/],
    [
      "two members of one name that are asked at once",
      { mode: "broadcast", members: [agent("a", []), agent("A", [])] },
      /two members named "a"\. Rename one: member\.delegate/,
    ],
    ["what is no agent", { members: [{} as never] }, /an object that is no agent/],
    [
      "a member that is handed over to",
      { members: [agent("a", []).handoff as never] },
      /a handoff in the group "delegate"/,
    ],
  ])("is found before the first request: %s", async (_what, options, want) => {
    const news = team(["ok"], options);
    await expect(news.run("go")).rejects.toThrow(want);
    expect(requestsOf(news)).toHaveLength(0);
  });

  it("includes a team that is its own member (J6)", async () => {
    const news: Team = team(["ok"], {});
    news.members = [agent("a", [], { agents: [news.delegate] })];
    await expect(news.run("go")).rejects.toMatchObject({ code: "RUNA_DELEGATE_CYCLE" });
  });

  it("includes an option that does not exist", () => {
    expect(() => new Team({ name: "x", membrs: [] } as never)).toThrow(/no option "membrs"/);
  });
});
