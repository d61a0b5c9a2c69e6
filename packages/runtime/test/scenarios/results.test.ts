/** What tools give beside plain values: media, texts for the user, and an end or another try. */
import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  Agent,
  customEvent,
  type Item,
  Media,
  RetryAgentRun,
  type Run,
  type RunEvent,
  StopAgentRun,
  ToolResult,
} from "@runa/runtime";
import { ScriptedModel } from "@runa/runtime/testing";
import { describe, expect, it } from "vitest";
import { bound, results, resultTexts } from "../support/bound.ts";

const PNG = "iVBORw0KGgo=";
const draw = bound("draw", () => new ToolResult({ content: "drawn", images: [{ content: PNG }], metadata: { n: 1 } }));
const plain = bound("plain", () => "plain");

async function stream(
  agent: Agent,
): Promise<{ readonly run: Run; readonly events: readonly RunEvent[]; text: string }> {
  const events: RunEvent[] = [];
  const reading = agent.stream("go");
  for await (const event of reading) events.push(event);
  const text = events.map((event) => (event.type === "text_delta" ? event.delta : "")).join("");
  return { run: await reading.finished, events, text };
}

describe("a ToolResult (D2)", () => {
  it("gives the model its text and its media, and the program all of it", async () => {
    const model = new ScriptedModel([{ toolCalls: [{ name: "draw" }, { name: "plain" }] }, "done"]);
    const run = await new Agent({ name: "test", model, tools: [draw, plain] }).run("go");
    const [first, second] = results(model.requests[1]);
    expect(first).toMatchObject({ text: "drawn", isError: false });
    expect(first?.media).toEqual([
      { type: "image", id: expect.stringMatching(/^image_/), mimeType: "image/png", data: PNG },
    ]);
    expect(second?.media).toBeUndefined();
    expect(run.images).toEqual([expect.objectContaining({ type: "image", content: PNG })]);
    expect([run.videos, run.audio, run.files]).toEqual([[], [], []]);
    expect(run.toolCalls[0]?.result).toMatchObject({ content: "drawn", metadata: { n: 1 } });
  });

  it("keeps its media from the model where the agent says so, and from no tool (B7)", async () => {
    const got: Media[][] = [];
    const look = bound("look", (images: Media[], files: Media[]) => void got.push(images, files), {
      params: [{ inject: "images" }, { inject: "files" }],
    });
    const model = new ScriptedModel([{ toolCalls: [{ name: "draw" }] }, { toolCalls: [{ name: "look" }] }, "done"]);
    const agent = new Agent({ name: "test", model, tools: [draw, look], sendMediaToModel: false });
    const run = await agent.run([
      { type: "text", text: "go" },
      { type: "image", data: "AAAA" },
    ]);
    expect(JSON.stringify(model.requests.map(({ items }) => items))).not.toMatch(/"(image|data|media)"/);
    expect(got[0]?.map(({ content }) => content)).toEqual(["AAAA", PNG]);
    expect(got[1]).toEqual([]);
    expect(await got[0]?.[0]?.bytes()).toEqual(Buffer.from("AAAA", "base64"));
    expect(run.images).toHaveLength(1);
  });

  it("reads a file when the model is sent it, and says what is wrong where it cannot (B8)", async () => {
    const folder = await mkdtemp(join(tmpdir(), "runa-media-"));
    const filepath = join(folder, "chart.png");
    writeFileSync(filepath, Buffer.from(PNG, "base64"));
    const chart = bound("chart", () => new ToolResult({ content: "here", images: [{ filepath }] }));
    const gone = bound(
      "gone",
      () => new ToolResult({ content: "here", files: [{ filepath: join(folder, "no.pdf") }] }),
    );
    const model = new ScriptedModel([{ toolCalls: [{ name: "chart" }, { name: "gone" }] }, "done"]);
    await new Agent({ name: "test", model, tools: [chart, gone] }).run("go");
    await rm(folder, { recursive: true });
    const [first, second] = results(model.requests[1]);
    expect(first?.media).toMatchObject([{ type: "image", data: PNG, mimeType: "image/png", filename: "chart.png" }]);
    expect(second?.text).toMatch(/^error: media of the result cannot be read: ENOENT/);
    expect(() => new Media("file", { filepath: join(folder, "never-read.pdf") })).not.toThrow();
  });

  it.each([[{}], [{ url: "https://example.com/a.png", content: PNG }]])("refuses %j as a piece of media", (source) => {
    expect(() => new ToolResult({ images: [source] })).toThrow(/exactly one of url, filepath and content/);
  });

  it.each([5, null, { a: 1 }])(
    "is an error for the model, and not the end of the run, with the content %j",
    async (content) => {
      const model = new ScriptedModel([{ toolCalls: [{ name: "draw" }] }, "done"]);
      const draw = bound("draw", () => new ToolResult({ content: content as unknown as string }));
      const run = await new Agent({ name: "test", model, tools: [draw] }).run("go");
      expect(run.output).toBe("done");
      expect(run.toolCalls[0]?.text).toMatch(/^error: The content of a ToolResult is a text, not a value of type /);
    },
  );

  it("is not what merely says that it is one", async () => {
    const model = new ScriptedModel([{ toolCalls: [{ name: "draw" }] }, "done"]);
    const draw = bound("draw", () => new Proxy({ a: 1 }, { has: () => true }));
    const run = await new Agent({ name: "test", model, tools: [draw] }).run("go");
    expect(run.toolCalls[0]?.text).toBe('{"a":1}');
  });

  it("comes out of a worker whole", async () => {
    const worker = bound("drawHere", () => "", { module: "./worker-tools.ts", thread: "worker" });
    const model = new ScriptedModel([{ toolCalls: [{ name: "drawHere" }] }, "done"]);
    const run = await new Agent({ name: "test", model, tools: [worker] }).run("go");
    expect(run.toolCalls[0]?.result).toBeInstanceOf(ToolResult);
    expect(run.toolCalls[0]?.text).toBe("drawn in a worker");
    expect(run.images[0]?.content).toBe(PNG);
  });
});

