/** A keyword that a dialect does not take, in words at the end of the description. Only what is dropped is told. */
import type { JsonSchema } from "../json-schema.ts";
import { hasOwn, isSchema, without } from "./json-values.ts";
import type { Notes } from "./notes.ts";

/** Longer texts, such as the pattern of a number, would crowd out the description and help no model. */
const LONGEST = 200;

type Words = (value: unknown) => string | undefined;

const counted = (count: unknown, noun: string): string => `${String(count)} ${noun}${count === 1 ? "" : "s"}`;
const json = (value: unknown): string => JSON.stringify(value);

const WORDS: { readonly [keyword: string]: Words } = {
  minimum: (value) => `at least ${String(value)}`,
  maximum: (value) => `at most ${String(value)}`,
  exclusiveMinimum: (value) => `more than ${String(value)}`,
  exclusiveMaximum: (value) => `less than ${String(value)}`,
  multipleOf: (value) => `a multiple of ${String(value)}`,
  minLength: (value) => `at least ${counted(value, "character")}`,
  maxLength: (value) => `at most ${counted(value, "character")}`,
  pattern: (value) => `matching the regular expression ${String(value)}`,
  format: (value) => `format ${String(value)}`,
  contentEncoding: (value) => `encoded as ${String(value)}`,
  contentMediaType: (value) => `content of type ${String(value)}`,
  minItems: (value) => `at least ${counted(value, "item")}`,
  maxItems: (value) => `at most ${counted(value, "item")}`,
  uniqueItems: (value) => (value === true ? "no item twice" : undefined),
  prefixItems: (value) => (Array.isArray(value) ? `items in this order: ${value.map(outline).join(", ")}` : undefined),
  contains: (value) => `contains ${outline(value)}`,
  minProperties: (value) => `at least ${counted(value, "key")}`,
  maxProperties: (value) => `at most ${counted(value, "key")}`,
  propertyNames: (value) => `keys: ${outline(value)}`,
  additionalProperties: (value) => (isSchema(value) ? `any keys, each with ${outline(value)}` : undefined),
  patternProperties: (value) => (isSchema(value) ? `keys matching ${Object.keys(value).join(" or ")}` : undefined),
  dependentRequired: (value) =>
    isSchema(value)
      ? Object.entries(value)
          .map(([key, needed]) => `${key} needs ${Array.isArray(needed) ? needed.join(", ") : ""}`)
          .join("; ")
      : undefined,
  enum: (value) => (Array.isArray(value) ? `one of ${value.map(json).join(", ")}` : undefined),
  const: (value) => `always ${json(value)}`,
  default: (value) => `default ${json(value)}`,
  examples: (value) =>
    Array.isArray(value) && value.length > 0 ? `for example ${value.map(json).join(", ")}` : undefined,
  deprecated: (value) => (value === true ? "deprecated" : undefined),
  anyOf: (value) => (Array.isArray(value) ? `at least one of: ${value.map(outline).join(" | ")}` : undefined),
  oneOf: (value) => (Array.isArray(value) ? `exactly one of: ${value.map(outline).join(" | ")}` : undefined),
  not: (value) => `not ${json(value)}`,
};

/** Say something of values that no entry above has words for: told as they stand. */
const TOLD_AS_JSON = [
  "unevaluatedProperties",
  "unevaluatedItems",
  "minContains",
  "maxContains",
  "dependentSchemas",
  "if",
  "then",
  "else",
];

export interface Dropped {
  readonly keyword: string;
  readonly why: string;
}

/** The node without a keyword, which is told in its description and noted as lost; the same object where it has none. */
export function describe(node: JsonSchema, keyword: string, why: string, notes: Notes): JsonSchema {
  return describeAll(node, hasOwn(node, keyword) ? [{ keyword, why }] : [], notes);
}

/**
 * The node without some of its keywords, in one remark. Keywords that say nothing of values, such as titles and those
 * of other programs, are left out without a word: no arguments become wrong by it.
 */
export function describeAll(node: JsonSchema, dropped: readonly Dropped[], notes: Notes): JsonSchema {
  if (dropped.length === 0) return node;
  const made = without(node, ...dropped.map(({ keyword }) => keyword));
  return notes.derive(node, tellDropped(made, node, dropped, notes));
}

/** Tells in the description of `node` what `from` said and `node` does not. */
export function tellDropped(node: JsonSchema, from: JsonSchema, dropped: readonly Dropped[], notes: Notes): JsonSchema {
  const told: string[] = [];
  for (const { keyword, why } of dropped) {
    if (!hasOwn(WORDS, keyword) && !TOLD_AS_JSON.includes(keyword)) continue;
    const words = hasOwn(WORDS, keyword) ? WORDS[keyword]?.(from[keyword]) : `${keyword}: ${json(from[keyword])}`;
    const described = words !== undefined && words.length <= LONGEST;
    notes.lose(from, keyword, why, described);
    if (described) told.push(words);
  }
  return told.length > 0 ? addText(node, told.join("; ")) : node;
}

/** Puts a remark at the end of the description. */
export function addText(node: JsonSchema, words: string): JsonSchema {
  const { description } = node;
  return { ...node, description: description ? `${description} (${words})` : `(${words})` };
}

/** A schema in a few letters: `{kind: "once", at}`, `string`, `number[]`. */
function outline(schema: unknown): string {
  if (!isSchema(schema)) return String(schema);
  const { type, properties, required, items } = schema;
  if (hasOwn(schema, "const")) return json(schema.const);
  if (schema.enum) return schema.enum.map(json).join(" or ");
  if (properties) {
    const fields = Object.entries(properties).map(([name, property]) => {
      const { enum: values = [] } = property;
      const only = hasOwn(property, "const") ? property.const : values.length === 1 ? values[0] : undefined;
      const mark = required?.includes(name) ? "" : "?";
      return only === undefined ? `${name}${mark}` : `${name}${mark}: ${json(only)}`;
    });
    return `{${fields.join(", ")}}`;
  }
  if (required) return required.join(" and ");
  if (isSchema(items)) return `${outline(items)}[]`;
  if (schema.$ref) return schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1);
  const branches = schema.anyOf;
  if (branches) return branches.map(outline).join(" or ");
  if (schema.pattern) return `matching ${schema.pattern}`;
  const label = schema.description ? ` (${schema.description})` : "";
  return `${type === undefined ? "any value" : Array.isArray(type) ? type.join(" or ") : String(type)}${label}`;
}
