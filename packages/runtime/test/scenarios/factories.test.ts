/** A function in place of the list of tools: it chooses them for each run. */
import { Agent, type AgentOptions, Team, type ToolFactory, Toolkit } from "@runa/runtime";
import { SqliteDb } from "@runa/runtime/sqlite";
import { ScriptedModel } from "@runa/runtime/testing";
import { describe, expect, it } from "vitest";
import { bound } from "../support/bound.ts";

const codeOf = (code: string): unknown => expect.objectContaining({ code });

const search = bound("search", () => "found");
const balance = bound("balance", () => "12");

/** A model that answers at once, however often. */
const patient = (): ScriptedModel => new ScriptedModel(Array.from({ length: 20 }, () => "ok"));

interface Context {
  readonly role: string;
}

const byRole: ToolFactory<Context> = ({ ctx }) => (ctx.context.role === "admin" ? [search, balance] : [search]);

function counted(options: AgentOptions<Context> = {}): {
  readonly agent: Agent<Context>;
  readonly asked: () => number;
  readonly offered: (context: Context, more?: object) => Promise<readonly string[]>;
} {
  let asked = 0;
  const model = patient();
  const tools: ToolFactory<Context> = (info) => {
    asked++;
    return byRole(info);
  };
  const agent = new Agent<Context>({ name: "x", model, tools, ...options });
  return {
    agent,
    asked: () => asked,
    offered: async (context, more = {}) => {
      const run = await agent.run("go", { context, ...more });
      if (run.status === "error") throw run.error;
      return model.requests.at(-1)?.tools.map(({ definition }) => definition.name) ?? [];
    },
  };
}

const [viewer, admin] = [{ role: "viewer" }, { role: "admin" }];

