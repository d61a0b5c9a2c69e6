/**
 * Some thousand argument texts, valid, nearly valid and hostile, through the whole way of a call. Whatever the text is:
 * one text comes back, nothing throws, and the function is called with what the schema accepts, or not at all.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bound, integer, text } from "../support/bound.ts";

const got: unknown[][] = [];
const tool = bound(
  "book",
  (...parameters: unknown[]) => {
    got.push(parameters);
    return "booked";
  },
  {
    properties: {
      city: text,
      nights: integer,
      at: { type: "string", format: "date-time" },
      tags: { type: "array", items: text, uniqueItems: true },
      room: { type: "object", properties: { beds: integer }, required: ["beds"], additionalProperties: false },
    },
    required: ["city"],
    convert: { "/properties/at": "date", "/properties/tags": "set" },
  },
);

const city = fc.oneof(fc.string(), fc.constantFrom("", "__proto__", "\u0000", "\ud800", "constructor", "𝒳"));
const valid = fc.record(
  {
    city,
    nights: fc.integer(),
    at: fc
      .date({ noInvalidDate: true, min: new Date(0), max: new Date("9999-01-01") })
      .map((date) => date.toISOString()),
    tags: fc.uniqueArray(fc.string()),
    room: fc.record({ beds: fc.integer() }),
  },
  { requiredKeys: ["city"] },
);
const keys = ["city", "nights", "at", "tags", "room", "__proto__", "constructor", "toString", "extra", "beds"];
const near = fc.dictionary(fc.constantFrom(...keys), fc.oneof(fc.jsonValue({ maxDepth: 2 }), valid));

/** Cut, with a piece taken out, or with a character put in. */
const damaged = fc.tuple(valid, fc.nat(), fc.nat(9), fc.string({ maxLength: 3 })).map(([value, at, length, piece]) => {
  const json = JSON.stringify(value);
  const start = at % (json.length + 1);
  return json.slice(0, start) + piece + json.slice(start + length);
});

const hostile = fc.oneof(
  fc.string(),
  fc.json(),
  fc.integer({ min: 1, max: 50_000 }).map((depth) => `{"city":${"[".repeat(depth)}${"]".repeat(depth)}}`),
  fc.integer({ min: 1, max: 5_000 }).map((depth) => `${'{"room":'.repeat(depth)}1${"}".repeat(depth)}`),
  fc.constantFrom(
    '{"city":"x","__proto__":{"nights":1}}',
    '{"city":"x","\\u005f_proto__":{"polluted":true}}',
    '{"city":"x","room":{"beds":1,"__proto__":{"polluted":true}}}',
    '{"city":"x","nights":1e999}',
    '{"city":"x","nights":9007199254740993}',
    '{"city":"x","at":"2026-02-30T00:00:00Z"}',
    '{"city":"x","at":"2016-12-31T23:59:60Z"}',
    '{"city":"x","city":7}',
    '\ufeff{"city":"x"}',
    '{"city":"x"}{"city":"y"}',
    "NaN",
    "{city:'x'}",
    `{"city":"${"x".repeat(100_000)}"}`,
    `[${"0,".repeat(10_000)}0]`,
  ),
);

async function call(argumentsText: string): Promise<string> {
  got.length = 0;
  const said = await tool.invoke(argumentsText);
  expect(typeof said).toBe("string");
  expect(said === "booked" ? 1 : 0).toBe(got.length);
  if (said !== "booked") expect(said).toMatch(/^error: /);
  const [parameters] = got;
  if (parameters) {
    const [place, nights, at, tags, room] = parameters;
    expect(parameters).toHaveLength(5);
    expect(typeof place).toBe("string");
    if (nights !== undefined) expect(Number.isInteger(nights)).toBe(true);
    if (at !== undefined) expect(at instanceof Date && !Number.isNaN(at.getTime())).toBe(true);
    if (tags !== undefined) expect(tags instanceof Set && [...tags].every((tag) => typeof tag === "string")).toBe(true);
    if (room !== undefined) expect(Object.keys(room as object)).toEqual(["beds"]);
  }
  expect("polluted" in {}).toBe(false);
  return said;
}

describe("arguments of a call (C7, C8, B5)", () => {
  it("that fit reach the function", { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(valid, async (value) => {
        expect(await call(JSON.stringify(value))).toBe("booked");
        expect(got[0]?.[0]).toBe(value.city);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ["nearly fit", near.map((value) => JSON.stringify(value))],
    ["are damaged", damaged],
    ["are hostile", hostile],
  ])("that %s give one text, and never a call that the schema forbids", { timeout: 120_000 }, async (_what, texts) => {
    await fc.assert(
      fc.asyncProperty(texts, async (argumentsText) => void (await call(argumentsText))),
      { numRuns: 1_000 },
    );
  });
});
