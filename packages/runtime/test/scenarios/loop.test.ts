/** The loop: requests, results, statuses, limits. */
import { Agent, MaxTurnsExceededError, type Run, tool } from "@runa/runtime";
import { ScriptedModel, type ScriptedResponse } from "@runa/runtime/testing";
import { describe, expect, it } from "vitest";
import { bound, integer, resultTexts, text } from "../support/bound.ts";

const echo = bound("echo", (word: string) => word, { properties: { word: text }, required: ["word"] });
const fail = bound("fail", () => {
  throw new Error("shelf is locked");
});
const call = (
  name: string,
  args: object = {},
  callId?: string,
): { name: string; arguments: string; callId?: string } => ({
  name,
  arguments: JSON.stringify(args),
  ...(callId && { callId }),
});

const RUN_KEYS = [
  "agentName",
  "approvals",
  "audio",
  "error",
  "errorCause",
  "files",
  "images",
  "inputGuardrailResults",
  "interruptions",
  "newItems",
  "output",
  "outputGuardrailResults",
  "parsed",
  "runId",
  "status",
  "stopReason",
  "toState",
  "toolCalls",
  "toolInputGuardrailResults",
  "toolOutputGuardrailResults",
  "usage",
  "videos",
].sort();

function agentWith(
  responses: readonly ScriptedResponse[],
  options: object = {},
): { agent: Agent; model: ScriptedModel } {
  const model = new ScriptedModel(responses);
  return { model, agent: new Agent({ name: "test", model, tools: [echo, fail], ...options }) };
}

describe("the loop", () => {
  it("sends results back and ends with the first answer without calls (I1)", async () => {
    const { agent, model } = agentWith([{ toolCalls: [call("echo", { word: "hi" })] }, "done"]);
    const run = await agent.run("go");
    expect(run).toMatchObject({ status: "completed", stopReason: "completed", output: "done" });
    expect(model.requests).toHaveLength(2);
    expect(model.requests[0]?.items).toEqual([{ type: "user", content: "go" }]);
    expect(model.requests[1]?.items.at(-1)).toEqual({
      type: "tool_result",
      callId: "call_1",
      name: "echo",
      text: "hi",
      isError: false,
    });
    expect(run.newItems.map(({ type }) => type)).toEqual(["assistant", "tool_result", "assistant"]);
    expect(run.toolCalls).toEqual([
      {
        callId: "call_1",
        name: "echo",
        arguments: { word: "hi" },
        text: "hi",
        isError: false,
        isShown: false,
        result: "hi",
        error: undefined,
      },
    ]);
  });

  it("takes an answer with neither text nor calls as an empty one (I1)", async () => {
    const { agent } = agentWith([{}]);
    expect(await agent.run("go")).toMatchObject({ status: "completed", output: "" });
  });

  it("ends with an error where a model answers with nothing at all (I1)", async () => {
    const empty = { provider: "x", id: "x", respond: async () => JSON.parse("{}") };
    const run = await new Agent({ name: "test", model: empty }).run("go");
    expect(run).toMatchObject({ status: "error", error: { code: "RUNA_MODEL_BEHAVIOR" } });
  });

  it("gives a run the same keys for every status (I3)", async () => {
    const completed = await agentWith(["done"]).agent.run("go");
    const failed = await agentWith([new Error("down")]).agent.run("go");
    expect(Object.keys(completed).sort()).toEqual(RUN_KEYS);
    expect(Object.keys(failed).sort()).toEqual(RUN_KEYS);
    expect(failed).toMatchObject({ status: "error", stopReason: "error", output: undefined });
    expect(failed.error?.message).toBe("down");
    expect(failed.errorCause).toBe(failed.error);
  });

  it("shows the same definitions in the same list on every request", async () => {
    const { agent, model } = agentWith([{ toolCalls: [call("echo", { word: "a" })] }, "b", "c"]);
    await agent.run("1");
    await agent.run("2");
    expect(model.requests[0]?.tools[0]?.definition).toBe(echo.definition);
    expect(model.requests[1]?.tools).toBe(model.requests[0]?.tools);
    expect(model.requests[2]?.tools).toBe(model.requests[0]?.tools);
  });

  it("remembers nothing between runs", async () => {
    const { agent, model } = agentWith(["a", "b"]);
    await agent.run("1");
    await agent.run("2");
    expect(model.requests[1]?.items).toEqual([{ type: "user", content: "2" }]);
  });

  it("counts usage for the run and for the agent, also where the run fails (I12)", async () => {
    const usage = { inputTokens: 10, outputTokens: 5, totalTokens: 15 };
    const { agent } = agentWith([
      { toolCalls: [call("echo", { word: "a" })], usage },
      { text: "b", usage },
      { toolCalls: [call("echo")], usage },
      new Error("down"),
    ]);
    const first = await agent.run("1");
    expect(first.usage).toMatchObject({ requests: 2, totalTokens: 30 });
    const second = await agent.run("2");
    expect(second).toMatchObject({ status: "error", usage: { requests: 1, totalTokens: 15 } });
    expect(agent.lastUsage).toEqual(second.usage);
    expect(agent.usage).toMatchObject({ requests: 3, totalTokens: 45 });
  });
});

