/** Neutral `parameters` as `runa-gen` writes them, one per construct, and as they come from elsewhere. */
import type { JsonSchema } from "../../src/manifest/index.ts";

export interface NeutralCase {
  readonly name: string;
  readonly parameters: JsonSchema;
  /** Arguments that the neutral schema accepts. */
  readonly accepts: readonly unknown[];
  /** Strict dialects that cannot express it. */
  readonly inexpressible?: readonly ("openai-strict" | "anthropic-strict")[];
}

const BOTH = ["openai-strict", "anthropic-strict"] as const;

function parameters(
  properties: { readonly [name: string]: JsonSchema },
  required?: readonly string[],
  rest: JsonSchema = {},
): JsonSchema {
  return { type: "object", properties, ...(required && { required }), additionalProperties: false, ...rest };
}

/** One property `a`, required. */
const one = (a: JsonSchema, rest?: JsonSchema): JsonSchema => parameters({ a }, ["a"], rest);
const optional = (a: JsonSchema, rest?: JsonSchema): JsonSchema => parameters({ a }, undefined, rest);
const closed = (properties: { readonly [name: string]: JsonSchema }, required: readonly string[]): JsonSchema =>
  parameters(properties, required);
const nested = (depth: number): JsonSchema =>
  depth === 0 ? { type: "string" } : closed({ n: nested(depth - 1) }, ["n"]);
const nestedValue = (depth: number): unknown => (depth === 0 ? "x" : { n: nestedValue(depth - 1) });
const many = (count: number): string[] => Array.from({ length: count }, (_, index) => `value_${index}`);

