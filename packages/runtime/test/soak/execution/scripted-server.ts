/**
 * A model on loopback that says what the script of each run says, streamed or not. It also refuses what real providers
 * refuse: a conversation in which a call has no result, two, or one out of its place.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { RunScript, ScriptedCall } from "./run-script.ts";

interface Message {
  readonly role: string;
  readonly content?: unknown;
  readonly tool_calls?: readonly { readonly id: string }[];
  readonly tool_call_id?: string;
}

export interface ScriptedServer {
  readonly url: string;
  close(): Promise<void>;
}

export async function startScriptedServer(
  scriptOf: (index: number) => RunScript,
  onProblem: (problem: string) => void,
): Promise<ScriptedServer> {
  const server = createServer((request, response) => {
    // An aborted run closes its request while it is being read.
    handle(request, response).catch(() => response.destroy());
  });
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const { messages, stream } = JSON.parse(Buffer.concat(pieces).toString()) as {
      readonly messages: readonly Message[];
      readonly stream?: boolean;
    };
    const index = Number(/^run (\d+)$/.exec(String(messages.find(({ role }) => role === "user")?.content))?.[1]);
    const problem = findUnanswered(messages);
    if (problem) onProblem(`run ${index} sent a conversation in which ${problem}`);
    const turn = messages.filter(({ role, tool_calls }) => role === "assistant" && tool_calls).length;
    const calls = scriptOf(index).turns[turn];
    if (stream) sendStream(response, calls);
    else sendWhole(response, calls);
  }
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function findUnanswered(messages: readonly Message[]): string | undefined {
  let open: string[] = [];
  for (const { role, tool_calls, tool_call_id } of messages) {
    if (role === "tool") {
      const next = open.shift();
      if (next !== tool_call_id) return `the result of ${tool_call_id} stands where that of ${next} belongs`;
    } else if (open.length > 0) return `${open.join(", ")} has no result`;
    if (tool_calls) open = tool_calls.map(({ id }) => id);
  }
  return open.length > 0 ? `${open.join(", ")} has no result` : undefined;
}

const USAGE = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };

function toToolCall({ id, name, argumentsText }: ScriptedCall): object {
  return { id, type: "function", function: { name, arguments: argumentsText } };
}

function sendWhole(response: ServerResponse, calls: readonly ScriptedCall[] | undefined): void {
  const message = calls
    ? { role: "assistant", content: null, tool_calls: calls.map(toToolCall) }
    : { role: "assistant", content: "All done." };
  const choice = { index: 0, message, finish_reason: calls ? "tool_calls" : "stop" };
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ id: "c", object: "chat.completion", choices: [choice], usage: USAGE }));
}

function sendStream(response: ServerResponse, calls: readonly ScriptedCall[] | undefined): void {
  const chunk = (delta: object, finish_reason: string | null = null): string =>
    `data: ${JSON.stringify({ id: "c", choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
  const deltas = calls
    ? calls.map((call, index) => chunk({ tool_calls: [{ index, ...toToolCall(call) }] }))
    : [chunk({ content: "All " }), chunk({ content: "done." })];
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write(chunk({ role: "assistant", content: "" }));
  for (const delta of deltas) response.write(delta);
  response.write(chunk({}, calls ? "tool_calls" : "stop"));
  response.end(`data: ${JSON.stringify({ choices: [], usage: USAGE })}\n\ndata: [DONE]\n\n`);
}