describe("stop reasons", () => {
  it("ends after as many requests as maxTurns allows (I10)", async () => {
    const again = { toolCalls: [call("echo", { word: "a" })] };
    const { agent, model } = agentWith([again, again, again], { maxTurns: 2 });
    const run = await agent.run("go");
    expect(run).toMatchObject({ status: "error", stopReason: "max_turns" });
    expect(run.error?.message).toBe("max turns (2) exceeded");
    expect(run.errorCause).toBeInstanceOf(MaxTurnsExceededError);
    expect(model.requests).toHaveLength(2);
    expect(run.newItems).toHaveLength(4);
  });

  it("allows ten requests where nothing is said (I10)", async () => {
    const again = { toolCalls: [call("echo", { word: "a" })] };
    const { agent } = agentWith(Array.from({ length: 12 }, () => again));
    expect((await agent.run("go")).error?.message).toBe("max turns (10) exceeded");
  });

  it("ends when the token budget is used up, and keeps the answer (I11)", async () => {
    const { agent } = agentWith([{ text: "long", usage: { totalTokens: 100 } }], { maxTotalTokens: 50 });
    const run = await agent.run("go");
    expect(run).toMatchObject({ status: "error", stopReason: "max_total_tokens", usage: { totalTokens: 100 } });
    expect(run.error?.message).toBe("max tokens (50) exceeded: 100 used");
    expect(run.newItems).toMatchObject([{ text: "long" }]);
  });

  it("counts input and output where a scripted model gives no total (I11)", async () => {
    const usage = { inputTokens: 10, outputTokens: 5 };
    const { agent } = agentWith([{ text: "long", usage }], { maxTotalTokens: 14 });
    expect(await agent.run("go")).toMatchObject({ stopReason: "max_total_tokens", usage: { totalTokens: 15 } });
    const given = agentWith([{ text: "long", usage: { ...usage, totalTokens: 14 } }], { maxTotalTokens: 14 });
    expect((await given.agent.run("go")).status).toBe("completed");
  });

  it("leaves no call without a result when the token budget is used up (C4, I11)", async () => {
    const { agent } = agentWith([{ toolCalls: [call("echo", { word: "a" })], usage: { totalTokens: 100 } }], {
      maxTotalTokens: 50,
    });
    const run = await agent.run("go");
    expect(run.stopReason).toBe("max_total_tokens");
    expect(run.toolCalls.map(({ text }) => text)).toEqual([
      "error: the limit of 50 tokens is reached and this call did not run",
    ]);
    expect(run.newItems.map(({ type }) => type)).toEqual(["assistant", "tool_result"]);
  });

  it("ends at its time limit without waiting for a tool that ignores its signal (I11)", async () => {
    const slow = bound("slow", () => new Promise((resolve) => setTimeout(resolve, 5_000).unref()));
    const { agent } = agentWith([{ toolCalls: [call("slow")] }, "never"], { tools: [slow], timeout: 30 });
    const started = Date.now();
    const run = await agent.run("go");
    expect(Date.now() - started).toBeLessThan(2_000);
    expect(run).toMatchObject({ status: "error", stopReason: "timeout" });
    expect(run.error?.message).toBe("run timed out after 30 ms");
  });

  it.each([
    ["length", "cut"],
    ["refusal", "I cannot do that."],
    ["content_filter", ""],
  ] as const)("reports %s of the final answer (I17)", async (finishReason, output) => {
    const { agent } = agentWith([
      {
        text: finishReason === "length" ? "cut" : "",
        ...(finishReason === "refusal" && { refusal: output }),
        finishReason,
      },
    ]);
    expect(await agent.run("go")).toMatchObject({ status: "completed", stopReason: finishReason, output });
  });

  it("runs no call of an answer that was cut off, and says so to the model (I17)", async () => {
    const { agent, model } = agentWith([{ toolCalls: [call("echo", { word: "/" })], finishReason: "length" }, "sorry"]);
    const run = await agent.run("go");
    expect(run.output).toBe("sorry");
    expect(resultTexts(model.requests[1])[0]).toMatch(/^error: invalid JSON arguments: the answer was cut off/);
  });

  it("runs no call of an answer that was filtered", async () => {
    const { agent, model } = agentWith([{ toolCalls: [call("echo", { word: "a" })], finishReason: "content_filter" }]);
    const run = await agent.run("go");
    expect(run).toMatchObject({ stopReason: "content_filter", toolCalls: [{ isError: true }] });
    expect(model.requests).toHaveLength(1);
  });

  it("runs no call of a stream that broke off, and does not ask again (R54)", async () => {
    let ran = 0;
    const count = bound("count", () => ++ran);
    const broken = { toolCalls: [call("count")], breaksOff: new Error("connection lost") };
    const { agent, model } = agentWith([broken, "never"], { tools: [count] });
    for await (const event of agent.stream("go")) expect(event.type).not.toBe("tool_call_started");
    expect(await agentWith([broken]).agent.run("go")).toMatchObject({ status: "error", toolCalls: [] });
    expect(ran).toBe(0);
    expect(model.requests).toHaveLength(1);
  });
});

