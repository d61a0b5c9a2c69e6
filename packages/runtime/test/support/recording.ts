/** Recordings in the form in which a server sends them. What is added here is said in `recordings/SOURCES.md`. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { ScriptedAnswer } from "./model-server.ts";

const root = new URL("../recordings/", import.meta.url);

export type StreamFormat = "chat" | "named" | "gemini";

export function readRecording(name: string): string {
  return readFileSync(fileURLToPath(new URL(name, root)), "utf8");
}

export function readJson(name: string): unknown {
  return JSON.parse(readRecording(name));
}

/** A recorded answer, ready to be sent. */
export function answerOf(name: string, format: StreamFormat = "chat"): ScriptedAnswer {
  if (name.endsWith(".json")) return { headers: { "content-type": "application/json" }, body: readRecording(name) };
  if (name.endsWith(".sse.txt")) return { body: readRecording(name) };
  const lines = readRecording(name)
    .split("\n")
    .filter((line) => line.trim() !== "");
  return { body: toEventStream(lines, format) };
}

/** `chat`: data only, `[DONE]` at the end; `named`: each event has its name; `gemini`: line ends are CRLF. */
export function toEventStream(lines: readonly string[], format: StreamFormat): string {
  switch (format) {
    case "chat":
      return `${lines.map((line) => `data: ${line}\n\n`).join("")}data: [DONE]\n\n`;
    case "named":
      return lines.map((line) => `event: ${String(JSON.parse(line).type)}\ndata: ${line}\n\n`).join("");
    case "gemini":
      return lines.map((line) => `data: ${line}\r\n\r\n`).join("");
  }
}

export interface Exchange {
  readonly request: { readonly url: string; readonly body: { readonly [field: string]: unknown } };
  readonly response: { readonly status: number; readonly headers: Record<string, string>; readonly body: unknown };
}

/** The exchanges of one recorded tool loop. */
export function exchangesOf(name: string): readonly Exchange[] {
  return (readJson(name) as { exchanges: Exchange[] }).exchanges;
}

export function answerOfExchange({ response }: Exchange): ScriptedAnswer {
  const { status, body } = response;
  const headers = Object.fromEntries(Object.entries(response.headers).filter(([name]) => name !== "content-encoding"));
  const stream = typeof body === "object" && body !== null && "$sse_text" in body ? String(body.$sse_text) : undefined;
  return { status, headers, body: stream ?? JSON.stringify(body) };
}
