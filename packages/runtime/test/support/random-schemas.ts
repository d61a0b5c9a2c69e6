/** Random neutral schemas of the kind that `runa-gen` writes, and random nonsense of the kind that it never does. */
import fc from "fast-check";
import type { JsonSchema } from "../../src/manifest/index.ts";

const NAMES = ["a", "b", "kind", "größe", "two words", "$ref", "type", "x".repeat(70)];

const scalars: fc.Arbitrary<JsonSchema> = fc.constantFrom<JsonSchema>(
  { type: "string" },
  { type: "string", description: "a text" },
  { type: "integer" },
  { type: "number" },
  { type: "boolean" },
  { type: "null" },
  { type: ["string", "null"] },
  { type: "string", enum: ["red", "green"] },
  { type: ["string", "null"], enum: ["red", null] },
  { enum: [1, "one", true] },
  { type: "integer", enum: [1, 2, 3] },
  { $ref: "#/$defs/Leaf" },
  { $ref: "#/$defs/Leaf", description: "a leaf" },
  { $ref: "#/$defs/Tree" },
);

interface Options {
  /** Tuples lose the order of their members where a dialect has no `prefixItems`. */
  readonly tuples: boolean;
}

function nodes(depth: number, options: Options): fc.Arbitrary<JsonSchema> {
  if (depth === 0) return scalars;
  const inner = nodes(depth - 1, options);
  const tuples: fc.Arbitrary<JsonSchema> = fc.tuple(inner, inner, fc.boolean()).map(([first, second, optional]) => ({
    type: "array",
    prefixItems: [first, second],
    items: false,
    minItems: optional ? 1 : 2,
  }));
  return fc.oneof(
    scalars,
    objects(depth, options),
    inner.map((items): JsonSchema => ({ type: "array", items })),
    ...(options.tuples ? [tuples] : []),
    inner.map((values): JsonSchema => ({ type: "object", additionalProperties: values })),
    // Members of different JSON types, so that a value tells which one it belongs to.
    fc
      .tuple(
        fc.constantFrom<JsonSchema>({ type: "string" }, { type: "null" }, { type: "boolean" }),
        objects(depth, options),
      )
      .map(([scalar, object]): JsonSchema => ({ anyOf: [scalar, object] })),
    fc
      .tuple(objects(depth, options), objects(depth, options))
      .map(([once, weekly]): JsonSchema => ({ anyOf: [tagged("once", once), tagged("weekly", weekly)] })),
  );
}

function tagged(tag: string, node: JsonSchema): JsonSchema {
  const properties = { ...node.properties, kind: { type: "string", enum: [tag] } } as const;
  return { ...node, properties, required: [...new Set([...(node.required ?? []), "kind"])] };
}

function objects(depth: number, options: Options): fc.Arbitrary<JsonSchema> {
  return fc.uniqueArray(fc.constantFrom(...NAMES), { maxLength: 4 }).chain((names) =>
    fc.tuple(fc.tuple(...names.map(() => nodes(depth - 1, options))), fc.subarray(names)).map(
      ([schemas, required]): JsonSchema => ({
        type: "object",
        properties: Object.fromEntries(names.map((name, index) => [name, schemas[index] ?? {}])),
        ...(required.length > 0 && { required }),
        additionalProperties: false,
      }),
    ),
  );
}

const DEFINITIONS: { readonly [name: string]: JsonSchema } = {
  Leaf: {
    type: "object",
    properties: { size: { type: "number" }, note: { type: "string" } },
    required: ["size"],
    additionalProperties: false,
    description: "Grows on a tree.",
  },
  Tree: {
    type: "object",
    properties: {
      leaves: { type: "array", items: { $ref: "#/$defs/Leaf" } },
      branches: { type: "array", items: { $ref: "#/$defs/Tree" } },
      above: { anyOf: [{ $ref: "#/$defs/Tree" }, { type: "null" }] },
      byName: { type: "object", additionalProperties: { $ref: "#/$defs/Leaf" } },
    },
    required: ["branches"],
    additionalProperties: false,
  },
};

export function randomParameters(options: Options): fc.Arbitrary<JsonSchema> {
  return objects(3, options).map((root) => ({ ...root, $defs: DEFINITIONS }));
}

const KEYWORDS = [
  "type",
  "description",
  "enum",
  "const",
  "default",
  "properties",
  "required",
  "additionalProperties",
  "patternProperties",
  "items",
  "prefixItems",
  "additionalItems",
  "minItems",
  "maxItems",
  "uniqueItems",
  "pattern",
  "format",
  "minimum",
  "exclusiveMinimum",
  "anyOf",
  "oneOf",
  "allOf",
  "not",
  "if",
  "then",
  "$ref",
  "$defs",
  "definitions",
  "dependencies",
  "nullable",
  "x-other",
  "$schema",
  "id",
];
const REFERENCES = [
  "#",
  "#/$defs/a",
  "#/definitions/b",
  "#/properties/a",
  "#/anyOf/0",
  "#/%",
  "http://example.com/x",
  "#name",
  "a",
];

/** Keywords with values of every shape, right and wrong. */
export const nonsense: fc.Arbitrary<unknown> = fc.letrec<{ readonly node: unknown; readonly value: unknown }>(
  (tie) => ({
    node: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom<unknown>(
        {},
        true,
        false,
        null,
        1,
        "text",
        [],
        { type: "string" },
        { type: "object" },
        { type: "array" },
      ),
      fc.dictionary(fc.constantFrom(...KEYWORDS), tie("value"), { maxKeys: 5 }),
    ),
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom<unknown>(
        "string",
        "object",
        "array",
        "integer",
        ["object", "null"],
        ["a", "b"],
        0,
        -1,
        2.5,
        true,
        false,
        null,
        "(",
        "^a$",
      ),
      fc.constantFrom(...REFERENCES),
      tie("node"),
      fc.array(tie("node"), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom("a", "b", "ü", "__proto__"), tie("node"), { maxKeys: 3 }),
    ),
  }),
).node;
