/**
 * Fragments of streamed calls to whole calls.
 *
 * The format says: id and name come with the first fragment, and `index` tells the calls apart. Servers leave out the
 * index, start it at one, use one index for all, repeat ids and names or send them empty; each rule below is there for
 * streams that were seen.
 */
import type { ModelEvent } from "../../model/model.ts";
import { isObject, objectOf, textOf, type WireObject } from "../wire-values.ts";

export interface CallJoiner {
  push(fragment: unknown): void;
  /** The calls in the order in which they began, in the form of a whole message. */
  finish(): WireObject[];
}

interface OpenCall {
  id: string;
  readonly index: number | undefined;
  name: string;
  argumentsText: string;
  /** Arguments that came before the name: an event has to name its tool. */
  unsent: string;
  /** Fields that are not of the format; Gemini keeps its signature in one. */
  extras: WireObject;
}

export function createCallJoiner(emit: (event: ModelEvent) => void, createId: () => string): CallJoiner {
  const calls: OpenCall[] = [];

  function find(id: string, index: number | undefined): OpenCall | undefined {
    const byId = id === "" ? undefined : calls.findLast((call) => call.id === id);
    if (byId !== undefined && (index === undefined || byId.index === index)) return byId;
    // A server that calls every call `call_1` still counts them.
    if (index !== undefined) return calls.findLast((call) => call.index === index);
    return calls.at(-1);
  }

  function open(id: string, index: number | undefined): OpenCall {
    const call: OpenCall = { id: id || createId(), index, name: "", argumentsText: "", unsent: "", extras: {} };
    calls.push(call);
    return call;
  }

  return {
    push(fragment) {
      if (!isObject(fragment)) return;
      const { index: place, id: givenId, type: _, function: given, ...extras } = fragment;
      const index = typeof place === "number" ? place : undefined;
      const id = textOf(givenId);
      const { name: givenName, arguments: value } = objectOf(given);
      const name = textOf(givenName);
      const text = isObject(value) ? JSON.stringify(value) : textOf(value);
      const known = find(id, index);
      const call = known === undefined || startsAnother(known, { id, index, name, text }) ? open(id, index) : known;
      call.name ||= name;
      if (Object.keys(extras).length > 0) call.extras = { ...call.extras, ...extras };
      call.argumentsText += text;
      call.unsent += text;
      if (call.name === "" || call.unsent === "") return;
      emit({ type: "tool_arguments_delta", callId: call.id, name: call.name, delta: call.unsent });
      call.unsent = "";
    },
    finish: () =>
      calls.map(({ id, name, argumentsText, extras }) => ({
        id,
        type: "function",
        function: { name, arguments: argumentsText },
        ...extras,
      })),
  };
}

interface Fragment {
  readonly id: string;
  readonly index: number | undefined;
  readonly name: string;
  readonly text: string;
}

/** Whether a fragment that could belong to a call that was found by id or index, or was the latest, begins another. */
function startsAnother(known: OpenCall, { id, index, name, text }: Fragment): boolean {
  // Only what names a tool can begin a call: some servers make a new id up for every fragment.
  if (name === "") return id !== "" && id !== known.id && index === undefined && text === "";
  if (known.name === "") return id !== "" && id !== known.id && known.argumentsText !== "";
  if (id !== "" && id !== known.id) return true;
  if (name !== known.name) return true;
  return text.trimStart().startsWith("{") && isWhole(known.argumentsText);
}

function isWhole(text: string): boolean {
  if (!text.trimEnd().endsWith("}")) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
