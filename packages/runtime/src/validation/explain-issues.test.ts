import { describe, expect, it } from "vitest";
import type { JsonSchema } from "../manifest/index.ts";
import { createValidation } from "./ajv-validator.ts";

const { accepts, explain } = createValidation();
const text: JsonSchema = { type: "string" };
const number: JsonSchema = { type: "number" };

function closed(
  properties: Record<string, JsonSchema>,
  required: readonly string[] = Object.keys(properties),
): JsonSchema {
  return { type: "object", properties, required, additionalProperties: false };
}

const kind = (value: string): JsonSchema => ({ type: "string", enum: [value] });
const circle = closed({ kind: kind("circle"), r: number });
const rect = closed({ kind: kind("rect"), w: number, h: number });
const label = closed({ kind: kind("text"), text });

const schema = {
  ...closed(
    {
      items: { type: "array", items: closed({ sku: text, qty: { type: "integer" } }) },
      unit: { type: "string", enum: ["celsius", "fahrenheit"] },
      shape: { anyOf: [circle, { $ref: "#/$defs/Rect" }, label] },
      to: { anyOf: [text, { type: "array", items: text }] },
      who: { anyOf: [closed({ email: text, name: text }), closed({ phone: text })] },
      opt: { anyOf: [closed({ a: number }), { type: "null" }] },
      level: { type: "integer", minimum: 1, maximum: 5 },
      at: { type: "string", format: "date-time" },
      code: { type: "string", pattern: "^[A-Z]{3}$", minLength: 3 },
      pair: { type: "array", prefixItems: [text, number], items: false, minItems: 2 },
      nested: { anyOf: [{ anyOf: [text, number] }, { type: "boolean" }] },
      tree: { $ref: "#/$defs/Tree" },
      ids: { type: "array", items: { type: "integer" }, uniqueItems: true, maxItems: 3 },
    },
    [],
  ),
  $defs: {
    Rect: rect,
    Tree: closed({ name: text, kids: { type: "array", items: { $ref: "#/$defs/Tree" } } }, ["name"]),
  },
};

function words(value: unknown): string {
  expect(accepts(schema, "generated", value)).toBe(false);
  return explain(schema, "generated", value)
    .map(({ path, message }) => `${path || "/"} ${message}`)
    .join("; ");
}

describe("explain (C8)", () => {
  it.each<[unknown, string]>([
    [{ items: [{ sku: "a", qty: "2" }] }, '/items/0/qty must be integer, not string "2"'],
    [
      { items: [], units: "celsius" },
      "/ has unknown property 'units', did you mean 'unit'? (allowed: items, unit, shape, to, who, opt, level, at, code, pair, nested, tree, ids)",
    ],
    [{ unit: "kelvin" }, '/unit must be one of "celsius", "fahrenheit", not "kelvin"'],
    [{ unit: 3 }, '/unit must be one of "celsius", "fahrenheit", not 3'],
    [
      { shape: { kind: "rect", w: 1, height: 2 } },
      "/shape must have property 'h'; /shape has unknown property 'height' (allowed: kind, w, h)",
    ],
    [{ shape: { kind: "square", w: 1 } }, '/shape/kind must be one of "circle", "rect", "text", not "square"'],
    [{ shape: { w: 1, h: 2 } }, `/shape must have property 'kind' (one of "circle", "rect", "text")`],
    [{ shape: '{"kind":"circle","r":1}' }, "/shape must be object, not string"],
    [{ to: ["a", 3] }, "/to/1 must be string, not number 3"],
    [{ to: 3 }, "/to must be string or array, not number"],
    [{ who: { email: "a", name: "b", phone: "c" } }, "/who has unknown property 'phone' (allowed: email, name)"],
    [{ opt: { a: "x" } }, '/opt/a must be number, not string "x"'],
    [{ level: 9 }, "/level must be at most 5, not 9"],
    [{ at: "tomorrow" }, '/at must be a date and time with a zone, such as 2026-01-31T12:00:00Z, not "tomorrow"'],
    [
      { code: "a" },
      '/code must be at least 3 characters long, not "a"; /code must match the pattern ^[A-Z]{3}$, not "a"',
    ],
    [{ pair: ["a", 1, 2] }, "/pair must have at most 2 items, not 3"],
    [{ nested: null }, "/nested must be string, number or boolean, not null"],
    [{ tree: { name: "a", kids: [{ kids: [] }] } }, "/tree/kids/0 must have property 'name'"],
    [{ ids: [1, 1] }, "/ids must not hold an item twice (items 0 and 1 are equal)"],
    [[], "/ must be object, not array"],
  ])("says of %j what to correct", (value, want) => {
    expect(words(value)).toBe(want);
  });

  it("shows no long value and no long list of choices", () => {
    const many: JsonSchema = { type: "string", enum: Array.from({ length: 30 }, (_, index) => `c${index}`) };
    const [problem] = explain(closed({ a: many }), "generated", { a: "x".repeat(1000) });
    expect(problem?.message).toMatch(/"c19", …, not "x{39}…$/);
  });

  it("takes no longer for unions within unions than for a part of them", () => {
    const node = (own: string): JsonSchema => closed({ a: { $ref: "#/$defs/Node" }, [own]: text }, ["a", own]);
    const recursive = {
      ...closed({ root: { $ref: "#/$defs/Node" } }),
      $defs: { Node: { anyOf: [node("x"), node("y"), node("z")] } },
    };
    let value: unknown = {};
    for (let depth = 0; depth < 8; depth++) value = { a: value };
    const started = performance.now();
    const problems = explain(recursive, "generated", { root: value });
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(problems.length).toBeGreaterThan(0);
  });

  it("explains thousands of unions in one list", () => {
    const list = closed({ list: { type: "array", items: { anyOf: [text, number] } } });
    const started = performance.now();
    const problems = explain(list, "generated", { list: Array.from({ length: 20_000 }, () => null) });
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(problems).toHaveLength(20_000);
    expect(problems[0]).toEqual({ path: "/list/0", message: "must be string or number, not null" });
  });

  it("explains a oneOf of a handwritten schema as it does a union", () => {
    const handwritten: JsonSchema = {
      type: "object",
      properties: { shape: { oneOf: [circle, rect] } },
      "x-unknown": true,
      $schema: "http://json-schema.org/draft-07/schema#",
    };
    expect(explain(handwritten, "handwritten", { shape: { kind: "rect", w: 1 } })).toEqual([
      { path: "/shape", message: "must have property 'h'", missingProperty: "h" },
    ]);
  });

  it("compiles a generated schema with a format or keyword that nobody knows into an error, not into leniency (C10)", () => {
    expect(() => accepts(closed({ a: { type: "string", format: "nonsense" } }), "generated", {})).toThrow(
      expect.objectContaining({ code: "RUNA_INVALID_SCHEMA" }),
    );
  });

  it("is not met by what every object inherits", () => {
    expect(accepts(closed({ toString: text }), "generated", {})).toBe(false);
  });
});
