import type { JsonSchema, JsonValue } from "@runa/runtime/manifest";
import { describe, expect, it } from "vitest";
import { createStrictAjv } from "../../test/support/strict-ajv.ts";
import type { NamedType } from "../signature/type-shape.ts";
import type { Draft } from "./draft.ts";
import { emitSchema } from "./emit-schema.ts";
import { type Bodies, fits } from "./fits.ts";

const string: Draft = { keywords: { type: "string" } };
const number: Draft = { keywords: { type: "number" } };
const only = (keywords: JsonSchema): Draft => ({ keywords });

const tuple: Draft = { keywords: { type: "array", minItems: 1 }, prefixItems: [string, number], items: false };
const object: Draft = {
  keywords: { type: "object" },
  properties: [
    { name: "a", draft: string, isRequired: true },
    { name: "b", draft: number, isRequired: false },
  ],
  additionalProperties: false,
};
const open: Draft = {
  keywords: { type: "object" },
  patternProperties: [["^n_", number]],
  additionalProperties: string,
};

describe("a default or an example fits when the validator says so", () => {
  const table: readonly [name: string, draft: Draft, values: readonly JsonValue[]][] = [
    ["anything", only({}), [null, 1, "a", [], {}]],
    ["types", only({ type: ["integer", "null"] }), [null, 1, 1.5, "1", true, [], {}]],
    ["numbers", only({ type: "number", minimum: 1, exclusiveMaximum: 3, multipleOf: 0.5 }), [0.5, 1, 1.25, 2.5, 3]],
    ["other limits", only({ type: "number", maximum: 3, exclusiveMinimum: 1 }), [1, 1.1, 3, 3.1]],
    ["strings", only({ type: "string", minLength: 2, maxLength: 3, pattern: "^a" }), ["a", "ab", "abcd", "bc", "a😀"]],
    ["patterns", only({ type: "string", pattern: "^a", allOf: [{ pattern: "b$" }] }), ["ab", "a", "b"]],
    ["enums", only({ enum: [1, "a", null] }), [1, "1", "a", null, false]],
    [
      "lists",
      { keywords: { type: "array", uniqueItems: true, maxItems: 2 }, items: number },
      [[], [1, 2], [1, 1], [1, 2, 3], ["a"]],
    ],
    ["tuples", tuple, [[], ["a"], ["a", 1], ["a", "b"], ["a", 1, 2]]],
    ["objects", object, [{}, { a: "x" }, { a: "x", b: 1 }, { a: 1 }, { a: "x", c: 1 }, [], null]],
    ["open objects", open, [{}, { x: "a" }, { x: 1 }, { n_x: 1 }, { n_x: "a" }]],
    ["unions", { keywords: {}, anyOf: [number, tuple] }, [1, ["a"], "a", {}]],
    [
      "dates",
      only({ type: "string", format: "date-time" }),
      ["2024-01-01T00:00:00Z", "2024-01-01", "2024-13-01T00:00:00Z", "soon"],
    ],
    ["days", only({ type: "string", format: "date" }), ["2024-01-01", "2024-1-1", "01.01.2024"]],
    ["times", only({ type: "string", format: "time" }), ["10:00:00Z", "10:00:00+02:00", "10:00:00", "25:00:00Z"]],
    [
      "addresses",
      only({ type: "string", format: "uri" }),
      ["https://example.com/a?b=c", "mailto:a@example.com", "example", "a b:c"],
    ],
    ["mail addresses", only({ type: "string", format: "email" }), ["a@example.com", "a", "a@b@example.com"]],
    ["ids", only({ type: "string", format: "uuid" }), ["5f0c1c0e-8f4b-4d0c-9d7b-0a4f6d1b2c3d", "5f0c1c0e"]],
    ["hosts", only({ type: "string", format: "ipv4" }), ["127.0.0.1", "127.0.0", "256.0.0.1", "1.2.3.4.5"]],
  ];
  const ajv = createStrictAjv();
  it.each(table)("%s", (_name, draft, values) => {
    const validate = ajv.compile(emitSchema(draft, "", { refer: () => "" }));
    const judged = (judge: (value: JsonValue) => boolean) => values.map((value) => [value, judge(value)]);
    expect(judged((value) => fits(value, draft, new Map()))).toEqual(judged((value) => validate(value)));
  });
});

it("looks behind names, and takes for granted what a type says of itself while it is read", () => {
  const type: NamedType = { name: "T", shape: { kind: "string" } };
  const use: Draft = { keywords: {}, named: type };
  const bodies: Bodies = new Map([[type, string]]);
  expect(fits("a", use, bodies)).toBe(true);
  expect(fits(1, use, bodies)).toBe(false);
  expect(fits(1, use, new Map([[type, undefined]]))).toBe(true);
});