describe("when a factory is asked (G1, G2, G4)", () => {
  it("is at the start of each run, so that a role that changed counts", async () => {
    const { asked, offered } = counted();
    expect(asked()).toBe(0);
    expect(await offered(viewer, { userId: "u1" })).toEqual(["search"]);
    expect(await offered(admin, { userId: "u1" })).toEqual(["search", "balance"]);
    expect(asked()).toBe(2);
  });

  it("is once for a user, else for a key, where the agent asks for it", async () => {
    const kept = counted({ cacheCallables: true });
    expect(await kept.offered(viewer, { userId: "u1" })).toEqual(["search"]);
    expect(await kept.offered(admin, { userId: "u1" })).toEqual(["search"]);
    expect(kept.asked()).toBe(1);
    expect(await kept.offered(admin, { userId: "u2" })).toEqual(["search", "balance"]);
    await kept.offered(viewer);
    await kept.offered(viewer);
    expect(kept.asked()).toBe(4);
    await kept.agent.clearCallableCache();
    expect(await kept.offered(admin, { userId: "u1" })).toEqual(["search", "balance"]);
  });

  it("is once for a key, which may be none", async () => {
    const keyed = counted({
      cacheKey: async ({ ctx }) => (ctx.context.role === "none" ? undefined : ctx.context.role),
    });
    for (const context of [viewer, admin, viewer, admin]) await keyed.offered(context, { userId: "u1" });
    expect(keyed.asked()).toBe(2);
    await keyed.offered({ role: "none" });
    await keyed.offered({ role: "none" });
    expect(keyed.asked()).toBe(4);
    const off = counted({ cacheKey: () => "k", cacheCallables: false });
    await off.offered(viewer);
    await off.offered(viewer);
    expect(off.asked()).toBe(2);
  });

  it("is once for two runs that start together, and again after it failed", async () => {
    const kept = counted({ cacheKey: () => "k" });
    await Promise.all([kept.offered(viewer), kept.offered(viewer)]);
    expect(kept.asked()).toBe(1);
    let fails = true;
    const agent = new Agent({
      name: "x",
      model: patient(),
      cacheKey: () => "k",
      tools: () => {
        if (fails) throw new Error("no directory");
        return [search];
      },
    });
    expect((await agent.run("go")).status).toBe("error");
    fails = false;
    expect((await agent.run("go")).status).toBe("completed");
  });

  it("keeps nothing of a user for a session of the same name", async () => {
    const db = new SqliteDb({ dbFile: ":memory:" });
    const kept = counted({ cacheCallables: true, db });
    expect(await kept.offered(admin, { userId: "ada" })).toEqual(["search", "balance"]);
    expect(await kept.offered(viewer, { sessionId: "ada" })).toEqual(["search"]);
    expect(kept.asked()).toBe(2);
    await db.close();
  });

  it("keeps nothing for null, which would be everybody's key, and refuses what is no text", async () => {
    const kept = counted({ cacheKey: () => null as never });
    await kept.offered(admin);
    expect(await kept.offered(viewer)).toEqual(["search"]);
    await expect(counted({ cacheKey: () => 7 as never }).offered(viewer)).rejects.toThrow(
      codeOf("RUNA_INVALID_OPTION"),
    );
  });

  it("gives it the team, where there is one", async () => {
    const seen: unknown[] = [];
    const tools: ToolFactory = ({ team, agent }) => {
      seen.push([agent, team]);
      return [];
    };
    const member = new Agent({ name: "member", model: patient(), tools });
    const call = { name: "delegate_task_to_member", arguments: { member: "member", task: "x" } };
    const team = new Team({
      name: "team",
      model: new ScriptedModel([{ toolCalls: [call] }, "ok"]),
      members: [member],
      tools,
    });
    await team.run("go");
    await member.run("go");
    expect(seen).toEqual([
      [team, team],
      [member, team],
      [member, undefined],
    ]);
  });

  it("gives it the run's own context, and the agent", async () => {
    const seen: object[] = [];
    const keep = bound("keep", (ctx: object) => seen.push(ctx), { params: [{ inject: "ctx" }] });
    const agent: Agent = new Agent({
      name: "x",
      model: new ScriptedModel([{ toolCalls: [{ name: "keep" }] }, "ok"]),
      tools: ({ ctx, agent: self, sessionState }) => {
        expect(self).toBe(agent);
        expect(sessionState).toBe(ctx.sessionState);
        seen.push(ctx);
        return [keep];
      },
    });
    await agent.run("go");
    expect(seen[1]).toBe(seen[0]);
  });
});

describe("what a factory gives (G3, G7)", () => {
  it("may be all tools of a binding, by name, beside a list for others", async () => {
    const tools = { search, balance };
    const model = patient();
    const agent = new Agent<Context>({
      name: "x",
      model,
      tools: ({ ctx }) => (ctx.context.role === "admin" ? tools : [tools.search]),
      cacheKey: ({ ctx }) => ctx.context.role,
    });
    for (const context of [viewer, admin, admin])
      expect(await agent.run("go", { context })).toMatchObject({ output: "ok" });
    expect(model.requests.map((request) => request.tools.length)).toEqual([1, 2, 2]);
  });

  it.each<[string, unknown, string]>([
    ["a text", "search", "RUNA_NOT_A_FACTORY"],
    ["a single tool", search, "RUNA_NOT_A_FACTORY"],
    ["an object of what are no tools", { search: () => "" }, "RUNA_NOT_A_FACTORY"],
    ["a list with a function that has no definition", [() => ""], "RUNA_NO_DEFINITION"],
    ["two tools of one name", [search, bound("search", () => "")], "RUNA_NAME_CLASH"],
  ])("is refused where it is %s", async (_what, given, code) => {
    const model = patient();
    const agent = new Agent({ name: "x", model, tools: (() => given) as never });
    await expect(agent.run("go")).rejects.toThrow(codeOf(code));
    expect(model.requests).toHaveLength(0);
  });

  it("ends the run with an error where it throws (I5), and in time where it takes too long", async () => {
    const broken = () => {
      throw new Error("no directory");
    };
    expect(await new Agent({ name: "x", model: patient(), tools: broken }).run("go")).toMatchObject({
      status: "error",
      error: { message: "no directory" },
    });
    const slow = () => new Promise<never>(() => {});
    expect(await new Agent({ name: "x", model: patient(), tools: slow, timeout: 20 }).run("go")).toMatchObject({
      stopReason: "timeout",
    });
    await expect(
      new Agent({ name: "x", model: patient(), tools: slow }).run("go", { signal: AbortSignal.timeout(20) }),
    ).rejects.toMatchObject({ name: "TimeoutError" });
  });
});

