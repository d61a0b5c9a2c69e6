/** Streams, aborts and printing. */
import { Writable } from "node:stream";
import { Agent, type RunEvent } from "@runa/runtime";
import { ScriptedModel } from "@runa/runtime/testing";
import { describe, expect, it } from "vitest";
import { bound, text } from "../support/bound.ts";

const echo = bound("echo", (word: string) => word, { properties: { word: text }, required: ["word"] });
const twoTurns = [
  { text: "Let me see.", toolCalls: [{ name: "echo", arguments: { word: "hi" } }, { name: "ech" }] },
  "All done.",
];

async function collect(events: AsyncIterable<RunEvent>): Promise<RunEvent[]> {
  const all: RunEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

describe("stream (I7, I8)", () => {
  it("tells what happens in order, each event with its run and agent", async () => {
    const stream = new Agent({ name: "test", model: new ScriptedModel(twoTurns), tools: [echo] }).stream("go");
    expect(stream.run).toBeUndefined();
    const events = await collect(stream);
    const types = events.map(({ type }) => type).filter((type) => !type.endsWith("_delta"));
    expect(types).toEqual([
      "run_started",
      "model_request_started",
      "model_request_completed",
      "message",
      "tool_call_started",
      "tool_call_started",
      "tool_call_completed",
      "tool_call_completed",
      "model_request_started",
      "model_request_completed",
      "message",
      "run_completed",
    ]);
    expect(events.every((event) => event.runId === stream.run?.runId && event.agentName === "test")).toBe(true);
    const said = events.flatMap((event) => (event.type === "text_delta" ? [event.delta] : [])).join("|");
    expect(said).toBe("Let |me |see.|All |done.");
    const written = events.flatMap((event) =>
      event.type === "tool_arguments_delta" && event.callId === "call_1" ? [event.delta] : [],
    );
    expect(written.join("")).toBe('{"word":"hi"}');
    const failed = events.find((event) => event.type === "tool_call_completed" && event.name === "ech");
    expect(failed).toMatchObject({ error: { message: expect.stringMatching(/^error: unknown tool ech/) } });
    expect(stream.run).toBe(await stream.finished);
    expect(stream.run?.output).toBe("All done.");
  });

  it("asks the model for a stream only when it is streamed", async () => {
    const model = new ScriptedModel(["a", "b"]);
    const agent = new Agent({ name: "test", model });
    await agent.run("1");
    await collect(agent.stream("2"));
    expect(model.requests.map(({ stream, onEvent }) => [stream, onEvent !== undefined])).toEqual([
      [false, false],
      [true, true],
    ]);
  });

  it("starts when it is first read, or when its end is waited for", async () => {
    const model = new ScriptedModel(["a", "b"]);
    const agent = new Agent({ name: "test", model });
    const unread = agent.stream("1");
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(model.requests).toHaveLength(0);
    expect((await unread.finished).output).toBe("a");
    expect((await collect(unread)).at(-1)?.type).toBe("run_completed");
    expect(() => unread[Symbol.asyncIterator]()).toThrow(expect.objectContaining({ code: "RUNA_STREAM_READ" }));
  });

  it("gives each of several readers that wait its own event, and then the end", async () => {
    const stream = new Agent({ name: "test", model: new ScriptedModel(["hi"]) }).stream("go");
    const events = stream[Symbol.asyncIterator]();
    const steps = await Promise.all(Array.from({ length: 10 }, () => events.next()));
    const given = steps.flatMap((step) => (step.done ? [] : [step.value.type]));
    expect(given[0]).toBe("run_started");
    expect(given.at(-1)).toBe("run_completed");
    expect(steps.at(-1)).toEqual({ done: true, value: undefined });
  });

  it("is done once it was left: for those that wait, and for those that come later", async () => {
    const model = new ScriptedModel([() => new Promise(() => {})]);
    const stream = new Agent({ name: "test", model }).stream("go");
    const events = stream[Symbol.asyncIterator]();
    await events.next();
    const waiting = Promise.all([events.next(), events.next(), events.next()]);
    await new Promise((resolve) => setTimeout(resolve, 5));
    await events.return?.();
    expect((await waiting).at(-1)).toEqual({ done: true, value: undefined });
    expect(await events.next()).toEqual({ done: true, value: undefined });
    await expect(stream.finished).rejects.toMatchObject({ name: "AbortError" });
  });

  it("does not start when it is left before it is read", async () => {
    const model = new ScriptedModel(["never"]);
    const events = new Agent({ name: "test", model }).stream("go")[Symbol.asyncIterator]();
    await events.return?.();
    expect(await events.next()).toEqual({ done: true, value: undefined });
    expect(model.requests).toHaveLength(0);
  });

  it("ends in order with the status error where the run fails", async () => {
    const stream = new Agent({ name: "test", model: new ScriptedModel([new Error("down")]) }).stream("go");
    const events = await collect(stream);
    expect(events.at(-1)).toMatchObject({ type: "run_error", error: { message: "down" } });
    expect(stream.run).toMatchObject({ status: "error" });
  });

  it("aborts the model request when its reader leaves (I7)", async () => {
    let seen: AbortSignal | undefined;
    const model = new ScriptedModel([
      ({ signal }) => {
        seen = signal;
        return "one two three four five";
      },
    ]);
    const stream = new Agent({ name: "test", model }).stream("go");
    for await (const event of stream) if (event.type === "text_delta") break;
    expect(seen?.aborted).toBe(true);
    await expect(stream.finished).rejects.toThrow(expect.objectContaining({ name: "AbortError" }));
    expect(stream.run).toBeUndefined();
  });

  it("throws misuse on its first reading (I4, I5)", async () => {
    const stream = new Agent({ name: "test", model: new ScriptedModel([]), tools: [() => 1] }).stream("go");
    await expect(collect(stream)).rejects.toThrow(expect.objectContaining({ code: "RUNA_NO_DEFINITION" }));
  });
});

describe("abort (I4, R59)", () => {
  it("before the start: rejects at once, without a model request", async () => {
    const model = new ScriptedModel(["never"]);
    const agent = new Agent({ name: "test", model });
    const reason = new Error("changed my mind");
    await expect(agent.run("go", { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    await expect(agent.run("go", { signal: AbortSignal.abort() })).rejects.toThrow(
      expect.objectContaining({ name: "AbortError" }),
    );
    expect(model.requests).toHaveLength(0);
  });

  it("in a tool that ignores it: its signal fires, the run rejects at once, and nothing follows", async () => {
    const controller = new AbortController();
    let own: AbortSignal | undefined;
    const sleep = bound(
      "sleep",
      async (signal: AbortSignal) => {
        own = signal;
        controller.abort(new Error("stop"));
        await new Promise((resolve) => setTimeout(resolve, 10_000).unref());
      },
      { params: [{ inject: "signal" }] },
    );
    const model = new ScriptedModel([{ toolCalls: [{ name: "sleep" }] }, "never"]);
    const events: RunEvent[] = [];
    const read = async (): Promise<void> => {
      for await (const event of new Agent({ name: "test", model, tools: [sleep] }).stream("go", {
        signal: controller.signal,
      }))
        events.push(event);
    };
    const started = Date.now();
    await expect(read()).rejects.toThrow("stop");
    expect(Date.now() - started).toBeLessThan(2_000);
    expect(own?.aborted).toBe(true);
    expect(model.requests).toHaveLength(1);
    expect(events.at(-1)?.type).toBe("tool_call_started");
  });

  it("while the model is silent: every promise settles", async () => {
    const controller = new AbortController();
    const model = new ScriptedModel([() => new Promise(() => {})]);
    const stream = new Agent({ name: "test", model }).stream("go", { signal: controller.signal });
    setTimeout(() => controller.abort(), 10);
    await expect(collect(stream)).rejects.toThrow(expect.objectContaining({ name: "AbortError" }));
    await expect(stream.finished).rejects.toThrow(expect.objectContaining({ name: "AbortError" }));
  });

  it("between calls: a call that has not started does not start", async () => {
    const controller = new AbortController();
    const log: string[] = [];
    const stop = bound("stop", () => {
      log.push("stop");
      controller.abort(new Error("stop"));
    });
    const next = bound("next", () => void log.push("next"));
    const model = new ScriptedModel([{ toolCalls: [{ name: "stop" }, { name: "next" }] }]);
    const agent = new Agent({ name: "test", model, tools: [stop, next], modelSettings: { parallelToolCalls: false } });
    await expect(agent.run("go", { signal: controller.signal })).rejects.toThrow("stop");
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(log).toEqual(["stop"]);
  });

  it("after the last token: too late to matter", async () => {
    const controller = new AbortController();
    const run = await new Agent({ name: "test", model: new ScriptedModel(["done"]) }).run("go", {
      signal: controller.signal,
    });
    controller.abort();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(run.output).toBe("done");
  });
});

describe("printResponse (I9)", () => {
  class Sink {
    text = "";
    readonly isTTY: boolean;
    constructor(isTTY = false) {
      this.isTTY = isTTY;
    }
    write(text: string): void {
      this.text += text;
    }
  }
  const print = async (options: object, responses = twoTurns): Promise<string> => {
    const output = new Sink();
    const run = await new Agent({ name: "test", model: new ScriptedModel(responses), tools: [echo] }).printResponse(
      "go",
      { output, ...options },
    );
    expect(run.agentName).toBe("test");
    return output.text;
  };

  it("prints calls, results and text as they come", async () => {
    expect(await print({})).toBe(
      [
        "Let me see.",
        '> echo {"word":"hi"}',
        "> ech {}",
        "< ech error: unknown tool ech. Did you mean echo? The tools are echo.",
        "< echo hi",
        "All done.",
        "",
      ].join("\n"),
    );
  });

  it("prints the same things without a stream, results in the order of the calls", async () => {
    const lines = (await print({ stream: false })).split("\n");
    expect(lines).toEqual([
      "Let me see.",
      '> echo {"word":"hi"}',
      "> ech {}",
      "< echo hi",
      "< ech error: unknown tool ech. Did you mean echo? The tools are echo.",
      "All done.",
      "",
    ]);
  });

  it("prints an error too, and returns the run", async () => {
    const output = new Sink();
    const run = await new Agent({ name: "test", model: new ScriptedModel([new Error("down")]) }).printResponse("go", {
      output,
    });
    expect(run.status).toBe("error");
    expect(output.text).toBe("error: down\n");
  });

  it("shows Markdown where there are colours, and leaves it as it is where not (NO_COLOR)", async () => {
    const answer = ["# Title\n**bold** and `code *x*`\n```js\nlet a = **b**\n```"];
    const agent = (): Agent => new Agent({ name: "test", model: new ScriptedModel(answer) });
    const plain = new Sink();
    await agent().printResponse("go", { output: plain, markdown: true });
    expect(plain.text).toBe(`${answer[0]}\n`);
    const before = process.env.NO_COLOR;
    try {
      process.env.NO_COLOR = "";
      const colourful = new Sink(true);
      await agent().printResponse("go", { output: colourful, markdown: true });
      const esc = String.fromCharCode(27);
      expect(colourful.text).toContain(`${esc}[1m# Title${esc}[22m`);
      expect(colourful.text).toContain(`${esc}[36m\`code *x*\`${esc}[39m`);
      expect(colourful.text).toContain(`${esc}[36mlet a = **b**${esc}[39m`);
      process.env.NO_COLOR = "1";
      const asked = new Sink(true);
      await agent().printResponse("go", { output: asked, markdown: true });
      expect(asked.text).toBe(`${answer[0]}\n`);
    } finally {
      if (before === undefined) delete process.env.NO_COLOR;
      else process.env.NO_COLOR = before;
    }
  });

  it("rejects where the output fails, and ends the run", async () => {
    for (const stream of [true, false]) {
      const output = new Writable({ write: (_chunk, _encoding, done) => done(new Error("disk full")) });
      const agent = new Agent({ name: "test", model: new ScriptedModel(["done"]) });
      await expect(agent.printResponse("go", { output, stream })).rejects.toThrow("disk full");
      await new Promise((resolve) => setTimeout(resolve, 5));
      expect(output.listenerCount("error")).toBe(0);
    }
  });

  it("lets no model steer the terminal", async () => {
    const esc = String.fromCharCode(27);
    expect(await print({}, [`a${esc}[2Jb`] as never)).toBe("a[2Jb\n");
  });

  it("refuses an option that does not exist", async () => {
    const wrong: object = { markdwon: true };
    await expect(print(wrong)).rejects.toThrow(/no option "markdwon"/);
  });
});
