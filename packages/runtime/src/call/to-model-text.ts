/** From what a function returned to the text that the model reads. */
import { types } from "node:util";
import { errorMessage, isError } from "../errors/error-message.ts";

export interface ModelText {
  /** Without the prefix `error: `. */
  readonly text: string;
  readonly isError: boolean;
}

/** Never throws: what has no JSON form is an error that says so. */
export function toModelText(toolName: string, value: unknown): ModelText {
  switch (typeof value) {
    case "string":
      return { text: value, isError: false };
    case "number":
    case "boolean":
    case "bigint":
      return { text: String(value), isError: false };
    case "undefined":
      return { text: "(no output)", isError: false };
    case "function":
    case "symbol":
      return cannotBeSaid(toolName, `a ${typeof value} has no JSON form`);
  }
  if (value === null) return { text: "null", isError: false };
  try {
    if (isError(value)) return { text: errorMessage(value), isError: true };
    // `undefined` is what a `toJSON` may give.
    return { text: JSON.stringify(value, toPlain) ?? "(no output)", isError: false };
  } catch (error) {
    // V8 draws a cycle over several lines.
    return cannotBeSaid(toolName, errorMessage(error).split("\n")[0] ?? "");
  }
}

/**
 * A value in its JSON form, by the same rules as its text.
 *
 * @returns undefined for what has none.
 * @throws Where the value cannot be serialised: a cycle, say.
 */
export function toJson(value: unknown): unknown {
  const text: string | undefined = JSON.stringify(value, toPlain);
  return text === undefined ? undefined : JSON.parse(text);
}

function cannotBeSaid(toolName: string, reason: string): ModelText {
  return { text: `result of ${toolName} cannot be serialised: ${reason}`, isError: true };
}

/** For what JSON loses silently. `this` holds the value as it was before its own `toJSON`. */
function toPlain(this: unknown, key: string, value: unknown): unknown {
  switch (typeof value) {
    case "bigint":
      return String(value);
    case "number":
      return Number.isFinite(value) ? value : String(value);
    case "object":
      break;
    default:
      return value;
  }
  if (value === null) return value;
  const original: unknown = typeof this === "object" && this !== null ? Reflect.get(this, key) : value;
  if (isBinary(original)) throw new TypeError("it holds binary data, which no text can carry; return it as media");
  if (value instanceof Map) return fromMap(value);
  if (value instanceof Set) return [...value];
  return isError(value) ? errorMessage(value) : value;
}

/** Nothing that is lost silently: keys that have no text, and two that have the same. */
function fromMap(map: ReadonlyMap<unknown, unknown>): unknown {
  const wrong = [...map.keys()].find((key) => !["string", "number", "bigint", "boolean"].includes(typeof key));
  if (wrong !== undefined || map.has(undefined))
    throw new TypeError(`it holds a Map with a key of type ${typeof wrong}; return its entries as a list`);
  const entries = new Map([...map].map(([key, value]) => [String(key), value]));
  if (entries.size < map.size) throw new TypeError("it holds a Map with two keys that have the same text");
  return Object.fromEntries(entries);
}

function isBinary(value: unknown): boolean {
  return ArrayBuffer.isView(value) || types.isAnyArrayBuffer(value) || value instanceof Blob;
}
