/** The events of a Messages stream to the body that the same answer would have been without a stream. */
import type { ModelEvent } from "../../model/model.ts";
import { ReportedError } from "../answer-faults.ts";
import { createCallId } from "../call-ids.ts";
import { parseEvent } from "../parse-event.ts";
import { createFlow } from "../text-flow.ts";
import type { StreamReader } from "../wire-format.ts";
import { isObject, listOf, objectOf, textOf, type WireObject } from "../wire-values.ts";
import { fromResponse } from "./from-response.ts";

interface OpenBlock {
  block: { [field: string]: unknown };
  json: string;
}

export function createStreamReader(emit: (event: ModelEvent) => void): StreamReader {
  let message: { [field: string]: unknown } = {};
  let usage: WireObject = {};
  let blocks = new Map<unknown, OpenBlock>();
  let isStopped = false;
  const sendReasoning = createFlow((delta) => emit({ type: "reasoning_delta", delta }));

  function start(given: WireObject): void {
    // A proxy may repeat the start of a message, or start over with another one in the middle of it: then what was
    // collected belongs to a message that will never end.
    if (message.id !== undefined && message.id === given.id) return;
    message = { ...given };
    usage = objectOf(given.usage);
    blocks = new Map(
      listOf(given.content)
        .filter(isObject)
        .map((block, index) => [index, open(block)]),
    );
  }

  function startBlock(index: unknown, given: WireObject): void {
    const opened = open(given);
    blocks.set(index, opened);
    const { type, text, thinking } = opened.block;
    if (type === "text" && text) emit({ type: "text_delta", delta: textOf(text) });
    if (type === "thinking" && thinking) sendReasoning(String(index), textOf(thinking));
  }

  function append(index: unknown, delta: WireObject): void {
    const opened = blocks.get(index);
    if (opened === undefined) return;
    const { block } = opened;
    switch (delta.type) {
      case "text_delta": {
        const text = textOf(delta.text);
        block.text = textOf(block.text) + text;
        if (text !== "") emit({ type: "text_delta", delta: text });
        break;
      }
      case "thinking_delta":
        block.thinking = textOf(block.thinking) + textOf(delta.thinking);
        sendReasoning(String(index), textOf(delta.thinking));
        break;
      case "signature_delta":
        block.signature = textOf(block.signature) + textOf(delta.signature);
        break;
      case "citations_delta":
        block.citations = [...listOf(block.citations), delta.citation];
        break;
      case "input_json_delta": {
        const json = textOf(delta.partial_json);
        opened.json += json;
        if (json !== "" && block.type === "tool_use") emitArguments(block, json);
      }
    }
  }

  /** Whole arguments in the first event, and no fragment behind it. */
  function stopBlock(index: unknown): void {
    const opened = blocks.get(index);
    if (opened?.block.type !== "tool_use" || opened.json !== "") return;
    emitArguments(opened.block, JSON.stringify(opened.block.input ?? {}));
  }

  function emitArguments({ id, name }: WireObject, delta: string): void {
    emit({ type: "tool_arguments_delta", callId: textOf(id), name: textOf(name), delta });
  }

  return {
    push({ data }) {
      const event = parseEvent(data);
      switch (event?.type) {
        case "message_start":
          start(objectOf(event.message));
          break;
        case "content_block_start":
          startBlock(event.index, objectOf(event.content_block));
          break;
        case "content_block_delta":
          append(event.index, objectOf(event.delta));
          break;
        case "content_block_stop":
          stopBlock(event.index);
          break;
        case "message_delta":
          message = { ...message, ...objectOf(event.delta) };
          // Counts are of the whole message so far, and correct those of its start.
          usage = { ...usage, ...withoutNulls(objectOf(event.usage)) };
          break;
        case "message_stop":
          isStopped = true;
          break;
        case "error":
          throw new ReportedError(event);
        default:
          if (event?.error) throw new ReportedError(event);
      }
      return isStopped;
    },
    isComplete: () => isStopped,
    finish() {
      const streamed = new Map<WireObject, string>();
      const content = [...blocks]
        .sort(([a], [b]) => Number(a) - Number(b))
        .map(([, { block, json }]) => {
          if (json === "") return block;
          const whole = { ...block, input: parseInput(json) };
          streamed.set(whole, json);
          return whole;
        });
      return fromResponse({ ...message, content, usage }, streamed);
    },
  };
}

function open(given: WireObject): OpenBlock {
  const block = { ...given };
  if (block.type === "tool_use" && !block.id) block.id = createCallId();
  return { block, json: "" };
}

/** Arguments may be broken; what is sent back has to be an object then too. */
function parseInput(json: string): WireObject {
  try {
    return objectOf(JSON.parse(json));
  } catch {
    return {};
  }
}

function withoutNulls(object: WireObject): WireObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
}
