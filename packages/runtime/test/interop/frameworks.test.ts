/** The same generated tools under three frameworks, against one model on loopback: equal arguments, equal results. */

import { fileURLToPath } from "node:url";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { HumanMessage, ToolMessage } from "@langchain/core/messages";
import { ChatOpenAI } from "@langchain/openai";
import { OpenAIChatCompletionsModel, Agent as OpenAiAgent, RunContext as OpenAiContext, Runner } from "@openai/agents";
import { loadTools, type Tool, ToolResult } from "@runa/runtime";
import { type InteropOptions, toAiSdkTools } from "@runa/runtime/interop/ai-sdk";
import { toLangChainTools } from "@runa/runtime/interop/langchain";
import { toOpenAiAgentsTools } from "@runa/runtime/interop/openai-agents";
import { generateText, stepCountIs } from "ai";
import { expect, it } from "vitest";
import { bound, integer, text } from "../support/bound.ts";
import { type ModelServer, startModelServer } from "../support/model-server.ts";

const manifest = fileURLToPath(new URL("../mcp/served/runa.tools.json", import.meta.url));

interface Asked {
  readonly name: string;
  readonly arguments: string;
}

type Tools = Readonly<Record<string, Tool>>;
/** Runs one exchange of a question, a call and an answer. */
type Framework = (baseUrl: string, tools: Tools) => Promise<void>;

const FRAMEWORKS: Readonly<Record<string, Framework>> = {
  "AI SDK": async (baseURL, tools) => {
    const provider = createOpenAICompatible({ name: "loopback", baseURL, apiKey: "none" });
    await generateText({ model: provider("m"), prompt: "go", tools: toAiSdkTools(tools), stopWhen: stepCountIs(2) });
  },
  "OpenAI Agents": async (baseURL, tools) => {
    const { default: OpenAI } = await import("openai");
    const client = new OpenAI({ baseURL, apiKey: "none", maxRetries: 0 });
    const model = new OpenAIChatCompletionsModel(client as never, "m");
    const agent = new OpenAiAgent({ name: "x", instructions: "", model, tools: toOpenAiAgentsTools(tools) });
    await new Runner({ tracingDisabled: true }).run(agent, "go");
  },
  LangChain: async (baseURL, tools) => {
    const made = toLangChainTools(tools);
    const options = { model: "m", apiKey: "none", maxRetries: 0, configuration: { baseURL } };
    const model = new ChatOpenAI(options).bindTools(made);
    const question = new HumanMessage("go");
    const answer = await model.invoke([question]);
    const results = await Promise.all(
      (answer.tool_calls ?? []).map((call) => made.find(({ name }) => name === call.name)?.invoke(call)),
    );
    await model.invoke([question, answer, ...results.filter((result) => result instanceof ToolMessage)]);
  },
};

async function loopback({ name, arguments: text }: Asked): Promise<ModelServer> {
  const head = { id: "1", object: "chat.completion", created: 1, model: "m" };
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  const call = { id: "call_1", type: "function", function: { name, arguments: text } };
  const message = { role: "assistant", content: null, tool_calls: [call] };
  return startModelServer(
    { body: { ...head, choices: [{ index: 0, message, finish_reason: "tool_calls" }], usage } },
    {
      body: {
        ...head,
        choices: [{ index: 0, message: { role: "assistant", content: "done" }, finish_reason: "stop" }],
        usage,
      },
    },
  );
}

interface WireMessage {
  readonly role: string;
  readonly content: unknown;
}

/** What the framework told the model of the tool, and what it gave it as the result. */
async function exchange(
  framework: Framework,
  asked: Asked,
  tools: Tools,
): Promise<{ definition: unknown; result: unknown }> {
  const server = await loopback(asked);
  try {
    await framework(`${server.url}/v1`, tools);
    const [first, second] = server.requests;
    const offered = first?.body.tools as readonly {
      function: { name: string; parameters: object; description: string };
    }[];
    const { function: definition } = offered.find((one) => one.function.name === asked.name) ?? {};
    const messages = second?.body.messages as readonly WireMessage[] | undefined;
    return { definition, result: messages?.find(({ role }) => role === "tool")?.content };
  } finally {
    await server[Symbol.asyncDispose]();
  }
}

