/**
 * Recorded answers, changed at random: values replaced by others, fields and events left out, repeated and swapped. Each
 * reader gives an answer that can be sent back, or says that it cannot read this one.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ANTHROPIC_NAMES,
  GEMINI_NAMES,
  OPENAI_NAMES,
  type ToolNameRule,
} from "../../src/manifest/dialects/tool-name.ts";
import type { Item } from "../../src/model/item.ts";
import type { ModelEvent, ModelRequest } from "../../src/model/model.ts";
import { BrokenAnswer, ReportedError, UnreadableAnswer } from "../../src/providers/answer-faults.ts";
import { fromResponse as fromMessages } from "../../src/providers/anthropic/from-response.ts";
import { createStreamReader as readMessages } from "../../src/providers/anthropic/from-stream.ts";
import { toRequest as toMessages } from "../../src/providers/anthropic/to-request.ts";
import { fromResponse as fromGemini } from "../../src/providers/gemini/from-response.ts";
import { createStreamReader as readGemini } from "../../src/providers/gemini/from-stream.ts";
import { toRequest as toGemini } from "../../src/providers/gemini/to-request.ts";
import { lowerTools } from "../../src/providers/lower-tools.ts";
import { OPENAI_SERVER } from "../../src/providers/openai-chat/chat-server.ts";
import { fromResponse as fromChat } from "../../src/providers/openai-chat/from-response.ts";
import { createStreamReader as readChat } from "../../src/providers/openai-chat/from-stream.ts";
import { toRequest as toChat } from "../../src/providers/openai-chat/to-request.ts";
import { fromResponse as fromResponses } from "../../src/providers/openai-responses/from-response.ts";
import { createStreamReader as readResponses } from "../../src/providers/openai-responses/from-stream.ts";
import { toRequest as toResponses } from "../../src/providers/openai-responses/to-request.ts";
import type { Answer, StreamReader } from "../../src/providers/wire-format.ts";
import { readToolCalls } from "../../src/run/read-tool-calls.ts";
import { HELLO } from "../support/ask.ts";
import { answerOf, readJson, type StreamFormat } from "../support/recording.ts";

const SEED = 20_261_130;

interface Format {
  readonly format: StreamFormat;
  readonly whole: readonly string[];
  readonly streams: readonly string[];
  readonly fromResponse: (body: unknown) => Answer;
  readonly reader: (emit: (event: ModelEvent) => void) => StreamReader;
  readonly toRequest: (request: ModelRequest, names: ReturnType<typeof lowerTools>) => object;
  readonly names: ToolNameRule;
}

const reading = { provider: OPENAI_SERVER.name };

const FORMATS: { readonly [name: string]: Format } = {
  "Chat Completions": {
    format: "chat",
    whole: ["openai-compatible/deepseek-tool-call.json", "openai-compatible/mistral-tool-call.json"],
    streams: ["openai-chat/tool-call-parallel.sse.txt", "openai-compatible/deepseek-tool-call.chunks.txt"],
    fromResponse: (body) => fromChat(body, reading),
    reader: (emit) => readChat(reading, emit),
    toRequest: (request, tools) => toChat(request, { model: "m", server: OPENAI_SERVER, tools }),
    names: OPENAI_NAMES,
  },
  Responses: {
    format: "named",
    whole: ["openai-responses/azure-tool-call.json", "openai-responses/reasoning-encrypted-content.json"],
    streams: ["openai-responses/azure-tool-call.chunks.txt", "openai-responses/github-copilot-id-rotation.chunks.txt"],
    fromResponse: fromResponses,
    reader: readResponses,
    toRequest: (request, tools) => toResponses(request, { model: "m", tools }),
    names: OPENAI_NAMES,
  },
  Messages: {
    format: "named",
    whole: ["anthropic/tool-no-args.json", "anthropic/refusal.json"],
    streams: ["anthropic/json-tool.chunks.txt", "anthropic/thinking-signature.chunks.txt"],
    fromResponse: (body) => fromMessages(body),
    reader: readMessages,
    toRequest: (request, tools) => toMessages(request, { model: "m", tools }),
    names: ANTHROPIC_NAMES,
  },
  Gemini: {
    format: "gemini",
    whole: ["gemini/tool-call-gemini3.json"],
    streams: ["gemini/tool-call-crlf.sse.txt", "gemini/vertex-stream-arguments.chunks.txt"],
    fromResponse: fromGemini,
    reader: readGemini,
    toRequest: (request, tools) => toGemini(request, { model: "m", tools }),
    names: GEMINI_NAMES,
  },
};

const ODD: readonly unknown[] = [
  null,
  0,
  -1,
  1.5,
  "",
  "x",
  true,
  [],
  {},
  [null],
  [[]],
  { type: "text" },
  "\ud800",
  1e308,
  [{}],
];

/** Where to change something, and how: numbers, so that a failure can be made smaller. */
const changes = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 5 }), fc.nat()), { minLength: 1, maxLength: 4 });
type Changes = readonly (readonly [place: number, how: number, which: number])[];