describe("changing the tools (G5)", () => {
  it("adds one to a list, before and after the first run", async () => {
    const model = patient();
    const agent = new Agent({ name: "x", model, tools: [search] });
    agent.addTool(balance);
    await agent.run("go");
    agent.addTool(bound("more", () => ""));
    await agent.run("go");
    expect(model.requests.map(({ tools }) => tools.length)).toEqual([2, 3]);
    expect(agent.tools).toHaveLength(3);
  });

  it("adds none to a function", () => {
    const { agent } = counted();
    expect(() => agent.addTool(search)).toThrow(codeOf("RUNA_TOOLS_CHOSEN"));
  });

  it("replaces a function, and drops what was kept", async () => {
    const { agent, offered } = counted({ cacheKey: () => "k" });
    expect(await offered(admin)).toEqual(["search", "balance"]);
    agent.setTools(() => [balance]);
    expect(await offered(admin)).toEqual(["balance"]);
    agent.setTools([search]);
    expect(await offered(admin)).toEqual(["search"]);
    expect(() => agent.setTools("all" as never)).toThrow(codeOf("RUNA_INVALID_OPTION"));
  });

  it("replaces a function that a run is just asking, and does not keep what that gives", async () => {
    let letGo = (): void => {};
    const gate = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const { agent, offered } = counted({
      cacheKey: async () => {
        await gate;
        return "k";
      },
    });
    const before = offered(admin);
    await new Promise(setImmediate);
    agent.setTools(() => [balance]);
    letGo();
    expect(await before).toEqual(["search", "balance"]);
    expect(await offered(admin)).toEqual(["balance"]);
  });

  it("of a subclass with a field, and of an agent that others lead to", async () => {
    class Fixed extends Agent {
      override name = "fixed";
      override model = patient();
      override tools = [search];
    }
    const fixed = new Fixed();
    const front = new Agent({
      name: "front",
      model: new ScriptedModel(Array.from({ length: 4 }, () => ({ toolCalls: [{ name: "transfer_to_fixed" }] }))),
      agents: [fixed.handoff],
    });
    await front.run("go");
    fixed.setTools([balance]);
    await front.run("go");
    expect(fixed.model.requests.map(({ tools }) => tools[0]?.definition.name)).toEqual(["search", "balance"]);
  });
});

describe("what kept tools keep open (G4)", () => {
  it("is closed once, where clearing says so", async () => {
    const log: string[] = [];
    class Store extends Toolkit {
      override connect(): void {
        log.push("connect");
      }
      override close(): void {
        log.push("close");
      }
    }
    const store = new Store({ name: "store", tools: [search], keepAlive: true });
    const { agent, offered } = counted({ cacheCallables: true, tools: () => [store] });
    for (const userId of ["u1", "u2", "u1"]) await offered(viewer, { userId });
    expect(log).toEqual(["connect"]);
    await agent.clearCallableCache();
    expect(log).toEqual(["connect"]);
    for (const userId of ["u1", "u2"]) await offered(viewer, { userId });
    const misspelt: object = { closes: true };
    await expect(agent.clearCallableCache(misspelt)).rejects.toThrow(/has no option "closes".*Its options are close\./);
    await agent.clearCallableCache({ close: true });
    await agent.clearCallableCache({ close: true });
    expect(log).toEqual(["connect", "close"]);
  });
});
