/**
 * The events of a Responses stream to the body that the same answer would have been without a stream.
 *
 * Everything is told apart by `output_index`: some proxies give an item another id in each event.
 */
import type { ModelEvent } from "../../model/model.ts";
import { ReportedError } from "../answer-faults.ts";
import { createCallId } from "../call-ids.ts";
import { parseEvent } from "../parse-event.ts";
import { createFlow } from "../text-flow.ts";
import type { StreamReader } from "../wire-format.ts";
import { isObject, objectOf, textOf, type WireObject } from "../wire-values.ts";
import { fromResponse } from "./from-response.ts";

interface OpenItem {
  item: WireObject;
  isDone: boolean;
  /** For a call that came without an id. */
  readonly madeId: string | undefined;
  hasArguments: boolean;
}

export function createStreamReader(emit: (event: ModelEvent) => void): StreamReader {
  const items = new Map<unknown, OpenItem>();
  let final: WireObject | undefined;
  const textFlow = createFlow((delta) => emit({ type: "text_delta", delta }));
  const reasoningFlow = createFlow((delta) => emit({ type: "reasoning_delta", delta }));

  function begin(index: unknown, item: WireObject): OpenItem {
    const madeId = item.type === "function_call" && !item.call_id && !item.id ? createCallId() : undefined;
    const opened = { item, isDone: false, madeId, hasArguments: false };
    items.set(index, opened);
    return opened;
  }

  function emitArguments(open: OpenItem, delta: string): void {
    if (delta === "") return;
    open.hasArguments = true;
    const { call_id: callId, id, name } = open.item;
    emit({
      type: "tool_arguments_delta",
      callId: textOf(callId) || textOf(id) || (open.madeId ?? ""),
      name: textOf(name),
      delta,
    });
  }

  function end(index: unknown, item: WireObject): void {
    const open = items.get(index) ?? begin(index, item);
    const added = open.item;
    open.item = item;
    open.isDone = true;
    if (item.type !== "function_call") return;
    // Ids of the first event count, for its arguments were reported under them.
    const callId = textOf(added.call_id) || textOf(item.call_id) || open.madeId;
    if (callId !== undefined && callId !== item.call_id) open.item = { ...item, call_id: callId };
    if (!open.hasArguments) emitArguments(open, textOf(item.arguments));
  }

  return {
    push({ data }) {
      const event = parseEvent(data);
      if (event === undefined) return false;
      const { type, output_index: index } = event;
      switch (type) {
        case "response.output_item.added":
          begin(index, objectOf(event.item));
          return false;
        case "response.output_item.done":
          end(index, objectOf(event.item));
          return false;
        case "response.output_text.delta":
          textFlow(`${String(index)}`, textOf(event.delta));
          return false;
        case "response.reasoning_summary_text.delta":
        case "response.reasoning_text.delta":
          reasoningFlow(
            `${String(index)} ${type} ${String(event.summary_index ?? event.content_index)}`,
            textOf(event.delta),
          );
          return false;
        case "response.function_call_arguments.delta": {
          const open = items.get(index);
          if (open !== undefined) emitArguments(open, textOf(event.delta));
          return false;
        }
        case "response.completed":
        case "response.incomplete":
          final = objectOf(event.response);
          return true;
        case "response.failed":
          throw new ReportedError(objectOf(event.response));
        case "error":
          throw new ReportedError(event);
        default:
          if (type === undefined && event.error) throw new ReportedError(event);
          return false;
      }
    },
    isComplete: () => final !== undefined,
    finish: () => fromResponse({ ...final, output: outputOf(final, items) }),
  };
}

/** Items that were sent whole are the authority: the final event leaves them out at some servers. */
function outputOf(final: WireObject | undefined, items: ReadonlyMap<unknown, OpenItem>): unknown {
  const collected = [...items].sort(([a], [b]) => Number(a) - Number(b)).map(([, open]) => open);
  const isWhole = collected.length > 0 && collected.every((open) => open.isDone);
  return isWhole || !Array.isArray(final?.output) ? collected.map((open) => open.item).filter(isObject) : final.output;
}
