/** Where schemas stand inside a schema, and the one traversal that all passes use. */
import type { JsonSchema } from "../json-schema.ts";
import { isSchema } from "./json-values.ts";
import type { Notes } from "./notes.ts";

type Holds = "one" | "list" | "one-or-list" | "map";

/** Keywords that hold schemas. Those of older drafts are among them, so that foreign schemas are walked whole. */
const KEYWORDS: ReadonlyMap<string, Holds> = new Map([
  ["properties", "map"],
  ["patternProperties", "map"],
  ["$defs", "map"],
  ["definitions", "map"],
  ["dependentSchemas", "map"],
  ["dependencies", "map"],
  ["items", "one-or-list"],
  ["prefixItems", "list"],
  ["anyOf", "list"],
  ["oneOf", "list"],
  ["allOf", "list"],
  ["additionalItems", "one"],
  ["contains", "one"],
  ["additionalProperties", "one"],
  ["propertyNames", "one"],
  ["unevaluatedItems", "one"],
  ["unevaluatedProperties", "one"],
  ["contentSchema", "one"],
  ["not", "one"],
  ["if", "one"],
  ["then", "one"],
  ["else", "one"],
]);

/** Changes the schemas directly inside a schema; the same object comes back where none changed. */
export function mapSubschemas(schema: JsonSchema, change: (inner: JsonSchema) => JsonSchema): JsonSchema {
  let changed: { [keyword: string]: unknown } | undefined;
  for (const keyword of Object.keys(schema)) {
    const holds = KEYWORDS.get(keyword);
    if (holds === undefined) continue;
    const value = schema[keyword];
    const mapped = mapHeld(value, holds, change);
    if (mapped === value) continue;
    changed ??= { ...schema };
    changed[keyword] = mapped;
  }
  return changed ?? schema;
}

function mapHeld(value: unknown, holds: Holds, change: (inner: JsonSchema) => JsonSchema): unknown {
  if (Array.isArray(value)) return holds === "list" || holds === "one-or-list" ? mapList(value, change) : value;
  if (!isSchema(value) || holds === "list") return value;
  return holds === "map" ? mapValues(value, change) : change(value);
}

function mapList(list: readonly unknown[], change: (inner: JsonSchema) => JsonSchema): readonly unknown[] {
  const mapped = list.map((item) => (isSchema(item) ? change(item) : item));
  return mapped.some((item, index) => item !== list[index]) ? mapped : list;
}

function mapValues(map: JsonSchema, change: (inner: JsonSchema) => JsonSchema): JsonSchema {
  let same = true;
  const entries = Object.entries(map).map(([key, value]): [string, unknown] => {
    const mapped = isSchema(value) ? change(value) : value;
    same &&= mapped === value;
    return [key, mapped];
  });
  return same ? map : Object.fromEntries(entries);
}

/** The schemas directly inside a schema, definitions included. */
export function subschemasOf(schema: JsonSchema): readonly JsonSchema[] {
  const found: JsonSchema[] = [];
  mapSubschemas(schema, (inner) => {
    found.push(inner);
    return inner;
  });
  return found;
}

/** Applies a rule to every schema, the outer ones first: what the rule takes away is not looked into. */
export function transformOuterFirst(
  schema: JsonSchema,
  notes: Notes,
  rule: (node: JsonSchema) => JsonSchema,
): JsonSchema {
  const made = notes.derive(schema, rule(schema));
  return notes.derive(
    schema,
    mapSubschemas(made, (inner) => transformOuterFirst(notes.derive(made, inner), notes, rule)),
  );
}

/** Applies a rule to every schema, the inner ones first. What a rule makes is remembered as standing where it was made from. */
export function transform(schema: JsonSchema, notes: Notes, rule: (node: JsonSchema) => JsonSchema): JsonSchema {
  const inside = notes.derive(
    schema,
    mapSubschemas(schema, (inner) => transform(notes.derive(schema, inner), notes, rule)),
  );
  return notes.derive(schema, rule(inside));
}
