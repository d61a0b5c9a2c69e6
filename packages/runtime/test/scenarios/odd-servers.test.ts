/** Runs against servers that answer in a way that nobody wrote down. */
import { Agent, anthropic, type Model, openaiChat } from "@runa/runtime";
import { describe, expect, it } from "vitest";
import { bound, text } from "../support/bound.ts";
import { startModelServer } from "../support/model-server.ts";

const echo = bound("echo", (word: string) => `${word}!`, { properties: { word: text }, required: ["word"] });

const call = (id: string, name: string, args: string) => ({
  id,
  type: "function",
  function: { name, arguments: args },
});
const calling = (...calls: readonly object[]) => ({
  body: {
    choices: [{ message: { role: "assistant", content: null, tool_calls: calls }, finish_reason: "tool_calls" }],
  },
});
const saying = (content: string) => ({ body: { choices: [{ message: { role: "assistant", content } }] } });
const agentAt = (baseUrl: string) =>
  new Agent({ name: "test", model: openaiChat("m", { baseUrl, apiKey: "key-123456" }), tools: [echo] });

describe("odd servers", () => {
  it("get an error text for a call without a name, under one that they take", async () => {
    await using server = await startModelServer(calling(call("c1", "", "{}")), saying("Sorry."));
    const run = await agentAt(server.url).run("go");
    expect(run).toMatchObject({ status: "completed", output: "Sorry.", toolCalls: [{ name: "", isError: true }] });
    expect(server.requests[1]?.body.messages).toMatchObject([
      {},
      { tool_calls: [{ id: "c1", function: { name: "unnamed_tool" } }] },
      { role: "tool", tool_call_id: "c1", content: "error: the call names no tool. The tools are echo." },
    ]);
  });

  it("may give every call the same id: each result stands under an id of its own (C12)", async () => {
    const say = (word: string) => calling(call("call_0", "echo", JSON.stringify({ word })));
    await using server = await startModelServer(say("a"), say("b"), say("c"), saying("Done."));
    const run = await agentAt(server.url).run("go");
    expect(run).toMatchObject({ status: "completed", toolCalls: [{ text: "a!" }, { text: "b!" }, { text: "c!" }] });
    const messages = server.requests[3]?.body.messages as readonly {
      readonly tool_calls?: readonly { readonly id: string }[];
      readonly tool_call_id?: string;
    }[];
    const asked = messages.flatMap(({ tool_calls: calls = [] }) => calls.map(({ id }) => id));
    expect(new Set(asked).size).toBe(3);
    expect(messages.flatMap(({ tool_call_id: id }) => id ?? [])).toEqual(asked);
  });

  it("get thinking back with its signature, also where an id had to be replaced", async () => {
    const turn = (word: string) => ({
      body: {
        content: [
          { type: "thinking", thinking: word, signature: `signed ${word}` },
          { type: "tool_use", id: "toolu_0", name: "echo", input: { word } },
        ],
        stop_reason: "tool_use",
      },
    });
    const end = { body: { content: [{ type: "text", text: "Done." }], stop_reason: "end_turn" } };
    await using server = await startModelServer(turn("a"), turn("b"), end);
    const model = anthropic("m", { baseUrl: server.url, apiKey: "key-123456" });
    const run = await new Agent({ name: "test", model, tools: [echo] }).run("go");
    expect(run.status).toBe("completed");
    const id = run.toolCalls[1]?.callId;
    expect(server.requests[2]?.body.messages).toMatchObject([
      {},
      { content: [{ signature: "signed a" }, { id: "toolu_0" }] },
      { content: [{ tool_use_id: "toolu_0", content: "a!" }] },
      { content: [{ signature: "signed b" }, { id }] },
      { content: [{ tool_use_id: id, content: "b!" }] },
    ]);
  });

  it("may say nothing of usage", async () => {
    const item = { type: "assistant", text: "hi", toolCalls: [] } as const;
    const model = { provider: "own", id: "own", respond: async () => ({ item }) } as unknown as Model;
    const run = await new Agent({ name: "test", model }).run("go");
    expect(run).toMatchObject({ status: "completed", output: "hi", usage: { requests: 1, totalTokens: 0 } });
  });

  it("may stop with a pause though they call: the call runs", async () => {
    const body = {
      content: [{ type: "tool_use", id: "t1", name: "echo", input: { word: "a" } }],
      stop_reason: "pause_turn",
    };
    const end = { body: { content: [{ type: "text", text: "Done." }], stop_reason: "end_turn" } };
    await using server = await startModelServer({ body }, end);
    const model = anthropic("m", { baseUrl: server.url, apiKey: "key-123456" });
    const run = await new Agent({ name: "test", model, tools: [echo] }).run("go");
    expect(run).toMatchObject({ output: "Done.", toolCalls: [{ text: "a!" }] });
  });

  it("are not asked about a message that lacks something", async () => {
    await using server = await startModelServer(saying("hi"));
    const message = [{ type: "image", url: "cat.png" }] as const;
    await expect(agentAt(server.url).run(message)).rejects.toMatchObject({ code: "RUNA_INVALID_MESSAGE" });
    const stream = agentAt(server.url).stream(message);
    await expect(stream[Symbol.asyncIterator]().next()).rejects.toThrow("message[0].url");
    expect(server.requests).toHaveLength(0);
  });
});
