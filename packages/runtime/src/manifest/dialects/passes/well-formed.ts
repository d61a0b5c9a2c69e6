/**
 * Second pass, for schemas from anywhere: plain JSON Schema 2020-12 whose keywords have the right shape. Draft-04 and
 * draft-07 forms are rewritten, boolean schemas spelt out, and what no reading makes sense of is dropped and noted.
 */
import type { JsonSchema, JsonTypeName } from "../../json-schema.ts";
import { hasOwn, isSchema, jsonEquals, typesOf, without } from "../json-values.ts";
import { withoutIdle } from "../keyword-types.ts";
import type { Notes } from "../notes.ts";
import { nodePass, type Pass } from "../pass.ts";

const TYPE_NAMES: readonly string[] = ["string", "number", "integer", "boolean", "object", "array", "null"];
const isTypeName = (value: unknown): value is JsonTypeName => typeof value === "string" && TYPE_NAMES.includes(value);
const isNumber = (value: unknown): boolean => typeof value === "number" && Number.isFinite(value);
const isCount = (value: unknown): boolean => typeof value === "number" && Number.isInteger(value) && value >= 0;
const isText = (value: unknown): boolean => typeof value === "string";
const isFlag = (value: unknown): boolean => typeof value === "boolean";
const isList = (value: unknown): boolean => Array.isArray(value) && value.length > 0;
const isSchemaOrFlag = (value: unknown): boolean => isSchema(value) || isFlag(value);

const SHAPES: { readonly [keyword: string]: (value: unknown) => boolean } = {
  type: (value) => isTypeName(value) || (Array.isArray(value) && value.length > 0 && value.every(isTypeName)),
  title: isText,
  description: isText,
  enum: isList,
  examples: Array.isArray,
  deprecated: isFlag,
  properties: isSchema,
  patternProperties: isSchema,
  additionalProperties: isSchemaOrFlag,
  propertyNames: isSchema,
  required: (value) => Array.isArray(value) && value.every(isText),
  minProperties: isCount,
  maxProperties: isCount,
  dependentRequired: (value) =>
    isSchema(value) && Object.values(value).every((names) => Array.isArray(names) && names.every(isText)),
  dependentSchemas: isSchema,
  items: isSchemaOrFlag,
  prefixItems: isList,
  contains: isSchema,
  minItems: isCount,
  maxItems: isCount,
  minContains: isCount,
  maxContains: isCount,
  uniqueItems: isFlag,
  minLength: isCount,
  maxLength: isCount,
  pattern: isPattern,
  format: isText,
  contentEncoding: isText,
  contentMediaType: isText,
  minimum: isNumber,
  maximum: isNumber,
  exclusiveMinimum: isNumber,
  exclusiveMaximum: isNumber,
  multipleOf: (value) => typeof value === "number" && Number.isFinite(value) && value > 0,
  anyOf: isList,
  oneOf: isList,
  allOf: isList,
  not: isSchema,
  if: isSchema,
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema; this table is never awaited.
  then: isSchema,
  else: isSchema,
};

/** Says nothing about values; some providers refuse it. */
const BOOKKEEPING = ["$schema", "$id", "$anchor", "$dynamicAnchor", "$recursiveAnchor", "$vocabulary", "$comment"];

export const wellFormed: Pass = nodePass((node, _root, notes) => {
  const steps = [modernise, spellOutBooleans, dropMisshapen, tidy];
  return steps.reduce((sofar, step) => notes.derive(sofar, step(sofar, notes)), node);
});

function modernise(node: JsonSchema): JsonSchema {
  let made: JsonSchema = without(node, ...BOOKKEEPING, ...(isText(node.id) ? ["id"] : []));
  const { items } = made as { readonly items?: unknown };
  if (Array.isArray(items)) {
    const { additionalItems, ...rest } = made as JsonSchema & { readonly additionalItems?: boolean | JsonSchema };
    made = { ...without(rest, "items"), ...(items.length > 0 && { prefixItems: items }) };
    if (additionalItems !== undefined) made = { ...made, items: additionalItems };
  }
  made = without(made, "additionalItems");
  for (const [exclusive, inclusive] of [
    ["exclusiveMinimum", "minimum"],
    ["exclusiveMaximum", "maximum"],
  ] as const) {
    const { [exclusive]: flag, [inclusive]: bound } = made as { readonly [keyword: string]: unknown };
    if (typeof flag !== "boolean") continue;
    made = flag && isNumber(bound) ? { ...without(made, inclusive), [exclusive]: bound } : without(made, exclusive);
  }
  if (made.nullable !== undefined) {
    const types = typesOf(made);
    const nullable = made.nullable === true && types.length > 0 && !types.includes("null");
    made = without(made, "nullable");
    if (nullable) made = { ...made, type: [...types, "null"], ...(made.enum && { enum: withNull(made.enum) }) };
  }
  return modernDependencies(made);
}

