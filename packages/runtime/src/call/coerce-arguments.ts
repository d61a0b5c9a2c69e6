/**
 * What a model wrote as a text and the schema wants as something else, or the other way round: changed where nothing is
 * lost, and nowhere else. A value is never touched where the schema takes it as it is, and a text that could have been
 * written in another way (`"007"`, `"1e3"`, `"True"`) stays one.
 */
import type { JsonObject, JsonSchema } from "../manifest/index.ts";
import { escapePointer } from "../manifest/json-pointer.ts";
import { itemParts, type Part, propertyParts, withBranches } from "../tool/schema-parts.ts";

export interface Coerced {
  readonly json: JsonObject;
  /** JSON pointers to what was changed; empty where nothing was. */
  readonly paths: readonly string[];
}

/** A copy along the changed paths. @throws RangeError for arguments deeper than the stack. */
export function coerceArguments(schema: JsonSchema, json: JsonObject): Coerced {
  const paths: string[] = [];
  const coerced = coerce({ root: schema, paths }, [{ schema, pointer: "" }], json, "");
  return { json: coerced as JsonObject, paths };
}

interface Walk {
  readonly root: JsonSchema;
  readonly paths: string[];
}

function coerce(walk: Walk, start: readonly Part[], value: unknown, path: string): unknown {
  const parts = withBranches(walk.root, start);
  const types = typesOf(parts);
  const changed = types && !types.has(typeOf(value)) ? convert(value, types) : undefined;
  if (changed !== undefined) walk.paths.push(path);
  const current = changed ?? value;
  if (Array.isArray(current)) {
    return mapChanged(current, (item: unknown, index) =>
      coerce(
        walk,
        parts.flatMap((part) => itemParts(part, index)),
        item,
        `${path}/${index}`,
      ),
    );
  }
  if (typeof current !== "object" || current === null) return current;
  const entries = Object.entries(current);
  const inner = mapChanged(entries, (entry): [string, unknown] => {
    const [key, old] = entry;
    const of = parts.flatMap((part) => propertyParts(part, key));
    const made = of.length === 0 ? old : coerce(walk, of, old, `${path}/${escapePointer(key)}`);
    return made === old ? entry : [key, made];
  });
  return inner === entries ? current : Object.fromEntries(inner);
}

/** The same list where no item changed. */
function mapChanged<T>(list: T[], change: (item: T, index: number) => T): T[] {
  const changed = list.map(change);
  return changed.some((item, index) => item !== list[index]) ? changed : list;
}

/** Undefined where there is no lossless way. */
function convert(value: unknown, types: ReadonlySet<string>): unknown {
  // The text of the number is known only where it has one form.
  if (typeof value === "number" && Number.isSafeInteger(value)) return types.has("string") ? String(value) : undefined;
  if (typeof value !== "string") return undefined;
  if (types.has("boolean") && (value === "true" || value === "false")) return value === "true";
  if (types.has("number") && String(Number(value)) === value && Number.isFinite(Number(value))) {
    const number = Number(value);
    return Number.isInteger(number) && !Number.isSafeInteger(number) ? undefined : number;
  }
  return parseContainer(value, types);
}

function parseContainer(text: string, types: ReadonlySet<string>): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    // Reserved keys were dropped before this text was looked into.
    const parsed: unknown = JSON.parse(text, (key, inner: unknown) => (key === "__proto__" ? undefined : inner));
    return types.has(typeOf(parsed)) ? parsed : undefined;
  } catch {
    // An ordinary text: validation says what was expected.
    return undefined;
  }
}

/** Undefined where some part takes anything. */
function typesOf(parts: readonly Part[]): ReadonlySet<string> | undefined {
  const types = new Set<string>();
  for (const { schema } of parts) {
    if (typeof schema !== "object" || schema === null) return undefined;
    const { type, enum: values, const: only, $ref, anyOf, oneOf, allOf } = schema as JsonSchema;
    if (type !== undefined) for (const one of [type].flat()) types.add(one === "integer" ? "number" : one);
    else if (values) for (const one of values) types.add(typeOf(one));
    else if (only !== undefined) types.add(typeOf(only));
    // These stand among the parts themselves.
    else if ($ref === undefined && !anyOf && !oneOf && !allOf) return undefined;
  }
  return types;
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