describe("repeated calls (R71)", () => {
  it("tells the model after three failures in a row and ends after five, whatever the order of keys", async () => {
    const add = bound(
      "add",
      (): never => {
        throw new Error("no");
      },
      { properties: { a: integer, b: integer } },
    );
    const turns = Array.from({ length: 6 }, (_, index) => ({
      toolCalls: [{ name: "add", arguments: index % 2 ? '{"b":2,"a":1}' : '{"a":1,"b":2}' }],
    }));
    const { agent, model } = agentWith(turns, { tools: [add] });
    const run = await agent.run("go");
    expect(run).toMatchObject({
      status: "error",
      stopReason: "repeated_call",
      errorCause: { code: "RUNA_REPEATED_CALL", times: 5 },
    });
    expect(model.requests).toHaveLength(5);
    expect(resultTexts(model.requests[2])).toEqual(["error: no"]);
    expect(resultTexts(model.requests[3])[0]).toMatch(/^error: no\nThis call has failed 3 times in a row/);
    expect(run.newItems).toHaveLength(10);
  });

  it("does not fire for calls that succeed, or that change", async () => {
    const poll = { toolCalls: [call("echo", { word: "ready?" })] };
    const polling = agentWith([poll, poll, poll, poll, poll, poll, "ready"]);
    expect((await polling.agent.run("go")).output).toBe("ready");
    const changing = Array.from({ length: 6 }, (_, index) => ({ toolCalls: [call("fail", { n: index })] }));
    expect((await agentWith([...changing, "gave up"]).agent.run("go")).output).toBe("gave up");
  });

  it("counts an unknown tool too, and as often as maxRepeatedCalls says (R49)", async () => {
    const unknown = { toolCalls: [call("findBook")] };
    const { agent } = agentWith([unknown, unknown, unknown], { maxRepeatedCalls: 2 });
    expect(await agent.run("go")).toMatchObject({ stopReason: "repeated_call", usage: { requests: 2 } });
  });
});