export const GENERATED: readonly NeutralCase[] = [
  { name: "no arguments", parameters: parameters({}), accepts: [{}] },
  { name: "string", parameters: one({ type: "string", description: "The city" }), accepts: [{ a: "x" }] },
  { name: "integer", parameters: one({ type: "integer" }), accepts: [{ a: 1 }] },
  { name: "number", parameters: one({ type: "number" }), accepts: [{ a: 1.5 }] },
  { name: "boolean", parameters: one({ type: "boolean" }), accepts: [{ a: true }] },
  { name: "list", parameters: one({ type: "array", items: { type: "string" } }), accepts: [{ a: [] }, { a: ["x"] }] },
  {
    name: "set",
    parameters: one({ type: "array", items: { type: "string" }, uniqueItems: true }),
    accepts: [{ a: ["x"] }],
  },
  {
    name: "list of anything",
    parameters: one({ type: "array", items: {} }),
    accepts: [{ a: [1, "x"] }],
    inexpressible: BOTH,
  },
  {
    name: "tuple",
    parameters: one({
      type: "array",
      prefixItems: [{ type: "string" }, { type: "number" }],
      items: false,
      minItems: 2,
    }),
    accepts: [{ a: ["x", 1] }],
  },
  {
    name: "tuple with optional element",
    parameters: one({
      type: "array",
      prefixItems: [{ type: "string" }, { type: "number" }],
      items: false,
      minItems: 1,
    }),
    accepts: [{ a: ["x"] }, { a: ["x", 1] }],
  },
  {
    name: "tuple with rest",
    parameters: one({ type: "array", prefixItems: [{ type: "string" }], items: { type: "number" }, minItems: 1 }),
    accepts: [{ a: ["x"] }, { a: ["x", 1, 2] }],
  },
  {
    name: "tuple of objects with optional keys",
    parameters: one({
      type: "array",
      prefixItems: [
        closed({ k: { const: "p", type: "string" }, x: { type: "string" } }, ["k"]),
        closed({ y: { type: "number" } }, []),
      ],
      items: false,
      minItems: 2,
    }),
    accepts: [{ a: [{ k: "p" }, {}] }, { a: [{ k: "p", x: "1" }, { y: 2 }] }],
  },
  {
    name: "open dictionary",
    parameters: one({ type: "object", additionalProperties: true }),
    accepts: [{ a: { x: 1 } }],
    inexpressible: BOTH,
  },
  {
    name: "object or array",
    parameters: one({ type: ["object", "array"] }),
    accepts: [{ a: [] }, { a: {} }],
    inexpressible: BOTH,
  },
  {
    name: "dictionary",
    parameters: one({ type: "object", additionalProperties: { type: "number" } }),
    accepts: [{ a: {} }, { a: { x: 1, y: 2 } }],
  },
  {
    name: "optional dictionary of objects with optional keys",
    parameters: optional({ type: "object", additionalProperties: closed({ b: { type: "string" } }, []) }),
    accepts: [{}, { a: {} }, { a: { x: {}, y: { b: "1" } } }],
  },
  {
    name: "dictionary with keys by pattern",
    parameters: one({
      type: "object",
      patternProperties: { "^data-[\\s\\S]*$": { type: "string" } },
      additionalProperties: false,
    }),
    accepts: [{ a: { "data-x": "1" } }],
  },
  {
    name: "properties and index signature",
    parameters: one({
      type: "object",
      properties: { b: { type: "string" } },
      required: ["b"],
      additionalProperties: { type: "string" },
    }),
    accepts: [{ a: { b: "x", c: "y" } }],
    inexpressible: BOTH,
  },
  { name: "string literals", parameters: one({ type: "string", enum: ["a", "b"] }), accepts: [{ a: "a" }] },
  { name: "integer literals", parameters: one({ type: "integer", enum: [1, 2] }), accepts: [{ a: 1 }] },
  { name: "number literals", parameters: one({ type: "number", enum: [1, 2.5] }), accepts: [{ a: 2.5 }] },
  {
    name: "mixed literals",
    parameters: one({ enum: [1, "max", true] }),
    accepts: [{ a: 1 }, { a: "max" }, { a: true }],
  },
  {
    name: "optional mixed literals",
    parameters: optional({ enum: [1, "max", true] }),
    accepts: [{}, { a: 1 }, { a: "max" }],
  },
  { name: "literal true", parameters: one({ type: "boolean", enum: [true] }), accepts: [{ a: true }] },
  {
    name: "literals and null",
    parameters: one({ type: ["string", "null"], enum: ["a", "b", null] }),
    accepts: [{ a: null }, { a: "a" }],
  },
  { name: "string or null", parameters: one({ type: ["string", "null"] }), accepts: [{ a: null }, { a: "x" }] },
  {
    name: "object or null",
    parameters: one({ anyOf: [closed({ x: { type: "number" }, y: { type: "number" } }, ["x"]), { type: "null" }] }),
    accepts: [{ a: null }, { a: { x: 1 } }, { a: { x: 1, y: 2 } }],
  },
  { name: "null", parameters: one({ type: "null" }), accepts: [{ a: null }] },
  {
    name: "three kinds of maybe (R20)",
    parameters: one(
      closed(
        {
          a: { type: "string" },
          b: { type: ["string", "null"] },
          c: { type: ["string", "null"] },
          d: { type: "string" },
        },
        ["b"],
      ),
    ),
    accepts: [{ a: { b: null } }, { a: { a: "x", b: "y", c: null, d: "z" } }],
  },
  {
    name: "defaults (R19)",
    parameters: parameters(
      { bench: { type: "string" }, liters: { type: "number", default: 2 }, note: { type: "string" } },
      ["bench"],
    ),
    accepts: [{ bench: "b" }, { bench: "b", liters: 3, note: "n" }],
  },
  {
    name: "union of primitives",
    parameters: one({ anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }] }),
    accepts: [{ a: "x" }, { a: ["x"] }],
  },
  {
    name: "discriminated union (R17)",
    parameters: one({
      anyOf: [
        closed({ kind: { type: "string", enum: ["once"] }, at: { type: "string" } }, ["kind", "at"]),
        closed(
          {
            kind: { type: "string", enum: ["weekly"] },
            day: { type: "integer", enum: [0, 1, 2, 3] },
            at: { type: ["string", "null"] },
          },
          ["kind", "at"],
        ),
        closed({ kind: { const: "never" }, at: { type: "string" } }, ["kind"]),
      ],
    }),
    accepts: [
      { a: { kind: "once", at: "noon" } },
      { a: { kind: "weekly", at: null } },
      { a: { kind: "weekly", at: null, day: 3 } },
      { a: { kind: "never" } },
    ],
  },
  {
    name: "union of closed objects without a discriminant",
    parameters: optional({ anyOf: [closed({ x: { type: "string" } }, []), closed({ y: { type: "number" } }, ["y"])] }),
    accepts: [{}, { a: {} }, { a: { x: "1" } }, { a: { y: 1 } }],
  },
  { name: "date", parameters: one({ type: "string", format: "date-time" }), accepts: [{ a: "2026-01-01T00:00:00Z" }] },
  { name: "url", parameters: one({ type: "string", format: "uri" }), accepts: [{ a: "https://example.com" }] },
  { name: "bytes", parameters: one({ type: "string", contentEncoding: "base64" }), accepts: [{ a: "AAAA" }] },
  { name: "anything", parameters: one({}), accepts: [{ a: 1 }], inexpressible: BOTH },
  { name: "optional anything", parameters: optional({}), accepts: [{}, { a: null }], inexpressible: BOTH },
  {
    name: "constraints",
    parameters: one(
      closed(
        {
          n: { type: "number", minimum: 0, exclusiveMaximum: 10, multipleOf: 2, description: "How many" },
          s: { type: "string", minLength: 1, maxLength: 8, pattern: "^[a-z]+$", format: "email" },
          l: { type: "array", items: { type: "string", maxLength: 3 }, minItems: 2, maxItems: 4, uniqueItems: true },
        },
        ["n"],
      ),
    ),
    accepts: [{ a: { n: 4 } }, { a: { n: 4, l: ["a", "b"] } }],
  },
  {
    name: "pattern with look-ahead",
    parameters: one({ type: "string", pattern: "^(?:(?!--)[\\s\\S])*--[\\s\\S]*$" }),
    accepts: [{ a: "x--y" }],
  },
  {
    name: "two patterns",
    parameters: one({ type: "string", allOf: [{ pattern: "^a" }, { pattern: "b$" }] }),
    accepts: [{ a: "ab" }],
  },
  {
    name: "recursion (R16)",
    parameters: one(
      { $ref: "#/$defs/Branch", description: "the root" },
      {
        $defs: {
          Branch: closed({ name: { type: "string" }, twigs: { type: "array", items: { $ref: "#/$defs/Branch" } } }, [
            "name",
            "twigs",
          ]),
        },
      },
    ),
    accepts: [{ a: { name: "a", twigs: [{ name: "b", twigs: [] }] } }],
    inexpressible: ["anthropic-strict"],
  },
  {
    name: "recursion through optional and nullable",
    parameters: optional(
      { $ref: "#/$defs/Node" },
      {
        $defs: {
          Node: closed(
            {
              value: { type: "number" },
              label: { type: "string" },
              next: { anyOf: [{ $ref: "#/$defs/Node" }, { type: "null" }] },
              other: { $ref: "#/$defs/Node", description: "another" },
            },
            ["value", "next"],
          ),
        },
      },
    ),
    accepts: [
      {},
      { a: { value: 1, next: null } },
      { a: { value: 1, next: { value: 2, next: null, label: "l" }, other: { value: 3, next: null } } },
    ],
    inexpressible: ["anthropic-strict"],
  },
  {
    name: "recursive union",
    parameters: one(
      { $ref: "#/$defs/Expr" },
      {
        $defs: {
          Expr: {
            anyOf: [
              closed({ kind: { type: "string", enum: ["number"] }, value: { type: "number" } }, ["kind", "value"]),
              closed(
                {
                  kind: { type: "string", enum: ["sum"] },
                  left: { $ref: "#/$defs/Expr" },
                  right: { $ref: "#/$defs/Expr" },
                },
                ["kind", "left", "right"],
              ),
            ],
          },
        },
      },
    ),
    accepts: [{ a: { kind: "sum", left: { kind: "number", value: 1 }, right: { kind: "number", value: 2 } } }],
    inexpressible: ["anthropic-strict"],
  },
  {
    name: "recursive dictionary",
    parameters: one(
      { $ref: "#/$defs/Json" },
      {
        $defs: {
          Json: { anyOf: [{ type: "string" }, { type: "object", additionalProperties: { $ref: "#/$defs/Json" } }] },
        },
      },
    ),
    accepts: [{ a: "x" }, { a: { k: { l: "x" } } }],
    inexpressible: ["anthropic-strict"],
  },
  {
    name: "text beside references (R26)",
    parameters: parameters(
      {
        from: { $ref: "#/$defs/Spot", description: "where it stands now" },
        to: { $ref: "#/$defs/Spot", description: "where it should go" },
        via: { $ref: "#/$defs/Spot" },
      },
      ["from", "to"],
      {
        $defs: {
          Spot: {
            ...closed({ x: { type: "number" }, y: { type: "number" } }, ["x"]),
            description: "A place in the garden.",
          },
        },
      },
    ),
    accepts: [
      { from: { x: 1 }, to: { x: 1, y: 2 } },
      { from: { x: 1 }, to: { x: 1 }, via: { x: 3 } },
    ],
  },
  { name: "long enum", parameters: one({ type: "string", enum: many(150) }), accepts: [{ a: "value_7" }] },
  {
    name: "longer enum",
    parameters: one({ type: "string", enum: many(900) }),
    accepts: [{ a: "value_7" }],
    inexpressible: ["anthropic-strict"],
  },
  {
    name: "longest enum",
    parameters: one({ type: "string", enum: many(1200) }),
    accepts: [{ a: "value_7" }],
    inexpressible: BOTH,
  },
  { name: "nested nine levels", parameters: nested(9), accepts: [nestedValue(9)] },
  {
    name: "nested twelve levels",
    parameters: nested(12),
    accepts: [nestedValue(12)],
    inexpressible: ["openai-strict"],
  },
  {
    name: "many optional properties",
    parameters: parameters(Object.fromEntries(many(30).map((name) => [name, { type: "string" } as const]))),
    accepts: [{}, { value_1: "x" }],
    inexpressible: ["anthropic-strict"],
  },
  {
    name: "unusual property names",
    parameters: one(
      closed(
        {
          "größe in m": { type: "number" },
          gr__e_in_m: { type: "string" },
          [`${"x".repeat(70)}`]: closed({ ü: { type: "string" } }, []),
        },
        ["größe in m"],
      ),
    ),
    accepts: [{ a: { "größe in m": 1 } }, { a: { "größe in m": 1, gr__e_in_m: "x", ["x".repeat(70)]: { ü: "y" } } }],
  },
  {
    name: "properties with the names of keywords",
    parameters: parameters(
      {
        type: { type: "string" },
        properties: { type: "string" },
        $ref: { type: "string" },
        items: { type: "string" },
        required: { type: "boolean" },
      },
      ["type"],
    ),
    accepts: [{ type: "x" }, { type: "x", properties: "y", $ref: "z", items: "i", required: true }],
  },
];

