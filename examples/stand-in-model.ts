/**
 * A stand-in for a language model, for examples that must run without a key: a server on a loopback port that speaks
 * OpenAI's Chat Completions protocol, streamed or not. It understands nothing. It picks tools by matching the words of
 * the question with those of the definitions, fills their parameters with what the question mentions, and answers
 * with the results.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface StandInModel {
  /** For `baseUrl` or `OPENAI_BASE_URL`. */
  readonly url: string;
  close(): Promise<void>;
}

interface ChatRequest {
  readonly stream?: boolean;
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly { readonly function: FunctionDefinition }[];
}

interface ChatMessage {
  readonly role: string;
  readonly content?: string | readonly { readonly type: string; readonly text?: string }[] | null;
}

interface FunctionDefinition {
  readonly name: string;
  readonly description?: string;
  readonly parameters?: { readonly properties?: Record<string, PropertySchema>; readonly required?: readonly string[] };
}

interface PropertySchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly format?: string;
}

interface Call {
  readonly name: string;
  readonly arguments: Record<string, unknown>;
}

type Answer = { readonly calls: readonly Call[] } | { readonly text: string };

export async function startStandInModel(): Promise<StandInModel> {
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(400, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: { message: String(error), type: "invalid_request_error" } }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) body += chunk;
  if (request.method !== "POST" || !request.url?.endsWith("/chat/completions")) {
    response.writeHead(404, { "content-type": "application/json" });
    response.end(JSON.stringify({ error: { message: `no such endpoint: ${request.method} ${request.url}` } }));
    return;
  }
  const chat = JSON.parse(body) as ChatRequest;
  const answer = answerTo(chat);
  if (chat.stream) await sendStream(response, answer);
  else sendJson(response, answer);
}

function answerTo({ messages, tools = [] }: ChatRequest): Answer {
  // Behind results a message shows the images that they hold: it is no question.
  const lastUser = messages.findLastIndex(({ role }, at) => role === "user" && messages[at - 1]?.role !== "tool");
  const results = messages.slice(lastUser + 1).filter(({ role }) => role === "tool");
  if (results.length > 0) return { text: results.map((result) => textOf(result)).join(" ") };
  const question = lastUser < 0 ? "" : textOf(messages[lastUser]);
  const calls = chooseCalls(
    question,
    tools.map((tool) => tool.function),
  );
  if (calls.length > 0) return { calls };
  const names = tools.map((tool) => tool.function.name).join(", ") || "none";
  return { text: `I am a stand-in and match words only; the question fits none of my tools (${names}).` };
}

function textOf(message: ChatMessage | undefined): string {
  if (typeof message?.content === "string") return message.content;
  return (message?.content ?? []).map((part) => part.text ?? "").join(" ");
}

/** At most one call for each part of the question, and each tool once. */
function chooseCalls(question: string, functions: readonly FunctionDefinition[]): Call[] {
  const calls: Call[] = [];
  for (const part of question.split(/[,;?.]|\band\b/)) {
    const words = wordsOf(part);
    const wordsShared = (candidate: FunctionDefinition): number => {
      const own = wordsOf(`${candidate.name} ${candidate.description ?? ""}`);
      return [...words].filter((word) => own.has(word)).length;
    };
    const best = functions
      .filter((candidate) => !calls.some((call) => call.name === candidate.name))
      .map((candidate) => ({ candidate, score: wordsShared(candidate) }))
      .sort((a, b) => b.score - a.score)[0];
    if (!best || best.score === 0) continue;
    const filled = fillArguments(best.candidate, part) ?? fillArguments(best.candidate, question);
    if (filled) calls.push({ name: best.candidate.name, arguments: filled });
  }
  return calls;
}

const STOP_WORDS = new Set(
  "a an and are at be do does for from have how i in is it many me of on or tell the there to what when which".split(
    " ",
  ),
);

/** `getLocalTime` counts as get, local, time; a plural as its singular. */
function wordsOf(text: string): Set<string> {
  const words =
    text
      .replace(/([a-z])([A-Z])/g, "$1 $2")
      .toLowerCase()
      .match(/[a-z]{2,}/g) ?? [];
  return new Set(words.filter((word) => !STOP_WORDS.has(word)).map((word) => word.replace(/s$/, "")));
}

