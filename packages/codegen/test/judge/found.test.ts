/** Cases for both sides that were written by hand: what the judge once found, and what its types do not come to. */
import { describe, expect, test } from "vitest";
import { askSchemas, type Verdict } from "./ask-schema.ts";
import { askCompiler } from "./oracle.ts";
import { writeValue } from "./write-value.ts";

interface Answers {
  readonly compiler: readonly boolean[];
  readonly schema: readonly boolean[];
}

type Values = readonly (readonly [json: string, valueText?: string])[];

function ask(source: string, name: string, values: Values): Answers {
  const checks = values.map(([json, valueText = json]) => ({ typeText: name, valueText }));
  const verdict = verdictOn(source, name);
  if (verdict.kind !== "schema") throw new Error(verdict.message);
  return { compiler: askCompiler([source], checks), schema: values.map(([json]) => verdict.fits(json)) };
}

function verdictOn(source: string, name: string): Verdict {
  const [verdict] = askSchemas([
    { name, declarations: [source], signature: { form: "named", parameters: `value: ${name}` } },
  ]);
  if (!verdict) throw new Error("No verdict.");
  return verdict;
}

/** Both sides say the same of each value, given as JSON, and as TypeScript where that is not the same. */
function agrees(source: string, name: string, values: Values): void {
  test(`compiler and schema agree on ${source}`, () => {
    const { compiler, schema } = ask(source, name, values);
    expect(values.map(([json], index) => [json, schema[index]])).toEqual(
      values.map(([json], index) => [json, compiler[index]]),
    );
  });
}

agrees("export type T = { [key: number]: string };", "T", [
  ['{ "zz": "a" }'],
  ['{ "1": "a" }'],
  ['{ "1.5": 2 }'],
  ["{}"],
]);
agrees("export interface T { a: string; b?: T[] | null }", "T", [
  ['{ "a": "", "b": [{ "a": "" }] }'],
  ['{ "a": "", "b": [{ "b": null }] }'],
]);
agrees(`export type T = \`v\${number}.\${number}\`;`, "T", [['"v1.2"'], ['"v.5.1"'], ['"v1.5.1"'], ['"v1."']]);
agrees("export enum E { A, B = 5 }\nexport type T = E | 'none';", "T", [["0"], ["1"], ["5"], ['"none"'], ['"A"']]);
agrees("export type T = { data: { id: number }; error: null } | { data: null; error: string };", "T", [
  ['{ "data": { "id": 1 }, "error": null }'],
  ['{ "data": null, "error": "e" }'],
  ['{ "data": null, "error": null }'],
  ['{ "data": { "id": 1 }, "error": "e" }'],
]);
agrees('export type T = Map<"a" | "b", number>;', "T", [
  ['{ "a": 1, "b": 2 }', 'new Map([["a", 1], ["b", 2]])'],
  ["{}", "new Map()"],
  ['{ "a": "1" }', 'new Map([["a", "1"]])'],
  ['{ "c": 1 }', 'new Map([["c", 1]])'],
]);
agrees(`export type T = Map<\`x\${string}\` | "a", boolean>;`, "T", [
  ['{ "x1": true, "a": false }', `new Map([["x1" as \`x\${string}\`, true], ["a", false]])`],
  ['{ "b": true }', 'new Map([["b", true]])'],
]);
agrees("export type T = { days: null | undefined } | { amount: null; size: number };", "T", [
  ['{ "size": 0 }'],
  ["{}", "{ days: undefined }"],
  ['{ "amount": null, "size": 0 }'],
]);

test("what is filled in as undefined never mixes two members of a union (found with seed 77)", () => {
  const isNull = { kind: "null" } as const;
  const days = { name: "days", type: isNull, optional: false, orUndefined: true };
  const amount = { name: "amount", type: isNull, optional: false, orUndefined: false };
  const size = { name: "size", type: { kind: "number" }, optional: false, orUndefined: false } as const;
  const members = [
    { kind: "object", properties: [days] },
    { kind: "object", properties: [amount, size] },
  ] as const;
  expect(writeValue({ kind: "union", members }, { size: 0 }, "T")).toBe('{ "size": 0 }');
  expect(writeValue({ kind: "union", members }, {}, "T")).toBe('{ "days": undefined }');
});

/** The table in docs/types.md, "Where the schema and the compiler differ". */
const EXCEPTIONS: readonly (readonly [
  about: string,
  type: string,
  json: string,
  valueText: string,
  schema: boolean,
])[] = [
  [
    "members without a discriminant, mixed",
    "{ a: string } | { b: number }",
    '{"a":"x","b":1}',
    '{"a":"x","b":1}',
    false,
  ],
  [
    "the same, with a property that may be undefined",
    "{ a: null | undefined } | { b: null; c: number }",
    '{"c":1}',
    '{"c":1,"a":undefined}',
    false,
  ],
  ["the same, further in", "{ p: { a: 1 } } | { p: { b: 2 } }", '{"p":{"a":1,"b":2}}', '{"p":{"a":1,"b":2}}', false],
  [
    "tags that overlap",
    '{ k: "a" | "b"; x: 1 } | { k: "b"; y: 1 }',
    '{"k":"b","x":1,"y":1}',
    '{"k":"b","x":1,"y":1}',
    false,
  ],
  ["an index signature beside", "{ a: string } | { [k: string]: number }", '{"a":"x","b":1}', '{"a":"x","b":1}', false],
  ["a list with the property", "{ length: number }", "[1]", "[1]", false],
  ["a text with the property", "{ length: number }", '"s"', '"s"', false],
  ["a list where every key may be anything", "{ [k: string]: any }", "[1]", "[1]", false],
  ["a list for number keys", "{ [k: number]: string }", '["a"]', '["a"]', false],
  ["null for {}", "{}", "null", "null", true],
  ["a number beyond all", "number", "1e999", "1e999", false],
  ["a text of such a number", `\`\${number}px\``, '"1e999px"', '"1e999px"', true],
  ["a text that is no base64", "Uint8Array", '"%%%"', '"%%%"', true],
  ["an integer that is not safe", "bigint", "9007199254740993", "9007199254740993.0", true],
  ["duplicates", "Set<number>", "[1,1]", "asSet([1, 1])", false],
];

describe("the documented exceptions are as documented", () => {
  test.each(EXCEPTIONS)("%s: %s and %s", (_about, type, json, valueText, schemaAccepts) => {
    const { compiler, schema } = ask(`export type T = ${type};`, "T", [[json, valueText]]);
    expect({ schema, compiler }).toEqual({ schema: [schemaAccepts], compiler: [!schemaAccepts] });
  });

  test("a rest element that is not the last is said with a warning", () => {
    expect(verdictOn("export type T = [...string[], number];", "T").kind).toBe("finding");
  });
});
