/** Calls of one answer over real HTTP: they overlap, and what the provider is sent next has their results in order. */
import { Agent, openaiChat, type Tool } from "@runa/runtime";
import { expect, it } from "vitest";
import { bound, integer } from "../support/bound.ts";
import { startModelServer } from "../support/model-server.ts";

/** The tasks count in these, where people would count seconds. */
const SECOND = 30;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function chat(message: object): { readonly body: object } {
  const choice = { index: 0, message: { role: "assistant", content: null, ...message }, finish_reason: "stop" };
  return { body: { id: "c", object: "chat.completion", choices: [choice] } };
}

it.each<[concurrency: string, options: object, overlap: boolean]>([
  ["side by side", {}, true],
  ["one by one where the agent asks for it (C5)", { modelSettings: { parallelToolCalls: false } }, false],
  ["one by one under maxToolConcurrency", { maxToolConcurrency: 1 }, false],
])(
  "three tasks with a delay of three seconds run %s, results in the order of the calls (C3, C4)",
  async (_name, options, overlap) => {
    const log: string[] = [];
    const task = (name: string, seconds: number): Tool =>
      bound(
        name,
        async (delay: number) => {
          log.push(`start ${name}`);
          for (let second = 0; second < delay + seconds; second++) await wait(SECOND);
          log.push(`end ${name}`);
          return `${name} done`;
        },
        { properties: { delay: integer }, required: ["delay"], async: true },
      );
    // The first takes longest, so that they end in another order than they were called in.
    const tools = [task("atask1", 2), task("atask2", 1), task("atask3", 0)];
    const toolCalls = tools.map(({ name }, index) => ({
      id: `call_${index + 1}`,
      type: "function",
      function: { name, arguments: '{"delay":3}' },
    }));
    await using server = await startModelServer(chat({ tool_calls: toolCalls }), chat({ content: "All done." }));
    const model = openaiChat("gpt-4.1", { baseUrl: server.url, apiKey: "key" });

    const run = await new Agent({ name: "test", model, tools, ...options }).run("Run all three for 3 seconds.");

    expect(run.output).toBe("All done.");
    const inOrder = ["atask1", "atask2", "atask3"];
    if (overlap) {
      expect(log.slice(0, 3)).toEqual(inOrder.map((name) => `start ${name}`));
      expect(log.slice(3)).toEqual(["end atask3", "end atask2", "end atask1"]);
    } else expect(log).toEqual(inOrder.flatMap((name) => [`start ${name}`, `end ${name}`]));
    expect(server.requests).toHaveLength(2);
    const messages = server.requests[1]?.body.messages as readonly object[];
    expect(messages.slice(-3)).toEqual(
      inOrder.map((name, index) => ({ role: "tool", tool_call_id: `call_${index + 1}`, content: `${name} done` })),
    );
  },
);