function withNull(values: NonNullable<JsonSchema["enum"]>): NonNullable<JsonSchema["enum"]> {
  return Array.isArray(values) && !values.includes(null) ? [...values, null] : values;
}

function modernDependencies(node: JsonSchema): JsonSchema {
  const { dependencies } = node;
  if (!isSchema(dependencies)) return node;
  const entries = Object.entries(dependencies);
  const required = entries.filter(([, value]) => Array.isArray(value));
  const schemas = entries.filter(([, value]) => isSchema(value));
  return {
    ...without(node, "dependencies"),
    ...(required.length > 0 && { dependentRequired: Object.fromEntries(required) }),
    ...(schemas.length > 0 && { dependentSchemas: Object.fromEntries(schemas) }),
  };
}

const NEVER: JsonSchema = { not: {} };

function isNever(value: unknown): boolean {
  return value === false || (isSchema(value) && jsonEquals(value, NEVER));
}

/** `true` becomes `{}`; branches, properties and items that nothing fits are left out. */
function spellOutBooleans(node: JsonSchema, notes: Notes): JsonSchema {
  const changes: { [keyword: string]: unknown } = {};
  const spell = (value: unknown, ...inside: readonly string[]): unknown => {
    if (isSchema(value) || value === false) return value;
    const made = notes.derive(node, {}, ...inside);
    if (value !== true) notes.lose(made, "schema", `${JSON.stringify(value)} is no schema`);
    return made;
  };
  for (const keyword of ["anyOf", "oneOf", "allOf", "prefixItems"]) {
    const list: unknown = node[keyword];
    if (!Array.isArray(list) || list.every((item) => isSchema(item) && !isNever(item))) continue;
    const possible = keyword === "anyOf" || keyword === "oneOf" ? list.filter((item) => !isNever(item)) : list;
    changes[keyword] = possible.map((item, index) => (item === false ? NEVER : spell(item, keyword, String(index))));
  }
  for (const keyword of ["properties", "patternProperties", "dependentSchemas"]) {
    const map: unknown = node[keyword];
    if (!isSchema(map) || Object.values(map).every((item) => isSchema(item) && !isNever(item))) continue;
    const entries = Object.entries(map).filter(([, item]) => !isNever(item));
    changes[keyword] = Object.fromEntries(entries.map(([key, item]) => [key, spell(item, keyword, key)]));
  }
  for (const keyword of ["not", "if", "then", "else", "contains", "propertyNames"]) {
    if (typeof node[keyword] === "boolean") changes[keyword] = node[keyword] === true ? {} : NEVER;
  }
  if (
    (node.items === false && !node.prefixItems) ||
    (isSchema(node.items) && isNever(node.items) && !node.prefixItems)
  ) {
    changes.items = {};
    changes.maxItems = 0;
  } else if (node.items === true) changes.items = {};
  else if (isSchema(node.items) && isNever(node.items)) changes.items = false;
  if (isSchema(node.additionalProperties) && isNever(node.additionalProperties)) changes.additionalProperties = false;
  return Object.keys(changes).length === 0 ? node : { ...node, ...changes };
}

function dropMisshapen(node: JsonSchema, notes: Notes): JsonSchema {
  const wrong = Object.keys(node).filter(
    (keyword) => hasOwn(SHAPES, keyword) && SHAPES[keyword]?.(node[keyword]) === false,
  );
  for (const keyword of wrong) {
    notes.lose(node, keyword, `${keyword}: ${shorten(node[keyword])} is not what JSON Schema allows there`);
  }
  return without(node, ...wrong);
}

function shorten(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

/** No type, value or name twice, and nothing that speaks of values which the rest of the schema excludes. */
function tidy(given: JsonSchema): JsonSchema {
  const node = withoutIdle(hasOwn(given, "const") ? without(given, "enum") : given);
  const changes: { [keyword: string]: unknown } = {};
  if (Array.isArray(node.type)) {
    const types = [...new Set(typesOf(node))];
    if (types.length !== node.type.length || types.length === 1) changes.type = types.length === 1 ? types[0] : types;
  }
  for (const keyword of ["enum", "required"] as const) {
    const list = node[keyword];
    if (list && new Set(list).size !== list.length) changes[keyword] = [...new Set<unknown>(list)];
  }
  return Object.keys(changes).length === 0 ? node : { ...node, ...changes };
}

function isPattern(value: unknown): boolean {
  if (typeof value !== "string") return false;
  try {
    new RegExp(value, "u");
    return true;
  } catch {
    // Not valid with the `u` flag: perhaps written for another engine; no provider's 2020-12 check takes it either.
    return false;
  }
}