/** Undefined where a required parameter is not mentioned. */
function fillArguments(definition: FunctionDefinition, text: string): Record<string, unknown> | undefined {
  const filled: Record<string, unknown> = {};
  const used = new Set<unknown>();
  for (const [name, schema] of Object.entries(definition.parameters?.properties ?? {})) {
    const value = findValue(name, schema, text, used);
    if (value !== undefined) {
      filled[name] = value;
      used.add(value);
    } else if (definition.parameters?.required?.includes(name)) return undefined;
  }
  return filled;
}

function findValue(name: string, schema: PropertySchema, text: string, used: ReadonlySet<unknown>): unknown {
  if (schema.enum) {
    const mentioned = schema.enum
      .map((value) => ({
        value,
        at: text.toLowerCase().search(new RegExp(`\\b${escapePattern(String(value).toLowerCase())}\\b`)),
      }))
      .filter(({ at }) => at >= 0)
      .sort((a, b) => a.at - b.at);
    const named = mentioned.find(({ at }) => text.slice(0, at).trimEnd().toLowerCase().endsWith(name.toLowerCase()));
    return (named ?? mentioned.find(({ value }) => !used.has(value)))?.value;
  }
  if (schema.format === "date-time") {
    const date = text.match(/\d{4}-\d{2}-\d{2}/)?.[0];
    return date && `${date}T12:00:00Z`;
  }
  if (schema.type === "number" || schema.type === "integer") {
    const number = [...text.matchAll(/-?\d+(?:\.\d+)?/g)].map(Number).find((value) => !used.has(value));
    return schema.type === "integer" && !Number.isInteger(number) ? undefined : number;
  }
  if (schema.type === "string") {
    return text.match(/"([^"]+)"/)?.[1] ?? text.match(/(?<=\S\s+)[A-Z][a-z]+(?:\s[A-Z][a-z]+)*/)?.[0];
  }
  return undefined;
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

const HEAD = { id: "chatcmpl-stand-in", model: "stand-in" };
const USAGE = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };

function toToolCall(
  call: Call,
  index: number,
): { id: string; type: "function"; function: { name: string; arguments: string } } {
  return {
    id: `call_${index + 1}`,
    type: "function",
    function: { name: call.name, arguments: JSON.stringify(call.arguments) },
  };
}

function sendJson(response: ServerResponse, answer: Answer): void {
  const message =
    "text" in answer
      ? { role: "assistant", content: answer.text }
      : { role: "assistant", content: null, tool_calls: answer.calls.map(toToolCall) };
  const choice = { index: 0, message, finish_reason: "text" in answer ? "stop" : "tool_calls" };
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ ...HEAD, object: "chat.completion", choices: [choice], usage: USAGE }));
}

/** Text word by word, arguments in two pieces, as a model would. */
async function sendStream(response: ServerResponse, answer: Answer): Promise<void> {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  const send = (choices: readonly unknown[], extra: object = {}): void => {
    response.write(`data: ${JSON.stringify({ ...HEAD, object: "chat.completion.chunk", choices, ...extra })}\n\n`);
  };
  const delta = (content: object, finish_reason: string | null = null): void =>
    send([{ index: 0, delta: content, finish_reason }]);
  delta({ role: "assistant", content: "" });
  if ("text" in answer) {
    for (const piece of answer.text.match(/\S+\s*/g) ?? []) {
      delta({ content: piece });
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
  } else {
    for (const [index, call] of answer.calls.entries()) {
      const { id, type, function: called } = toToolCall(call, index);
      const middle = Math.ceil(called.arguments.length / 2);
      delta({ tool_calls: [{ index, id, type, function: { name: called.name, arguments: "" } }] });
      delta({ tool_calls: [{ index, function: { arguments: called.arguments.slice(0, middle) } }] });
      delta({ tool_calls: [{ index, function: { arguments: called.arguments.slice(middle) } }] });
    }
  }
  delta({}, "text" in answer ? "stop" : "tool_calls");
  send([], { usage: USAGE });
  response.end("data: [DONE]\n\n");
}
