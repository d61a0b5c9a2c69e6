import { beforeAll, describe, expect, it } from "vitest";
import type { Conversions, JsonObject, JsonSchema } from "../manifest/index.ts";
import { loadValidation } from "../validation/validator.ts";
import { createConverter } from "./convert-arguments.ts";

const date: JsonSchema = { type: "string", format: "date-time" };
const at = "2026-01-31T12:00:00Z";

interface Case {
  readonly schema: JsonSchema;
  readonly convert: Conversions;
  readonly json: JsonObject;
  readonly want: unknown;
}

const visit: JsonSchema = {
  type: "object",
  properties: { at: date, next: { $ref: "#/$defs/Visit" } },
  required: ["at"],
  additionalProperties: false,
};

beforeAll(() => loadValidation());

describe("createConverter (A11)", () => {
  it.each<[string, Case]>([
    [
      "a date",
      {
        schema: { properties: { at: date } },
        convert: { "/properties/at": "date" },
        json: { at, n: 1 },
        want: { at: new Date(at), n: 1 },
      },
    ],
    [
      "what is absent",
      { schema: { properties: { at: date } }, convert: { "/properties/at": "date" }, json: {}, want: {} },
    ],
    [
      "null beside a date",
      {
        schema: { properties: { at: { type: ["string", "null"], format: "date-time" } } },
        convert: { "/properties/at": "date" },
        json: { at: null },
        want: { at: null },
      },
    ],
    [
      "a URL",
      {
        schema: { properties: { u: { type: "string", format: "uri" } } },
        convert: { "/properties/u": "url" },
        json: { u: "https://a.example/b" },
        want: { u: new URL("https://a.example/b") },
      },
    ],
    [
      "a bigint",
      {
        schema: { properties: { n: { type: "integer" } } },
        convert: { "/properties/n": "bigint" },
        json: { n: 9007199254740991 },
        want: { n: 9007199254740991n },
      },
    ],
    [
      "bytes",
      {
        schema: { properties: { b: { type: "string" } } },
        convert: { "/properties/b": "bytes" },
        json: { b: "aGk=" },
        want: { b: Buffer.from("hi") },
      },
    ],
    [
      "no bytes at all",
      {
        schema: { properties: { b: { type: "string" } } },
        convert: { "/properties/b": "bytes" },
        json: { b: "" },
        want: { b: Buffer.alloc(0) },
      },
    ],
    [
      "a set of dates",
      {
        schema: { properties: { s: { type: "array", items: date, uniqueItems: true } } },
        convert: { "/properties/s": "set", "/properties/s/items": "date" },
        json: { s: [at] },
        want: { s: new Set([new Date(at)]) },
      },
    ],
    [
      "a map of bigints",
      {
        schema: { properties: { m: { type: "object", additionalProperties: { type: "integer" } } } },
        convert: { "/properties/m": "map", "/properties/m/additionalProperties": "bigint" },
        json: { m: { a: 1 } },
        want: { m: new Map([["a", 1n]]) },
      },
    ],
    [
      "a tuple",
      {
        schema: { properties: { t: { type: "array", prefixItems: [{ type: "string" }, date], items: date } } },
        convert: { "/properties/t/prefixItems/1": "date", "/properties/t/items": "date" },
        json: { t: ["x", at, at] },
        want: { t: ["x", new Date(at), new Date(at)] },
      },
    ],
    [
      "a property with a slash in its name",
      {
        schema: { properties: { "a/b": date } },
        convert: { "/properties/a~1b": "date" },
        json: { "a/b": at },
        want: { "a/b": new Date(at) },
      },
    ],
    [
      "a recursive type, at any depth",
      {
        schema: { properties: { visit: { $ref: "#/$defs/Visit" } }, $defs: { Visit: visit } },
        convert: { "/$defs/Visit/properties/at": "date" },
        json: { visit: { at, next: { at, next: { at } } } },
        want: { visit: { at: new Date(at), next: { at: new Date(at), next: { at: new Date(at) } } } },
      },
    ],
    [
      "the member of a union that is meant",
      {
        schema: {
          properties: {
            e: {
              anyOf: [
                {
                  type: "object",
                  properties: { kind: { enum: ["a"], type: "string" }, at: date },
                  required: ["kind", "at"],
                },
                {
                  type: "object",
                  properties: { kind: { enum: ["b"], type: "string" }, at: { type: "string" } },
                  required: ["kind", "at"],
                },
              ],
            },
          },
        },
        convert: { "/properties/e/anyOf/0/properties/at": "date" },
        json: { e: { kind: "b", at } },
        want: { e: { kind: "b", at } },
      },
    ],
    [
      "the rich member where no plain one fits",
      {
        schema: { properties: { w: { anyOf: [date, { type: "number" }] } } },
        convert: { "/properties/w/anyOf/0": "date" },
        json: { w: at },
        want: { w: new Date(at) },
      },
    ],
    [
      "nothing where a plain member of the union fits",
      {
        schema: { properties: { w: { anyOf: [date, { type: "string" }] } } },
        convert: { "/properties/w/anyOf/0": "date" },
        json: { w: at },
        want: { w: at },
      },
    ],
    [
      "keys by pattern",
      {
        schema: { properties: {}, patternProperties: { "^x": date }, additionalProperties: false },
        convert: { "/patternProperties/^x": "date" },
        json: { x1: at },
        want: { x1: new Date(at) },
      },
    ],
  ])("converts %s", (_what, { schema, convert, json, want }) => {
    const before = JSON.stringify(json);
    expect(createConverter({ type: "object", ...schema }, convert)(json)).toEqual(want);
    expect(JSON.stringify(json)).toBe(before);
  });

  it.each<[string, Conversions["x"] & string, unknown, RegExp]>([
    ["an integer that JSON has rounded", "bigint", 9007199254740992, /must lie between -9007199254740991 and/],
    ["a day that does not exist", "date", "2026-01-31T23:59:60Z", /must be a date that exists/],
    ["what is no base64", "bytes", "%%%", /must be base64/],
    ["base64 without its padding", "bytes", "aGk", /must be base64/],
    ["a relative URL", "url", "/page", /must be an absolute URL/],
  ])("refuses %s", (_what, type, value, want) => {
    const convert = createConverter({ type: "object", properties: { x: {} } }, { "/properties/x": type });
    expect(() => convert({ x: value as string })).toThrow(want);
    expect(() => convert({ x: value as string })).toThrow(expect.objectContaining({ path: "/x" }));
  });

  it("shares what it does not convert", () => {
    const other = { deep: [1] };
    const convert = createConverter(
      { type: "object", properties: { at: date, other: {} } },
      { "/properties/at": "date" },
    );
    expect(convert({ at, other }).other).toBe(other);
  });
});
