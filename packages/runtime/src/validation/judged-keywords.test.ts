/** Recursive unions: the verdicts are those of ajv itself, in time that grows with the size of the value. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, it } from "vitest";
import type { JsonSchema } from "../manifest/index.ts";
import { loadValidation, type Validation } from "./validator.ts";

let validation: Validation;
beforeAll(async () => {
  validation = await loadValidation();
});

const closed = (properties: Record<string, JsonSchema>, required = Object.keys(properties)): JsonSchema => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
const reference = (name: string): JsonSchema => ({ $ref: `#/$defs/${name}` });
const kind = (value: string): JsonSchema => ({ type: "string", enum: [value] });

const tagged: JsonSchema = {
  ...closed({ root: reference("Node") }),
  $defs: {
    Node: {
      anyOf: [
        closed({ of: reference("Node"), kind: kind("minus") }),
        closed({ of: reference("Node"), kind: kind("not") }),
        closed({ value: { type: "number" }, kind: kind("number") }),
      ],
    },
  },
};
const untagged: JsonSchema = {
  ...closed({ root: reference("Node") }),
  $defs: {
    Node: {
      anyOf: [
        closed({ of: reference("Node"), name: { type: "string" } }),
        closed({ of: reference("Node"), size: { type: "integer" } }),
        { type: "null" },
      ],
    },
  },
};
const parts: JsonSchema = {
  ...closed({ first: reference("Part"), second: reference("Part") }),
  $defs: {
    Part: closed({ name: { type: "string" }, inner: reference("Part"), size: reference("Size") }, ["name"]),
    Size: { type: "integer", minimum: 1 },
  },
};

function nested(depth: number, wrap: object, core: unknown): object {
  let value = core;
  for (let level = 0; level < depth; level++) value = { of: value, ...wrap };
  return { root: value };
}

describe("a recursive union", () => {
  it.each<[what: string, schema: JsonSchema, value: object, accepted: boolean]>([
    ["tagged, valid", tagged, nested(300, { kind: "not" }, { kind: "number", value: 1 }), true],
    ["tagged, wrong at the bottom", tagged, nested(300, { kind: "not" }, { kind: "number", value: "1" }), false],
    ["without a tag, valid", untagged, nested(300, { size: 1 }, null), true],
    ["without a tag, wrong at the bottom", untagged, nested(300, { size: 1 }, 7), false],
  ])("%s, is judged in time for its size", (_what, schema, value, accepted) => {
    const before = process.cpuUsage();
    expect(validation.accepts(schema, "generated", value)).toBe(accepted);
    if (!accepted) expect(validation.explain(schema, "generated", value).length).toBeGreaterThan(0);
    // By trying every branch at every level it would take two to the power of three hundred.
    expect(process.cpuUsage(before).user).toBeLessThan(10_000_000);
  });

  it("is explained at the place that is wrong", () => {
    const value = nested(3, { kind: "not" }, { kind: "number", value: "1" });
    expect(validation.explain(tagged, "generated", value)).toEqual([
      { path: "/root/of/of/of/value", message: 'must be number, not string "1"' },
    ]);
  });
});

describe("references", () => {
  it("are explained one by one, each problem with its path", () => {
    const value = { first: { name: 1, inner: { size: 0 } }, second: { name: "x", size: "2", extra: true } };
    expect(validation.explain(parts, "generated", value)).toEqual([
      { path: "/first/name", message: "must be string, not number 1" },
      { path: "/first/inner", message: "must have property 'name'", missingProperty: "name" },
      { path: "/first/inner/size", message: "must be at least 1, not 0" },
      expect.objectContaining({ path: "/second", unknownProperty: "extra" }),
      { path: "/second/size", message: 'must be integer, not string "2"' },
    ]);
  });

  it("forget a verdict when the validation ends: a value may change", () => {
    const value = { first: { name: "a" }, second: { name: "b" } };
    expect(validation.accepts(parts, "generated", value)).toBe(true);
    Object.assign(value.first, { name: 1 });
    expect(validation.accepts(parts, "generated", value)).toBe(false);
    Object.assign(value.first, { name: "c" });
    expect(validation.accepts(parts, "generated", value)).toBe(true);
  });

  it("agree with ajv's own, on one value in many places and on values of every kind", () => {
    const shared = { name: "x" };
    const values: readonly unknown[] = [
      { first: shared, second: shared },
      { first: shared, second: { ...shared, inner: shared, size: 1 } },
      { first: shared, second: { inner: shared } },
      { first: [], second: null },
      { first: shared },
      { root: null },
      nested(2, { name: "x" }, null),
      nested(2, { name: "x", size: 1 }, null),
      nested(2, { kind: "minus" }, { kind: "not", of: 1 }),
      nested(2, { kind: "minus" }, { kind: "number", value: 0 }),
    ];
    for (const schema of [tagged, untagged, parts]) {
      const own = new Ajv2020({ strict: false, ownProperties: true }).compile(schema);
      for (const value of values) expect(validation.accepts(schema, "generated", value)).toBe(own(value));
    }
  });
});
