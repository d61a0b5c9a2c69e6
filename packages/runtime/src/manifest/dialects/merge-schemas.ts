/**
 * Two schemas that hold for one value, as one. Where JSON Schema without `allOf` cannot say both, the first is kept and
 * the other noted as lost: what comes out accepts at least what both accept, and arguments are validated against the
 * neutral schema afterwards.
 */
import type { JsonSchema, JsonTypeName } from "../json-schema.ts";
import { type Dropped, tellDropped } from "./describe-keyword.ts";
import { hasOwn, isSchema, jsonEquals, typesOf } from "./json-values.ts";
import type { Notes } from "./notes.ts";

export function mergeSchemas(first: JsonSchema, second: JsonSchema, notes: Notes): JsonSchema {
  if (Object.keys(second).length === 0) return first;
  if (Object.keys(first).length === 0) return notes.derive(second, { ...second });
  const merged: { [keyword: string]: unknown } = { ...first };
  const left: Dropped[] = [];
  for (const [keyword, value] of Object.entries(second)) {
    const both = hasOwn(first, keyword) ? mergeKeyword(keyword, first, second, notes) : value;
    if (both !== undefined) merged[keyword] = both;
    else left.push({ keyword, why: `${keyword} stands twice for one value, and without allOf it can stand once` });
  }
  return notes.derive(first, tellDropped(merged, second, left, notes));
}

/** Texts for people: the first one speaks. */
const ANNOTATIONS = new Set(["title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly"]);
const LARGER = new Set(["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"]);
const SMALLER = new Set(["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"]);

/** What the first and the second say together, or `undefined` where only the first can be kept. */
function mergeKeyword(keyword: string, first: JsonSchema, second: JsonSchema, notes: Notes): unknown {
  const left: unknown = first[keyword];
  const right: unknown = second[keyword];
  if (ANNOTATIONS.has(keyword) || jsonEquals(left, right)) return left;
  if (LARGER.has(keyword)) return Math.max(Number(left), Number(right));
  if (SMALLER.has(keyword)) return Math.min(Number(left), Number(right));
  switch (keyword) {
    case "type":
      return commonTypes(typesOf(first), typesOf(second)) ?? left;
    case "required":
      return [...new Set([...(first.required ?? []), ...(second.required ?? [])])];
    case "uniqueItems":
      return true;
    case "enum":
      return commonValues(first, second) ?? left;
    case "properties":
    case "patternProperties":
    case "$defs":
      return mergeMaps(first[keyword] ?? {}, second[keyword] ?? {}, notes);
    case "additionalProperties":
    case "items":
      if (left === false || right === false) return false;
      if (left === true) return right;
      if (isSchema(left) && isSchema(right)) return mergeSchemas(left, right, notes);
      return left;
    case "allOf":
      return [...(first.allOf ?? []), ...(second.allOf ?? [])];
    default:
      return undefined;
  }
}

type Schemas = NonNullable<JsonSchema["properties"]>;

function mergeMaps(first: Schemas, second: Schemas, notes: Notes): Schemas {
  const merged = new Map(Object.entries(first));
  for (const [name, schema] of Object.entries(second)) {
    const other = merged.get(name);
    merged.set(name, other ? mergeSchemas(other, schema, notes) : schema);
  }
  return Object.fromEntries(merged);
}

function commonTypes(first: readonly JsonTypeName[], second: readonly JsonTypeName[]): JsonSchema["type"] | undefined {
  const common = [...first, ...second].filter((type) => covers(first, type) && covers(second, type));
  const types = [...new Set(common)];
  return types.length === 1 ? types[0] : types.length > 1 ? types : undefined;
}

function covers(types: readonly JsonTypeName[], type: JsonTypeName): boolean {
  return types.includes(type) || (type === "integer" && types.includes("number"));
}

function commonValues(first: JsonSchema, second: JsonSchema): JsonSchema["enum"] | undefined {
  const common = first.enum?.filter((value) => second.enum?.some((other) => jsonEquals(value, other))) ?? [];
  return common.length > 0 ? common : undefined;
}
