import { describe, expect, it } from "vitest";
import type { JsonObject, JsonSchema } from "../manifest/index.ts";
import { coerceArguments } from "./coerce-arguments.ts";

const text: JsonSchema = { type: "string" };
const integer: JsonSchema = { type: "integer" };
const flag: JsonSchema = { type: "boolean" };
const texts: JsonSchema = { type: "array", items: text };
const point: JsonSchema = { type: "object", properties: { x: integer }, additionalProperties: false };

const CASES: readonly (readonly [schema: JsonSchema, given: unknown, want: unknown])[] = [
  [integer, "5", 5],
  [integer, "-5", -5],
  [{ type: "number" }, "0.5", 0.5],
  [integer, "9007199254740993", "9007199254740993"],
  [integer, "90071992547409930", "90071992547409930"],
  [integer, "007", "007"],
  [integer, " 5", " 5"],
  [integer, "1e3", "1e3"],
  [integer, "", ""],
  [integer, "0x10", "0x10"],
  [integer, "Infinity", "Infinity"],
  [integer, true, true],
  [flag, "false", false],
  [flag, "true", true],
  [flag, "False", "False"],
  [flag, "0", "0"],
  [flag, 0, 0],
  [text, 5, "5"],
  [text, 1.5, 1.5],
  [text, 2 ** 60, 2 ** 60],
  [text, true, true],
  [{ type: ["string", "integer"] }, "007", "007"],
  [{ anyOf: [integer, text] }, "5", "5"],
  [{ anyOf: [integer, { type: "null" }] }, "5", 5],
  [{ enum: [1, 2] }, "2", 2],
  [{ enum: ["1", "2"] }, 2, "2"],
  [{}, "5", "5"],
  [true as unknown as JsonSchema, "5", "5"],
  [texts, '["a","b"]', ["a", "b"]],
  [texts, "[1]", ["1"]],
  [{ type: "object" }, '{"a":{"__proto__":{"b":1}}}', { a: {} }],
  [texts, "[broken", "[broken"],
  [texts, '{"a":1}', '{"a":1}'],
  [texts, "a", "a"],
  [text, '["keep me"]', '["keep me"]'],
  [point, '{"x":"1"}', { x: 1 }],
  [{ type: "array", items: point }, [{ x: "1" }, { x: 2 }], [{ x: 1 }, { x: 2 }]],
  [{ $ref: "#/$defs/Point" }, { x: "1" }, { x: 1 }],
];

describe("coerceArguments (C9, R46, R47)", () => {
  it.each(CASES)("for %j makes of %j %j", (schema, given, want) => {
    const json: JsonObject = { value: given } as JsonObject;
    const root: JsonSchema = { type: "object", properties: { value: schema }, $defs: { Point: point } };
    const { json: coerced, paths } = coerceArguments(root, json);
    expect(coerced).toEqual({ value: want });
    expect(json).toEqual({ value: given });
    expect(paths.length > 0).toBe(JSON.stringify(given) !== JSON.stringify(want));
    if (paths.length === 0) expect(coerced).toBe(json);
  });

  it("says what it changed", () => {
    const schema: JsonSchema = { type: "object", properties: { "a/b": integer, list: texts, same: text } };
    const { paths } = coerceArguments(schema, { "a/b": "1", list: "[2]", same: "x" });
    expect(paths).toEqual(["/a~1b", "/list", "/list/0"]);
  });
});
