/** Arguments of earlier calls, for formats that want an object and for servers that parse the text again. */
import type { ToolCall } from "../model/item.ts";
import { isObject, type WireObject } from "./wire-values.ts";

/** By call, because a history is sent again at every turn. `null`: not an object in JSON. */
const parsed = new WeakMap<ToolCall, WireObject | null>();

/** The arguments as an object, `{}` where there are none, `null` where the text is no JSON object. */
export function argumentsObject(call: ToolCall): WireObject | null {
  let value = parsed.get(call);
  if (value === undefined) {
    value = parse(call.argumentsText);
    parsed.set(call, value);
  }
  return value;
}

function parse(text: string): WireObject | null {
  if (text.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    if (value === null) return {};
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/**
 * What a result says in addition when the arguments of its call could not be sent back as the model wrote them: `{}`
 * stood in their place, and the model has to see what it did (I16).
 */
export function withLostArguments(text: string, call: ToolCall): string {
  return `${text}\n\nThe arguments that were sent: ${call.argumentsText}`;
}