it.each<[string, Asked, RegExp]>([
  ["a call", { name: "add", arguments: '{"a":1.5,"b":2}' }, /^3.5$/],
  [
    "converted arguments",
    { name: "move", arguments: '{"from":"2026-01-31T10:00:00Z","days":2}' },
    /^\{"from":"2026-01-31T10:00:00.000Z","to":"2026-02-02T10:00:00.000Z"\}$/,
  ],
  ["a tool that fails", { name: "fail", arguments: '{"why":"no luck"}' }, /^error: no luck$/],
  [
    "arguments that do not fit",
    { name: "add", arguments: '{"a":"x","b":1}' },
    /^error: invalid arguments for add: .*\/a must be number/,
  ],
  ["a key that the tool does not have", { name: "add", arguments: '{"a":1,"b":2,"c":3}' }, /unknown property 'c'/],
  ["a tool in a worker", { name: "letters", arguments: '{"text":"aab"}' }, /^\{"a":2,"b":1\}$/],
])("%s gives the same under all three, and as runa itself does", async (_, asked, text) => {
  const all = await loadTools<Tools>(manifest);
  const { elsewhere: _declared, wait: _endless, ...tools } = all;
  const own = await all[asked.name]?.invoke(asked.arguments);
  expect(own).toMatch(text);
  for (const [name, framework] of Object.entries(FRAMEWORKS)) {
    const { definition, result } = await exchange(framework, asked, tools);
    expect([name, result]).toEqual([name, own]);
    const { description, parameters } = all[asked.name]?.definition ?? {};
    expect([name, definition]).toMatchObject([
      name,
      { description, parameters: { properties: parameters?.properties, required: parameters?.required } },
    ]);
  }
});

it("a tool that needs approval does not run unasked under any, and the same tool without it does", async () => {
  let runs = 0;
  const pay = (amount: number): string => `paid ${amount}, ${++runs}`;
  const refund = bound("refund", pay, { properties: { amount: integer } });
  const call = { name: "refund", arguments: '{"amount":5}' };
  for (const framework of Object.values(FRAMEWORKS))
    await exchange(framework, call, { refund: refund.with({ needsApproval: true }) });
  expect(runs).toBe(0);
  for (const framework of Object.values(FRAMEWORKS)) await exchange(framework, call, { refund });
  expect(runs).toBe(3);
});

it("rich types arrive and leave as under runa itself", async () => {
  const seen: unknown[] = [];
  const take = (at: Date, count: bigint, tags: Set<string>, note: string | null, more?: string): unknown => {
    seen.push([at, count, tags, note, more]);
    return { at, count, tags, note, more };
  };
  const rich = bound("rich", take, {
    properties: {
      at: { type: "string", format: "date-time" },
      count: integer,
      tags: { type: "array", items: text, uniqueItems: true },
      note: { type: ["string", "null"] },
      more: text,
    },
    required: ["at", "count", "tags", "note"],
    convert: { "/properties/at": "date", "/properties/count": "bigint", "/properties/tags": "set" },
  });
  const asked = '{"at":"2026-01-31T10:00:00Z","count":7,"tags":["a"],"note":null}';
  const own = await rich.invoke(asked);
  for (const [name, framework] of Object.entries(FRAMEWORKS)) {
    const { result } = await exchange(framework, { name: "rich", arguments: asked }, { rich });
    expect([name, result]).toEqual([name, own]);
  }
  const values = [new Date("2026-01-31T10:00:00Z"), 7n, new Set(["a"]), null, undefined];
  expect(seen).toEqual([values, values, values, values]);
});

/** One call, as each framework makes it. */
const CALLS: Readonly<Record<string, (tool: Tool, options: InteropOptions, signal?: AbortSignal) => Promise<unknown>>> =
  {
    "AI SDK": async (tool, options, abortSignal) => {
      const made = toAiSdkTools([tool], options)[tool.name];
      const details = { toolCallId: "call_1", messages: [], ...(abortSignal && { abortSignal }) };
      const output: unknown = await made?.execute?.({}, details);
      return made?.toModelOutput?.({ toolCallId: "call_1", input: {}, output });
    },
    "OpenAI Agents": async (tool, options, signal) =>
      toOpenAiAgentsTools([tool], options)[0]?.invoke(new OpenAiContext({}), "{}", { ...(signal && { signal }) }),
    LangChain: async (tool, options, signal) =>
      toLangChainTools([tool], options)[0]?.invoke({}, { ...(signal && { signal }) }),
  };