describe("showResult (D5)", () => {
  const answer = bound("answer", () => 42).with({ showResult: true });
  const script = () => new ScriptedModel([{ text: "Let me see.", toolCalls: [{ name: "answer" }] }, "done"]);

  it("puts the text in front of the model's, with a blank line between, in output and stream", async () => {
    const { run, text, events } = await stream(new Agent({ name: "test", model: script(), tools: [answer] }));
    expect(run.output).toBe("42\n\ndone");
    expect(text).toBe("Let me see.\n\n42\n\ndone");
    expect(events.filter((event) => "source" in event)).toMatchObject([{ delta: "\n\n42" }, { delta: "\n\n" }]);
    expect(run.toolCalls[0]?.isShown).toBe(true);
  });

  it("shows no error", async () => {
    const failing = bound("answer", () => {
      throw new Error("boom");
    }).with({ showResult: true });
    const { run } = await stream(new Agent({ name: "test", model: script(), tools: [failing] }));
    expect(run.output).toBe("done");
  });

  it("is printed with and without a stream (I9)", async () => {
    for (const streams of [true, false]) {
      const pieces: string[] = [];
      const output = { write: (piece: string) => void pieces.push(piece) };
      await new Agent({ name: "test", model: script(), tools: [answer] }).printResponse("go", {
        stream: streams,
        output,
      });
      expect(pieces.join("")).toMatch(/< answer 42\n\s*42\n+done\n$/);
    }
  });
});

describe("stopAfterToolCall (D6)", () => {
  const last = bound("last", () => 42).with({ stopAfterToolCall: true });

  it("ends the run with the result, after the whole batch, without another request", async () => {
    const model = new ScriptedModel([{ toolCalls: [{ name: "last" }, { name: "plain" }] }]);
    const { run, text } = await stream(new Agent({ name: "test", model, tools: [last, plain] }));
    expect(run).toMatchObject({ status: "completed", stopReason: "stop_after_tool_call", output: "42" });
    expect(text).toBe("42");
    expect(run.newItems.map(({ type }) => type)).toEqual(["assistant", "tool_result", "tool_result"]);
    expect(model.requests).toHaveLength(1);
  });

  it("shows nothing where showResult is false, and does not end with a call that failed", async () => {
    const silent = new Agent({
      name: "test",
      model: new ScriptedModel([{ toolCalls: [{ name: "last" }] }]),
      tools: [last.with({ showResult: false })],
    });
    expect(await silent.run("go")).toMatchObject({ stopReason: "stop_after_tool_call", output: "" });
    const model = new ScriptedModel([{ toolCalls: [{ name: "last", arguments: { x: 1 } }] }, "corrected"]);
    expect((await new Agent({ name: "test", model, tools: [last] }).run("go")).output).toBe("corrected");
  });
});

