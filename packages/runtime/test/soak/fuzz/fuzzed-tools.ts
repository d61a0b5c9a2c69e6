/** Tools with schemas of every kind that `runa-gen` writes, and one that a person wrote. */
import { type AnyFunction, type Tool, tool } from "@runa/runtime";
import type { JsonSchema } from "@runa/runtime/manifest";
import { type BoundOptions, bound, integer, text } from "../../support/bound.ts";

/** What the functions were called with, the last call at the end; emptied by who reads it. */
export const received: unknown[][] = [];

const SAID = "received";

const receive: AnyFunction = (...parameters: unknown[]): string => {
  received.push(parameters);
  return SAID;
};

const closed = (properties: Record<string, JsonSchema>, required = Object.keys(properties)): JsonSchema => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
const reference = (name: string): JsonSchema => ({ $ref: `#/$defs/${name}` });
const only = (value: string): JsonSchema => ({ type: "string", enum: [value] });

const flat: BoundOptions = {
  properties: {
    city: text,
    nights: { type: "integer", minimum: 1, maximum: 30 },
    unit: { type: "string", enum: ["celsius", "fahrenheit"] },
    price: { type: ["number", "null"] },
    room: closed({ beds: integer, view: { type: "boolean" } }, ["beds"]),
  },
  required: ["city"],
};

const rich: BoundOptions = {
  properties: {
    at: { type: "string", format: "date-time" },
    page: { type: "string", format: "uri" },
    serial: integer,
    tags: { type: "array", items: text, uniqueItems: true },
    counts: { type: "object", additionalProperties: { type: "number" } },
    bytes: { type: "string", contentEncoding: "base64" },
  },
  required: ["at"],
  convert: {
    "/properties/at": "date",
    "/properties/page": "url",
    "/properties/serial": "bigint",
    "/properties/tags": "set",
    "/properties/counts": "map",
    "/properties/bytes": "bytes",
  },
};

/** Told apart by a tag, which stands last. */
const expressions: BoundOptions = {
  properties: { root: reference("Expression") },
  required: ["root"],
  schema: {
    $defs: {
      Expression: {
        anyOf: [
          closed({ left: reference("Expression"), right: reference("Expression"), op: only("add") }),
          closed({ left: reference("Expression"), right: reference("Expression"), op: only("multiply") }),
          closed({ value: { type: "number" }, op: only("number") }),
        ],
      },
    },
  },
};

/** Told apart by nothing but what lies behind the recursion. */
const trees: BoundOptions = {
  properties: { tree: reference("Tree") },
  required: ["tree"],
  schema: {
    $defs: {
      Tree: {
        anyOf: [
          closed({ next: { anyOf: [reference("Tree"), { type: "null" }] }, name: text }),
          closed({ next: { anyOf: [reference("Tree"), { type: "null" }] }, count: integer }),
          closed({
            next: { anyOf: [reference("Tree"), { type: "null" }] },
            kids: { type: "array", items: reference("Tree") },
          }),
        ],
      },
    },
  },
};

const visits: BoundOptions = {
  properties: { visit: reference("Visit") },
  required: ["visit"],
  schema: {
    $defs: {
      Visit: {
        anyOf: [
          closed({ at: { type: "string", format: "date-time" }, next: reference("Visit") }, ["at"]),
          closed({ at: integer, next: reference("Visit") }, ["at"]),
          closed({ where: text, at: { type: "string", format: "date-time" }, next: reference("Visit") }, ["where"]),
        ],
      },
    },
  },
  convert: {
    "/$defs/Visit/anyOf/0/properties/at": "date",
    "/$defs/Visit/anyOf/1/properties/at": "bigint",
    "/$defs/Visit/anyOf/2/properties/at": "date",
  },
};

const lists: BoundOptions = {
  properties: {
    pair: { type: "array", prefixItems: [text, integer], items: false, minItems: 1 },
    choices: {
      type: "array",
      items: {
        anyOf: [
          closed({ kind: only("a"), n: integer }),
          closed({ kind: only("b"), s: text }),
          { type: "array", items: integer, minItems: 2 },
          { type: "null" },
        ],
      },
    },
    points: { type: "array", uniqueItems: true, items: closed({ x: integer, y: integer }) },
    formats: {
      type: "array",
      items: {
        anyOf: ["email", "uri", "uuid", "date-time", "duration", "ipv6", "hostname"].map((format) => ({
          type: "string",
          format,
        })),
      },
    },
  },
};

const dictionaries: BoundOptions = {
  properties: {
    environment: {
      type: "object",
      properties: { home: text },
      patternProperties: { "^APP_[\\s\\S]*$": text, "^v(?:[^.]*)\\.\\d+$": integer },
      additionalProperties: false,
    },
    nested: { type: "object", additionalProperties: { type: "object", additionalProperties: integer } },
    anything: {},
    version: { type: "string", pattern: "^(?:[a-z]+-)*v\\d+(?:\\.\\d+)*$" },
  },
};

const handwritten = tool.fromSchema({
  name: "handwritten",
  description: "",
  parameters: {
    type: "object",
    properties: {
      shape: {
        oneOf: [
          { type: "object", properties: { r: { type: "number" } }, required: ["r"] },
          { type: "object", properties: { w: { type: "number" }, h: { type: "number" } }, required: ["w", "h"] },
        ],
      },
      mode: { const: "fast" },
      limits: { allOf: [{ type: "object", properties: { low: integer } }, { minProperties: 1 }] },
      no: { not: { type: "string" } },
    },
    "x-unknown": true,
  },
  execute: (values) => {
    received.push([values]);
    return SAID;
  },
});

export const FUZZED: readonly Tool[] = [
  bound("flat", receive, flat),
  bound("rich", receive, rich),
  bound("expressions", receive, expressions),
  bound("trees", receive, trees),
  bound("visits", receive, visits),
  bound("lists", receive, lists),
  bound("dictionaries", receive, dictionaries),
  bound("nothing", receive, {}),
  handwritten,
];

export function isAccepted(said: string): boolean {
  return said === SAID;
}