describe("toolChoice (I14)", () => {
  it.each(["required", "echo"])("%s is sent once, then the model is free", async (toolChoice) => {
    const { agent, model } = agentWith([{ toolCalls: [call("echo", { word: "a" })] }, "done"], {
      modelSettings: { toolChoice, temperature: 0 },
    });
    await agent.run("go");
    expect(model.requests.map(({ settings }) => settings)).toEqual([
      { toolChoice, temperature: 0 },
      { toolChoice: "auto", temperature: 0 },
    ]);
  });

  it("none stays, and what is not set is not sent", async () => {
    const again = { toolCalls: [call("echo", { word: "a" })] };
    const none = agentWith([again, "done"], { modelSettings: { toolChoice: "none" } });
    await none.agent.run("go");
    expect(none.model.requests[1]?.settings).toEqual({ toolChoice: "none" });
    const unset = agentWith(["done"]);
    await unset.agent.run("go");
    expect(unset.model.requests[0]?.settings).toEqual({});
  });

  it("of a tool that is not there throws before any request", async () => {
    const { agent, model } = agentWith(["done"], { modelSettings: { toolChoice: "ech" } });
    await expect(agent.run("go")).rejects.toThrow(/toolChoice "ech" cannot be met\. Its tools are echo, fail\./);
    expect(model.requests).toHaveLength(0);
  });
});

describe("instructions (I19)", () => {
  it("are asked for before each request, with the caller's context", async () => {
    const context = { userName: "Ada", asked: 0 };
    const model = new ScriptedModel([{ toolCalls: [call("echo", { word: "a" })] }, "done"]);
    const agent = new Agent<typeof context>({
      name: "test",
      model,
      tools: [echo],
      instructions: async ({ context, usage }) => `${context.userName} ${++context.asked} ${usage.requests}`,
    });
    await agent.run("go", { context });
    expect(model.requests.map(({ instructions }) => instructions)).toEqual(["Ada 1 0", "Ada 2 1"]);
  });

  it("of a list are joined by line breaks", async () => {
    const { agent, model } = agentWith(["done"], { instructions: ["One.", "Two."] });
    await agent.run("go");
    expect(model.requests[0]?.instructions).toBe("One.\nTwo.");
  });

  it("that fail end the run, not the program (I5)", async () => {
    const { agent } = agentWith(["done"], {
      instructions: () => {
        throw new TypeError("no user");
      },
    });
    const run: Run = await agent.run("go");
    expect(run).toMatchObject({ status: "error", stopReason: "error" });
    expect(run.error?.message).toBe("no user");
  });
});

describe("a hand-built tool", () => {
  it("stands beside generated ones (A18)", async () => {
    const double = tool.fromSchema({
      name: "double",
      description: "",
      parameters: { type: "object", properties: { n: integer }, required: ["n"] },
      execute: async ({ n }: { n: number }) => n * 2,
    });
    const { agent, model } = agentWith(
      [{ toolCalls: [call("double", { n: 4 }), call("echo", { word: "x" })] }, "done"],
      { tools: [double, echo] },
    );
    await agent.run("go");
    expect(resultTexts(model.requests[1])).toEqual(["8", "x"]);
  });
});