const inherited = (): PropertyDescriptor => {
  return { value: { tool_calls: [{}] }, enumerable: true, configurable: true, writable: true };
};

interface Holder {
  [key: string]: unknown;
}

function change(value: unknown, list: Changes): unknown {
  const root: Holder = { root: structuredClone(value) };
  for (const [place, how, which] of list) {
    const places = holdersOf(root);
    const [holder, key] = places[place % places.length] ?? [root, "root"];
    if (how === 0 && Array.isArray(holder)) holder.splice(Number(key), 1);
    else if (how === 0) delete holder[key];
    else if (how === 1 && Array.isArray(holder)) holder.push(structuredClone(holder[Number(key)]));
    else if (how === 2 && Array.isArray(holder)) holder.reverse();
    else if (how === 3) holder[`${key}_more`] = "x";
    else if (how === 4) Object.defineProperty(holder, "__proto__", inherited());
    else holder[key] = structuredClone(ODD[which % ODD.length]);
  }
  return root.root;
}

function holdersOf(holder: Holder): (readonly [Holder, string])[] {
  return Object.entries(holder).flatMap(([key, inner]) => [
    [holder, key] as const,
    ...(typeof inner === "object" && inner !== null ? holdersOf(inner as Holder) : []),
  ]);
}

function answered(read: () => Answer): Answer | undefined {
  try {
    return read();
  } catch (error) {
    const isFault = [BrokenAnswer, ReportedError, UnreadableAnswer].some((fault) => error instanceof fault);
    if (!isFault) throw error;
    return undefined;
  }
}

/** What the loop and the next request rely on. */
function expectUsable({ item, finishReason, usage }: Answer, { toRequest, names }: Format): void {
  expect(typeof item.text).toBe("string");
  expect(["stop", "length", "refusal", "content_filter", "pause"]).toContain(finishReason);
  for (const count of Object.values(usage)) expect(count >= 0 && Number.isFinite(count)).toBe(true);
  const known = new Map([["call_1", "another call\n"]]);
  let made = 0;
  const settled = readToolCalls(item, known, () => `made_${++made}`);
  const ids = settled.toolCalls.map(({ callId }) => callId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).not.toContain("");
  const results = settled.toolCalls.map(
    ({ callId, name }): Item => ({ type: "tool_result", callId, name, text: "x", isError: false }),
  );
  const items = [HELLO, settled, ...results, HELLO];
  const tools = lowerTools([], () => "mcp", names);
  const request = { instructions: "", items, tools: [], settings: {}, stream: false };
  const sent = JSON.stringify(toRequest(request, tools));
  expect(sent).not.toMatch(/"name":(?:""|null|\d)/);
  // Gemini's results go by place, and Anthropic takes letters and digits only.
  const plain = names === GEMINI_NAMES ? [] : ids.filter((id) => /^[\w-]+$/.test(id));
  for (const id of plain) expect(sent.split(JSON.stringify(id)).length).toBeGreaterThan(2);
}

describe.each(Object.entries(FORMATS))("odd answers in %s", (_name, format) => {
  it.each(format.whole)("read from %s as a whole", (recording) => {
    const body = readJson(recording);
    fc.assert(
      fc.property(changes, (list) => {
        const answer = answered(() => format.fromResponse(change(body, list)));
        if (answer) expectUsable(answer, format);
      }),
      { numRuns: 400, seed: SEED },
    );
  });

  it.each(format.streams)("read from %s as a stream", (recording) => {
    const events = String(answerOf(recording, format.format).body)
      .split(/\r?\n/)
      .filter((line) => line.startsWith("data: ") && line !== "data: [DONE]")
      .map((line) => JSON.parse(line.slice("data: ".length)) as unknown);
    fc.assert(
      fc.property(changes, (list) => {
        const changed = change(events, list);
        if (!Array.isArray(changed)) return;
        const answer = answered(() => {
          const told: ModelEvent[] = [];
          const reader = format.reader((event) => told.push(event));
          for (const event of changed) if (reader.push({ data: JSON.stringify(event) ?? "" })) break;
          if (!reader.isComplete()) throw new BrokenAnswer("cut off");
          for (const event of told) if ("delta" in event) expect(typeof event.delta).toBe("string");
          return reader.finish();
        });
        if (answer) expectUsable(answer, format);
      }),
      { numRuns: 150, seed: SEED },
    );
  });
});