describe("RetryAgentRun and StopAgentRun (C16)", () => {
  it("lets the model try again, as often as the tool asks, without the notice for repeated failures", async () => {
    const items: string[] = [];
    const add = bound("add", () => {
      items.push("item");
      if (items.length < 4) throw new RetryAgentRun(`${items.length} of 4`);
      return "enough";
    });
    const turn = { toolCalls: [{ name: "add" }] };
    const model = new ScriptedModel([turn, turn, turn, turn, "done"]);
    const agent = new Agent({ name: "test", model, tools: [add], maxRepeatedCalls: 2 });
    const run = await agent.run("go");
    expect(run).toMatchObject({ status: "completed", output: "done" });
    expect(run.toolCalls.map(({ text, isError }) => [text, isError])).toEqual([
      ["1 of 4", true],
      ["2 of 4", true],
      ["3 of 4", true],
      ["enough", false],
    ]);
  });

  it("puts messages behind all results of the answer", async () => {
    const extra: Item = { type: "user", content: "third" };
    const retry = bound("retry", () => {
      throw new RetryAgentRun("again", { userMessage: "first", agentMessage: "second", messages: [extra] });
    });
    const model = new ScriptedModel([{ toolCalls: [{ name: "retry" }, { name: "plain" }] }, "done"]);
    await new Agent({ name: "test", model, tools: [retry, plain] }).run("go");
    expect(resultTexts(model.requests[1])).toEqual([]);
    expect(model.requests[1]?.items.slice(2)).toEqual([
      expect.objectContaining({ type: "tool_result", text: "again", isError: true }),
      expect.objectContaining({ type: "tool_result", text: "plain" }),
      { type: "user", content: "first" },
      { type: "assistant", text: "second", toolCalls: [] },
      extra,
    ]);
  });

  it.each<[string, object, RegExp]>([
    ["a message that is none", { messages: [null] }, /messages\[0\] of what the tool "retry" threw .* is no item/],
    ["an item of a kind that there is not", { messages: [{ type: "system", text: "x" }] }, /messages\[0\]/],
    ["a list that is none", { messages: null }, /messages of what the tool "retry" threw .* has to be a list/],
    ["a text that is none", { userMessage: 5 }, /userMessage of what the tool "retry" threw .* has to be a text/],
  ])("ends the run with the place of %s", async (_what, messages, message) => {
    const retry = bound("retry", () => {
      throw new RetryAgentRun("again", messages);
    });
    const model = new ScriptedModel([{ toolCalls: [{ name: "retry" }, { name: "plain" }] }, "done"]);
    const run = await new Agent({ name: "test", model, tools: [retry, plain] }).run("go");
    expect(run).toMatchObject({
      status: "error",
      error: { code: "RUNA_INVALID_MESSAGE", message: expect.stringMatching(message) },
    });
    expect(run.toolCalls.map(({ name }) => name)).toEqual(["retry", "plain"]);
  });

  it("ends the run after the batch", async () => {
    const stop = bound("stop", async () => {
      throw new StopAgentRun("nothing left to do", { userMessage: "bye" });
    });
    const model = new ScriptedModel([{ toolCalls: [{ name: "stop" }, { name: "plain" }] }]);
    const run = await new Agent({ name: "test", model, tools: [stop, plain] }).run("go");
    expect(run).toMatchObject({ status: "completed", stopReason: "stop_agent_run", output: "nothing left to do" });
    expect(run.toolCalls.map(({ text }) => text)).toEqual(["nothing left to do", "plain"]);
    expect(run.newItems.at(-1)).toEqual({ type: "user", content: "bye" });
  });

  it("works from a worker too (C17)", async () => {
    const worker = bound("stopHere", () => "", { module: "./worker-tools.ts", thread: "worker" });
    const model = new ScriptedModel([{ toolCalls: [{ name: "stopHere" }] }]);
    const run = await new Agent({ name: "test", model, tools: [worker] }).run("go");
    expect(run).toMatchObject({ stopReason: "stop_agent_run", output: "over" });
  });
});

describe("a generator that yields a ToolResult (D2, D3)", () => {
  const sketch = (returned?: string) =>
    bound("sketch", async function* () {
      yield "first ";
      yield new ToolResult({ content: "drawn", images: [{ content: PNG }], metadata: { n: 1 } });
      yield new ToolResult({ content: " and said", audio: [{ content: PNG }], metadata: { m: 2 } });
      return returned;
    });

  it("gives its text as a piece, and its media and metadata with the whole", async () => {
    const model = new ScriptedModel([{ toolCalls: [{ name: "sketch" }] }, "done"]);
    const { run, events } = await stream(new Agent({ name: "test", model, tools: [sketch()] }));
    expect(events.flatMap((event) => (event.type === "tool_output_delta" ? [event.delta] : []))).toEqual([
      "first ",
      "drawn",
      " and said",
    ]);
    expect(run.toolCalls[0]).toMatchObject({ text: "first drawn and said", result: { metadata: { n: 1, m: 2 } } });
    expect(run.images).toMatchObject([{ content: PNG }]);
    expect(run.audio).toMatchObject([{ content: PNG }]);
    expect(results(model.requests[1])[0]).toMatchObject({ media: [{ type: "image" }, { type: "audio" }] });
  });

  it("gives none of it where it returns something else", async () => {
    const model = new ScriptedModel([{ toolCalls: [{ name: "sketch" }] }, "done"]);
    const run = await new Agent({ name: "test", model, tools: [sketch("all")] }).run("go");
    expect(run.toolCalls[0]?.text).toBe("all");
    expect(run.images).toEqual([]);
  });
});

describe("a generator that fails (D3)", () => {
  it("keeps what it said before, and its events come in order", async () => {
    const broken = bound("broken", async function* () {
      yield "a";
      yield customEvent({ name: "step", data: 1 });
      yield { b: 1 };
      throw new Error("boom");
    });
    const model = new ScriptedModel([{ toolCalls: [{ name: "broken" }] }, "done"]);
    const { run, events } = await stream(new Agent({ name: "test", model, tools: [broken] }));
    expect(run.toolCalls[0]?.text).toBe('a{"b":1}\nerror: boom');
    expect(events.map(({ type }) => type).filter((type) => /^tool_call|^tool_output|^custom/.test(type))).toEqual([
      "tool_call_started",
      "tool_output_delta",
      "custom",
      "tool_output_delta",
      "tool_call_completed",
    ]);
  });
});
