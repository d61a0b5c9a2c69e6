/** What an agent can be made of, and what is refused. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Agent, bindTools, type RunMessage, tool, UserError } from "@runa/runtime";
import { ScriptedModel } from "@runa/runtime/testing";
import { describe, expect, it } from "vitest";
import { bound, manifestEntry, manifestOf, text } from "../support/bound.ts";

const codeOf = (code: string): unknown => expect.objectContaining({ code });

describe("both shapes (I2)", () => {
  it("resolve the same way: fields of a subclass, options of a constructor", async () => {
    const model = new ScriptedModel(["a", "b"]);
    const echo = bound("echo", (word: string) => word, { properties: { word: text } });
    class WeatherAgent extends Agent {
      override name = "weather_agent";
      override model = model;
      override instructions = "From the field.";
      override tools = [echo];
    }
    expect((await new WeatherAgent().run("go")).agentName).toBe("weather_agent");
    await new Agent({ name: "weather_agent", model, instructions: "From the field.", tools: [echo] }).run("go");
    const [first, second] = model.requests;
    expect({ ...first, signal: undefined }).toEqual({ ...second, signal: undefined });
    expect(first?.instructions).toBe("From the field.");
  });

  it("let options win over fields, and show them on the instance", async () => {
    class Fixed extends Agent {
      override name = "fixed";
      override model = new ScriptedModel(["from the field"]);
      override maxTurns = 3;
    }
    const model = new ScriptedModel(["from the option"]);
    const agent = new Fixed({ model });
    expect((await agent.run("go")).output).toBe("from the option");
    expect(agent.model).toBe(model);
    expect(agent.maxTurns).toBe(3);
  });

  it("fix the configuration with the first run", async () => {
    const agent = new Agent({ name: "fixed", model: new ScriptedModel(["a"]) });
    agent.instructions = "Set before the first run.";
    await agent.run("go");
    expect(() => {
      agent.instructions = "Too late.";
    }).toThrow(TypeError);
  });

  it("need a name", async () => {
    await expect(new Agent({ model: new ScriptedModel(["a"]) }).run("go")).rejects.toThrow(
      codeOf("RUNA_NO_AGENT_NAME"),
    );
  });
});

describe("options", () => {
  it.each<[object, RegExp]>([
    [{ modle: "gpt-5.2" }, /Agent "x" has no option "modle"; did you mean "model"\?/],
    [{ maxTurns: 0 }, /option "maxTurns" must be a whole number from 1/],
    [{ timeout: "1s" }, /option "timeout" must be a number of milliseconds/],
    [{ modelSettings: { temprature: 0 } }, /modelSettings, has no option "temprature"; did you mean "temperature"\?/],
    [{ tools: "all" }, /option "tools" must be a list/],
    [{ model: 5 }, /option "model" must be a name such as "gpt-5\.2", or a Model/],
    [{ guardrail: [] }, /has no option "guardrail"; did you mean "guardrails"\?/],
  ])("%j are refused at once", (options, want) => {
    expect(() => new Agent({ name: "x", ...options })).toThrow(want);
  });

  it("of a run are a closed list too", async () => {
    const agent = new Agent({ name: "x", model: new ScriptedModel(["a"]) });
    const wrong: object = { contxt: 1 };
    await expect(agent.run("go", wrong)).rejects.toThrow(/A run has no option "contxt"; did you mean "context"\?/);
  });

  it.each<[unknown, string]>([
    [undefined, "undefined"],
    [5, "number"],
    [["a"], "object"],
    [null, "null"],
  ])("refuse a function of instructions that gives %j, now or later (I19)", async (given, type) => {
    for (const instructions of [() => given, async () => given] as (() => string)[]) {
      const agent = new Agent({ name: "x", model: new ScriptedModel(["a"]), instructions });
      await expect(agent.run("go")).rejects.toMatchObject({
        code: "RUNA_INVALID_OPTION",
        message: `The instructions function of agent "x" gave ${type}, not a text.`,
      });
    }
  });

  it("take instructions from a file, once, and from one place only (I19)", async () => {
    const folder = mkdtempSync(join(tmpdir(), "runa-agent-"));
    try {
      const instructionsFile = join(folder, "prompt.md");
      writeFileSync(instructionsFile, "Be brief.");
      const model = new ScriptedModel(["a"]);
      await new Agent({ name: "x", model, instructionsFile }).run("go");
      expect(model.requests[0]?.instructions).toBe("Be brief.");
      const gone = new Agent({ name: "x", model, instructionsFile: join(folder, "gone.md") });
      await expect(gone.run("go")).rejects.toThrow(codeOf("RUNA_INSTRUCTIONS_FILE"));
      const both = new Agent({ name: "x", model, instructionsFile, instructions: "" });
      await expect(both.run("go")).rejects.toThrow(codeOf("RUNA_TWO_INSTRUCTIONS"));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe("tools", () => {
  const model = (): ScriptedModel =>
    new ScriptedModel([{ toolCalls: [{ name: "shout", arguments: { word: "oh" } }] }, "done"]);

  it("may be plain functions that a binding knows (A21)", async () => {
    const shout = (word: string): string => word.toUpperCase();
    bindTools(manifestOf(manifestEntry("shout", { properties: { word: text } })), import.meta.url, { shout });
    const run = await new Agent({ name: "x", model: model(), tools: [shout] }).run("go");
    expect(run.toolCalls[0]?.text).toBe("OH");
  });

  it("may not be functions without a definition (A21)", async () => {
    function getWeather(): string {
      return "";
    }
    const scripted = model();
    await expect(new Agent({ name: "x", model: scripted, tools: [getWeather] }).run("go")).rejects.toThrow(
      /^no definition for function 'getWeather'; run runa-gen/,
    );
    expect(scripted.requests).toHaveLength(0);
  });

  it("may not share a name, and both origins are named (A22)", async () => {
    const one = bound("shout", () => "", { module: "./loud.ts" });
    const other = tool.fromSchema({
      name: "shout",
      description: "",
      parameters: { type: "object" },
      execute: () => "",
    });
    const scripted = model();
    await expect(new Agent({ name: "x", model: scripted, tools: [one, other] }).run("go")).rejects.toThrow(
      /two tools named "shout": shout of \.\/loud\.ts, and tool\.fromSchema\./,
    );
    expect(scripted.requests).toHaveLength(0);
    await expect(new Agent({ name: "x", model: scripted, tools: [one, one] }).run("go")).resolves.toBeDefined();
  });

  it("may not be anything else", async () => {
    const notTools = [class Shop {}, {}, "shout", null];
    for (const entry of notTools) {
      const tools = [entry] as never;
      await expect(new Agent({ name: "x", model: model(), tools }).run("go")).rejects.toThrow(
        codeOf("RUNA_NOT_A_TOOL"),
      );
    }
  });

  it("may be chosen at the start of each run (G1, G3)", async () => {
    const shout = bound("shout", (word: string) => word, { properties: { word: text } });
    let asked = 0;
    const scripted = new ScriptedModel(["a", "b", "c"]);
    const agent = new Agent<{ admin: boolean }>({
      name: "x",
      model: scripted,
      tools: async ({ ctx }) => {
        asked++;
        return ctx.context.admin ? [shout] : undefined;
      },
    });
    expect(asked).toBe(0);
    await agent.run("1", { context: { admin: false } });
    await agent.run("2", { context: { admin: true } });
    expect(scripted.requests.map(({ tools }) => tools.length)).toEqual([0, 1]);
    expect(asked).toBe(2);
    const wrong = new Agent({ name: "x", model: scripted, tools: (() => "shout") as never });
    await expect(wrong.run("go")).rejects.toThrow(codeOf("RUNA_NOT_A_FACTORY"));
  });

  it("may not be a tool or a class in place of the list (G1)", async () => {
    const marked = tool(() => "");
    for (const tools of [marked, class Shop {}]) {
      await expect(new Agent({ name: "x", model: model(), tools: tools as never }).run("go")).rejects.toThrow(
        codeOf("RUNA_NOT_A_FACTORY"),
      );
    }
  });

  it("say strict where the tool or the agent does (A17)", async () => {
    const a = bound("a", () => "");
    const b = bound("b", () => "").with({ strict: false });
    const scripted = new ScriptedModel(["x", "y"]);
    await new Agent({ name: "x", model: scripted, tools: [a, b], strictTools: true }).run("go");
    await new Agent({ name: "x", model: scripted, tools: [a] }).run("go");
    expect(scripted.requests[0]?.tools.map(({ strict }) => strict)).toEqual([true, false]);
    expect(scripted.requests[1]?.tools[0]).not.toHaveProperty("strict");
  });
});

describe("misuse and failure (I4, I5)", () => {
  it("throws what a model finds before its first request, and ends the run for what it finds later", async () => {
    const missing = (): Error => new UserError("RUNA_MISSING_KEY", "There is no API key.");
    const early = new Agent({ name: "x", model: new ScriptedModel([missing()]) });
    await expect(early.run("go")).rejects.toThrow(codeOf("RUNA_MISSING_KEY"));
    const echo = bound("echo", () => "");
    const turns = [{ toolCalls: [{ name: "echo" }] }, missing()];
    const late = await new Agent({ name: "x", model: new ScriptedModel(turns), tools: [echo] }).run("go");
    expect(late).toMatchObject({ status: "error", errorCause: { code: "RUNA_MISSING_KEY" } });
  });

  it("throws for a name that no provider has, and for a provider without its key (I13)", async () => {
    await expect(new Agent({ name: "x", model: "nobody-knows-1" }).run("go")).rejects.toThrow(
      codeOf("RUNA_UNKNOWN_MODEL"),
    );
    const key = process.env.DEEPSEEK_API_KEY;
    try {
      delete process.env.DEEPSEEK_API_KEY;
      await expect(new Agent({ name: "x", model: "deepseek-chat" }).run("go")).rejects.toThrow(/DEEPSEEK_API_KEY/);
    } finally {
      if (key !== undefined) process.env.DEEPSEEK_API_KEY = key;
    }
  });

  it("keeps what was thrown where it is no error", async () => {
    const model = { provider: "x", id: "x", respond: () => Promise.reject("just a text") };
    const run = await new Agent({ name: "x", model }).run("go");
    expect(run.error?.message).toBe("just a text");
    expect(run.errorCause).toBe("just a text");
  });
});

describe("messages (I21)", () => {
  it("are a text or a list of parts; a transcript is refused", async () => {
    const scripted = new ScriptedModel(["a"]);
    const agent = new Agent({ name: "x", model: scripted });
    const parts = [{ type: "text", text: "hello" }] as const;
    await agent.run(parts);
    expect(scripted.requests[0]?.items).toEqual([{ type: "user", content: parts }]);
    const transcript: RunMessage = JSON.parse('[{"role":"user","content":"hello"}]');
    await expect(agent.run(transcript)).rejects.toThrow(codeOf("RUNA_INVALID_MESSAGE"));
    await expect(agent.run(JSON.parse("5"))).rejects.toThrow(/message is number 5\./);
  });
});

describe("concurrent runs", () => {
  it("of one agent do not meet", async () => {
    const scripted = new ScriptedModel(
      Array.from({ length: 20 }, () => async (request: { items: readonly unknown[] }) => {
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 5));
        return JSON.stringify(request.items);
      }),
    );
    const agent = new Agent({ name: "x", model: scripted });
    const runs = await Promise.all(Array.from({ length: 20 }, (_, index) => agent.run(`m${index}`)));
    runs.forEach((run, index) => {
      expect(run.output).toBe(JSON.stringify([{ type: "user", content: `m${index}` }]));
    });
    expect(new Set(runs.map(({ runId }) => runId)).size).toBe(20);
    expect(agent.usage.requests).toBe(20);
  });
});
