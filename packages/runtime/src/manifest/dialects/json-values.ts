/** Small questions about JSON values, and equality by content. */
import type { JsonObject, JsonSchema, JsonTypeName, JsonValue } from "../json-schema.ts";

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isJsonArray(value: unknown): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** A schema proper: `true` and `false` are schemas too, but have nothing to look into. */
export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function hasOwn(object: object, key: string): boolean {
  return Object.hasOwn(object, key);
}

export function jsonEquals(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((item, index) => jsonEquals(item, right[index]));
  if (!isJsonObject(left) || !isJsonObject(right)) return false;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => hasOwn(right, key) && jsonEquals(left[key], right[key]))
  );
}

/** The most specific type name of a value: `1` is an integer. */
export function typeNameOf(value: unknown): JsonTypeName {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  switch (typeof value) {
    case "string":
      return "string";
    case "boolean":
      return "boolean";
    case "number":
      return Number.isInteger(value) ? "integer" : "number";
    default:
      return "object";
  }
}

/** The types that a schema names, as a list; none where it names none. */
export function typesOf(schema: JsonSchema): readonly JsonTypeName[] {
  if (schema.type === undefined) return [];
  return typeof schema.type === "string" ? [schema.type] : schema.type;
}

/** A copy without some keys; the same object where it has none of them. */
export function without(schema: JsonSchema, ...keywords: readonly string[]): JsonSchema {
  if (!keywords.some((keyword) => hasOwn(schema, keyword))) return schema;
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)));
}