export const FOREIGN: readonly NeutralCase[] = [
  { name: "nothing at all", parameters: {}, accepts: [{}] },
  { name: "bare object", parameters: { type: "object" }, accepts: [{}] },
  { name: "no type but properties", parameters: { properties: { a: { type: "string" } } }, accepts: [{}, { a: "x" }] },
  {
    name: "silent about further keys",
    parameters: { type: "object", properties: { a: { type: "object", properties: { b: { type: "string" } } } } },
    accepts: [{ a: { b: "x" } }],
  },
  {
    name: "boolean schemas",
    parameters: { type: "object", properties: { a: true, b: false } as never },
    accepts: [{ a: 1 }],
    inexpressible: BOTH,
  },
  {
    name: "draft-07 definitions",
    parameters: {
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      properties: { a: { $ref: "#/definitions/Na%20me" }, b: { $ref: "#/definitions/B" } },
      required: ["a"],
      definitions: {
        "Na me": { type: "string", minLength: 1 },
        B: { type: "object", properties: { c: { type: "number" } }, additionalProperties: false },
      },
    } as never,
    accepts: [{ a: "x" }, { a: "x", b: { c: 1 } }],
  },
  {
    name: "draft-07 tuple",
    parameters: {
      type: "object",
      properties: { a: { type: "array", items: [{ type: "string" }, { type: "number" }], additionalItems: false } },
    } as never,
    accepts: [{ a: ["x", 1] }],
  },
  {
    name: "draft-04 exclusive bounds",
    parameters: { type: "object", properties: { a: { type: "number", minimum: 0, exclusiveMinimum: true } } } as never,
    accepts: [{ a: 1 }],
  },
  {
    name: "root reference",
    parameters: {
      $ref: "#/$defs/Args",
      $defs: { Args: closed({ a: { type: "string" }, b: { $ref: "#/$defs/Args" } }, ["a"]) },
    },
    accepts: [{ a: "x" }, { a: "x", b: { a: "y" } }],
    inexpressible: ["anthropic-strict"],
  },
  {
    name: "reference to the root",
    parameters: {
      type: "object",
      properties: { a: { type: "string" }, sub: { type: "array", items: { $ref: "#" } } },
      additionalProperties: false,
    },
    accepts: [{ a: "x", sub: [{ a: "y" }] }],
    inexpressible: ["anthropic-strict"],
  },
  {
    name: "reference to a property",
    parameters: {
      type: "object",
      properties: { a: { type: "object", properties: { x: { type: "string" } } }, b: { $ref: "#/properties/a" } },
    },
    accepts: [{ a: { x: "1" }, b: {} }],
  },
  {
    name: "references to nothing",
    parameters: {
      type: "object",
      properties: {
        a: { $ref: "https://example.com/a.json" },
        b: { $ref: "#/$defs/Gone" },
        c: { $ref: "#/$defs/Self" },
      },
      $defs: { Self: { $ref: "#/$defs/Self" } },
    },
    accepts: [{}],
    inexpressible: BOTH,
  },
  {
    name: "root choice",
    parameters: {
      type: "object",
      oneOf: [
        closed({ a: { type: "string" } }, ["a"]),
        closed({ b: { type: "number" }, c: { type: "string" } }, ["b"]),
      ],
    },
    accepts: [{ a: "x" }, { b: 1 }, { b: 1, c: "y" }],
  },
  {
    name: "root choice of required keys",
    parameters: {
      type: "object",
      properties: { a: { type: "string" }, b: { type: "string" } },
      anyOf: [{ required: ["a"] }, { required: ["b"] }],
      additionalProperties: false,
    },
    accepts: [{ a: "x" }, { b: "y" }],
  },
  {
    name: "allOf",
    parameters: {
      type: "object",
      allOf: [
        { properties: { a: { type: "string" } }, required: ["a"] },
        { $ref: "#/$defs/B" },
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
        { if: { properties: { a: { const: "x" } } }, then: { required: ["b"] } } as JsonSchema,
      ],
      $defs: { B: { type: "object", properties: { b: { type: "number", minimum: 1 } } } },
    },
    accepts: [{ a: "y" }, { a: "x", b: 2 }],
  },
  {
    name: "allOf inside what allOf refers to",
    parameters: one(
      { allOf: [{ $ref: "#/$defs/Outer" }], required: ["x"] },
      {
        $defs: {
          Outer: closed(
            { x: { $ref: "#/$defs/Inner", minLength: 1 }, y: { $ref: "#/$defs/Inner", description: "y" } },
            [],
          ),
          Inner: { allOf: [{ type: "string" }, { maxLength: 3 }] },
        },
      },
    ),
    accepts: [{ a: { x: "1" } }, { a: { x: "1", y: "2" } }],
  },
  {
    name: "choice beside properties, below the root",
    parameters: one({
      type: "object",
      properties: { x: { type: "string" }, y: { type: "string" } },
      anyOf: [{ required: ["x"] }, { required: ["y"] }],
      additionalProperties: false,
    }),
    accepts: [{ a: { x: "1" } }, { a: { y: "1" } }],
  },
  {
    name: "mixed type with structure",
    parameters: one({ type: ["object", "string", "null"], properties: { x: { type: "string" } }, maxLength: 3 }),
    accepts: [{ a: "x" }, { a: null }, { a: { x: "y" } }],
  },
  {
    name: "every keyword",
    parameters: {
      type: "object",
      properties: {
        a: {
          type: "object",
          properties: { x: { type: "string" } },
          dependentRequired: { x: ["y"] },
          minProperties: 0,
          propertyNames: { pattern: "^[xy]$" },
          unevaluatedProperties: false,
        },
        b: {
          type: "array",
          items: { type: "string" },
          contains: { type: "string" },
          minContains: 0,
          unevaluatedItems: false,
        },
        c: {
          not: { type: "null" },
          type: "string",
          contentMediaType: "text/plain",
          examples: ["x"],
          readOnly: true,
          "x-vendor": 1,
          title: "C",
          deprecated: true,
        },
        d: {
          oneOf: [
            { type: "string", pattern: "^a" },
            { type: "number", multipleOf: 0.5 },
          ],
          discriminator: { propertyName: "x" },
        },
      },
    },
    accepts: [{ a: {}, b: ["x"], c: "y", d: 0.5 }],
  },
  {
    name: "misshapen keywords",
    parameters: {
      type: "object",
      properties: {
        a: { type: "any", required: true, enum: [], minimum: "3", pattern: "(" },
        b: "string",
        c: null,
        d: { type: ["string", "string"] },
        e: { type: "", properties: [] },
      },
      required: "a",
      anyOf: [],
    } as never,
    accepts: [],
    inexpressible: BOTH,
  },
  { name: "no object at all", parameters: { type: "string" } as never, accepts: [] },
  {
    name: "definition that leads to itself",
    parameters: {
      type: "object",
      properties: { a: { $ref: "#/$defs/Loop" } },
      $defs: { Loop: { anyOf: [{ $ref: "#/$defs/Loop" }, { type: "string" }] } },
    },
    accepts: [],
  },
  {
    name: "allOf that leads to itself",
    parameters: {
      type: "object",
      properties: { a: { $ref: "#/$defs/Loop" } },
      $defs: { Loop: { type: "string", allOf: [{ $ref: "#/$defs/Loop" }] } },
    },
    accepts: [],
  },
  {
    name: "required but not declared",
    parameters: { type: "object", properties: { a: { type: "string" } }, required: ["a", "b"] },
    accepts: [{ a: "x", b: 1 }],
    inexpressible: BOTH,
  },
  {
    name: "enum of objects",
    parameters: one({ enum: [{ x: 1 }, [2], "s"] }),
    accepts: [{ a: { x: 1 } }, { a: "s" }],
    inexpressible: BOTH,
  },
  {
    name: "nullable of OpenAPI",
    parameters: optional({ type: "string", nullable: true, enum: ["a"] } as never),
    accepts: [{}, { a: "a" }],
  },
];
