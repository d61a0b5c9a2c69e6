import { describe, expect, test } from "vitest";
import { askCompiler } from "./oracle.ts";

/** What the compiler says where "closed objects" and "as the compiler" could part. */
const CASES: readonly (readonly [typeText: string, valueText: string, isAccepted: boolean])[] = [
  ["{}", '{ "x": 1 }', true],
  ["{}", "5", true],
  ["{}", "null", false],
  ["{ a: {} }", '{ "a": { "q": 1 } }', true],
  ["object", "[1]", true],
  ["object", "1", false],
  ["Record<string, unknown>", "[1]", false],
  ["Record<string, any>", "[1]", true],
  ["Record<string, any>", '"s"', false],
  ["{ a: string } | { b: number }", '{ "a": "x", "b": 1 }', true],
  ["{ p: { a: 1 } } | { p: { b: 2 } }", '{ "p": { "a": 1, "b": 2 } }', true],
  ['{ k: "a"; x: string } | { k: "b"; y: number }', '{ "k": "a", "x": "", "y": 1 }', false],
  ['{ k: "a" | "b"; x: string } | { k: "b"; y: number }', '{ "k": "b", "x": "", "y": 1 }', true],
  ["{ a: string } | { [k: string]: number }", '{ "a": "x", "b": 1 }', true],
  ["{ a: string } | string[]", '{ "a": "x", "length": 1 }', true],
  ["{ a?: string }", '{ "zz": 1 }', false],
  ["{ a?: string }", "[]", false],
  ["{ length: number }", "[1]", true],
  ["{ length: number }", '"s"', true],
  ["{ a: 1 } & { b: 2 }", '{ "a": 1, "b": 2, "c": 3 }', false],
  ["number", "1e999", true],
  ["{ [k: number]: string }", '["a"]', true],
  ["{ [k: number]: string }", '{ "zz": "a" }', false],
  ["string[]", '["a", null]', false],
  ["[string, number?]", '["a"]', true],
  ["[string, number?]", '["a", 1, 2]', false],
  ["Date", 'new Date("2024-01-01T00:00:00Z")', true],
  ["Date", '"2024-01-01T00:00:00Z"', false],
  ["Set<{ a: 1 }>", 'asSet([{ "a": 1 }])', true],
  ["Set<{ a: 1 }>", 'asSet([{ "a": 1, "zz": 1 }])', false],
  ["Map<string, 1> | null", 'asMap({ "a": 1 })', true],
  ["Map<string, 1> | null", 'asMap({ "a": 2 })', false],
  ["URL", 'new URL("https://example.com")', true],
];

describe("the oracle", () => {
  const answers = askCompiler(
    [],
    CASES.map(([typeText, valueText]) => ({ typeText, valueText })),
  );

  test.each(CASES.map((each, index) => [...each, answers[index]] as const))(
    "says of %s whether it takes %s: %s",
    (_typeText, _valueText, isAccepted, answer) => {
      expect(answer).toBe(isAccepted);
    },
  );

  test("throws where a declaration does not compile, for that is the judge's own fault", () => {
    expect(() => askCompiler(["type A = Missing;"], [])).toThrow("Cannot find name 'Missing'");
  });

  test("throws where a check is no TypeScript", () => {
    expect(() => askCompiler([], [{ typeText: "string", valueText: '{ "a" }' }])).toThrow("is no TypeScript");
  });
});
