/** From what a program holds to plain JSON, by the rules for results of tools; and what has no such form is named. */
import { types } from "node:util";
import { UserError } from "../errors/user-error.ts";
import type { JsonValue } from "../manifest/index.ts";

/**
 * Dates become texts, maps objects, sets lists, instances of classes plain objects, `undefined` properties are left out.
 *
 * @param where Begins the path in the message: `context`.
 * @throws UserError for functions, symbols, binary data and cycles.
 */
export function toPlainJson(value: unknown, where: string): JsonValue {
  return convert(value, where, new Set());
}

function convert(value: unknown, path: string, owners: Set<object>): JsonValue {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      return Number.isFinite(value) ? value : String(value);
    case "bigint":
      return String(value);
    case "undefined":
      return null;
    case "function":
    case "symbol":
      throw notPlain(path, `is a ${typeof value}`);
    case "object":
      break;
  }
  if (value === null) return null;
  const object: object = value;
  if (owners.has(object)) throw notPlain(path, "refers back to what it is part of");
  if (ArrayBuffer.isView(object) || types.isAnyArrayBuffer(object)) throw notPlain(path, "is binary data");
  if (object instanceof Error) return object.message || object.name;
  owners.add(object);
  const plain = convertObject(object, path, owners);
  owners.delete(object);
  return plain;
}

function convertObject(object: object, path: string, owners: Set<object>): JsonValue {
  if ("toJSON" in object && typeof object.toJSON === "function") return convert(object.toJSON(""), path, owners);
  if (Array.isArray(object) || object instanceof Set)
    return [...object].map((one, index) => convert(one, `${path}[${index}]`, owners));
  const entries: readonly (readonly [unknown, unknown])[] =
    object instanceof Map ? [...object] : Object.entries(object);
  return Object.fromEntries(
    entries
      .filter(([, inner]) => inner !== undefined)
      .map(([key, inner]) => [String(key), convert(inner, `${path}.${String(key)}`, owners)]),
  );
}

function notPlain(path: string, what: string): UserError {
  return new UserError(
    "RUNA_NOT_SERIALISABLE",
    `${path} cannot be written down: it ${what}. Take it out, or leave the context out with toJSON({ omitContext: true }) and give it again when the state is read.`,
  );
}