it.each(Object.entries(CALLS))("%s: an abort ends a call at once, also of a tool that ignores it", async (_, call) => {
  const never = bound("never", () => new Promise(() => {}));
  const controller = new AbortController();
  const waiting = call(never, {}, controller.signal);
  setTimeout(() => controller.abort(new Error("the user left")), 20);
  await expect(waiting).rejects.toThrow("the user left");
});

const chart = bound(
  "chart",
  () =>
    new ToolResult({
      content: "See.",
      images: [{ content: "AAAA", mimeType: "image/png" }],
      files: [{ content: "YSxi", mimeType: "text/csv", filename: "a.csv" }],
    }),
);

it.each<[string, unknown, unknown]>([
  [
    "AI SDK",
    { type: "text", value: "See." },
    {
      type: "content",
      value: [
        { type: "text", text: "See." },
        { type: "image-data", data: "AAAA", mediaType: "image/png" },
        { type: "file-data", data: "YSxi", mediaType: "text/csv", filename: "a.csv" },
      ],
    },
  ],
  [
    "OpenAI Agents",
    "See.",
    [
      { type: "text", text: "See." },
      { type: "image", image: { data: "AAAA", mediaType: "image/png" } },
      { type: "file", file: { data: "YSxi", mediaType: "text/csv", filename: "a.csv" } },
    ],
  ],
  [
    "LangChain",
    "See.",
    [
      { type: "text", text: "See." },
      { type: "image", data: "AAAA", mimeType: "image/png" },
      { type: "file", data: "YSxi", mimeType: "text/csv" },
    ],
  ],
])("%s: gets the media of a result in its own form, where they are asked for", async (name, without, withMedia) => {
  expect(await CALLS[name]?.(chart, {})).toEqual(without);
  expect(await CALLS[name]?.(chart, { media: true })).toEqual(withMedia);
});

it("LangChain is told which results are errors", async () => {
  const fail = bound("fail", () => {
    throw new Error("no luck");
  });
  const message: unknown = await toLangChainTools([fail])[0]?.invoke({
    type: "tool_call",
    id: "1",
    name: "fail",
    args: {},
  });
  expect(message).toMatchObject({ content: "error: no luck", status: "error", tool_call_id: "1" });
  const gated = bound("gated", () => "ran").with({ needsApproval: true });
  const call = { type: "tool_call" as const, id: "2", name: "gated", args: {} };
  expect(await toLangChainTools([gated])[0]?.invoke(call)).toMatchObject({ status: "error", tool_call_id: "2" });
  const refused = { ...call, args: { surplus: 1 } };
  expect(await toLangChainTools([gated])[0]?.invoke(refused)).toMatchObject({ status: "error", tool_call_id: "2" });
});

it("OpenAI Agents: a model that writes no JSON is told so", async () => {
  const [made] = toOpenAiAgentsTools([bound("one", () => 1)]);
  expect(await made?.invoke(new OpenAiContext({}), "{a")).toMatch(/^error: invalid JSON arguments/);
});

it.each([toAiSdkTools, toOpenAiAgentsTools, toLangChainTools])("%o refuses two tools of one name", (make) => {
  expect(() => make([bound("a", () => 1), bound("a", () => 2)])).toThrow('has two tools named "a"');
});

it("gives tools the context of the program", async () => {
  const tools = await loadTools<Tools>(manifest);
  const [whoami] = toLangChainTools({ whoami: tools.whoami ?? {} }, { context: { userId: "ada" } });
  expect(await whoami?.invoke({})).toBe("ada");
});

it.each<[string, (options: object) => unknown]>([
  ["toAiSdkTools", (options) => toAiSdkTools({}, options)],
  ["toOpenAiAgentsTools", (options) => toOpenAiAgentsTools({}, options)],
  ["toLangChainTools", (options) => toLangChainTools({}, options)],
])("%s refuses an option that does not exist, and one that does not fit", (name, make) => {
  expect(() => make({ contxt: {} })).toThrow(
    `${name} has no option "contxt"; did you mean "context"? Its options are context, media.`,
  );
  expect(() => make({ context: "ada" })).toThrow(
    `${name}: option "context" must be an object, or a function that gives one.`,
  );
});
