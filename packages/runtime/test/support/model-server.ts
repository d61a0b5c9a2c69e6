/** A model provider on loopback that answers from a script and keeps what it was asked. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

export interface ScriptedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent as it is, an object as JSON. */
  readonly body?: string | Buffer | object;
  /** Bytes in one write; default all. */
  readonly chunkSize?: number;
  /** Milliseconds between two writes. */
  readonly pause?: number;
  /** Instead of ending the answer: close the socket, or say nothing more and keep it open. */
  readonly ending?: "reset" | "stall";
  /** Do this in place of any answer. */
  readonly instead?: "reset" | "stall";
}

export interface SeenRequest {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: { readonly [field: string]: unknown };
  /** When it came, on the clock of `performance.now()`. */
  readonly at: number;
}

export interface ModelServer {
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  /** Sockets that were opened so far. */
  readonly connections: number;
  /** Resolves when a socket has closed. */
  readonly nextClose: () => Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Answers the first request with the first answer, and so on; the last one is repeated. */
export async function startModelServer(...answers: readonly ScriptedAnswer[]): Promise<ModelServer> {
  const requests: SeenRequest[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  let onClose: (() => void)[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const answer = answers[Math.min(requests.length, answers.length - 1)] ?? { status: 500 };
      requests.push({
        path: request.url ?? "",
        headers: request.headers,
        body: JSON.parse(Buffer.concat(chunks).toString() || "{}"),
        at: performance.now(),
      });
      void send(response, answer);
    });
  });
  server.on("connection", (socket) => {
    connections++;
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => {
      sockets.delete(socket);
      for (const tell of onClose) tell();
      onClose = [];
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    get connections() {
      return connections;
    },
    nextClose: () => new Promise((resolve) => onClose.push(resolve)),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function send(response: ServerResponse, answer: ScriptedAnswer): Promise<void> {
  if (answer.instead === "stall") return;
  if (answer.instead === "reset") {
    response.socket?.destroy();
    return;
  }
  const isJson = typeof answer.body === "object" && !Buffer.isBuffer(answer.body);
  const bytes = Buffer.isBuffer(answer.body)
    ? answer.body
    : Buffer.from(isJson ? JSON.stringify(answer.body) : String(answer.body ?? ""));
  response.writeHead(answer.status ?? 200, {
    "content-type": isJson ? "application/json" : "text/event-stream",
    ...answer.headers,
  });
  const size = answer.chunkSize ?? bytes.length;
  for (let offset = 0; offset < bytes.length; offset += size) {
    if (response.destroyed) return;
    response.write(bytes.subarray(offset, offset + size));
    if (answer.pause !== undefined) await new Promise((resolve) => setTimeout(resolve, answer.pause));
    else if (size < bytes.length) await new Promise(setImmediate);
  }
  if (answer.ending === "stall") return;
  if (answer.ending === "reset") {
    await new Promise((resolve) => setTimeout(resolve, 20));
    response.socket?.destroy();
  } else response.end();
}
