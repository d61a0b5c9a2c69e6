/* biome-ignore-all lint/suspicious/noTemplateCurlyInString: types as their text */
/** A12: the result depends on what the author wrote, not on the order of files nor on what else they mention. */
import { expect, it } from "vitest";
import { createTypeProgram, textOf } from "../../../test/support/type-program.ts";

const SHARED = `
export type Unit = "kelvin" | "celsius" | "fahrenheit";
export enum Level { High = 3, Low = 1, Mid = 2 }
export interface Cat { kind: "cat"; lives: 9 | 7 | 1 }
export interface Dog { kind: "dog"; tricks: string[] }
export interface Box<T> { value: T; spare?: T | "none" }
export type Pair<A, B = A> = { left: A; right: B };
export const PLANS = { team: 49, free: 0, pro: 12 } as const;
export const SIZES = ["xl", "m", "s"] as const;
export const LEVELS = { low: { code: "L" }, high: { code: "H" }, mid: { code: "A" } } as const;
export interface Row { zip: string; id: number; name: string }
export interface Wide extends Row { alpha: "z" | "y"; body: string }
export type ElementOf<T> = T extends readonly (infer U)[] ? U : T;
export type Maybe<T> = T | null;
export interface Listed<T> extends Array<T> {}
export interface Listed2 extends Listed<"b" | "a"> {}
`;

/** Each with what must come out, whatever surrounds it. */
const FORMS: readonly (readonly [type: string, want: string])[] = [
  ['"c" | "b" | "a"', '"c" | "b" | "a"'],
  ["3 | 1 | 2", "3 | 1 | 2"],
  ["3n | 1n | 2n", "3n | 1n | 2n"],
  ['"b" | 1 | true | "a"', '"b" | 1 | true | "a"'],
  ["Unit", 'Unit="kelvin" | "celsius" | "fahrenheit"'],
  ['Unit | "rankine" | "b"', '"kelvin" | "celsius" | "fahrenheit" | "rankine" | "b"'],
  ['Exclude<Unit, "celsius">', '"kelvin" | "fahrenheit"'],
  ['Extract<"z" | "c" | 1 | "a", string>', '"z" | "c" | "a"'],
  ['NonNullable<"c" | null | "b">', '"c" | "b"'],
  ["Maybe<Unit>", 'Maybe_Unit=("kelvin" | "celsius" | "fahrenheit" or null)'],
  ["Level", "Level=3 | 1 | 2"],
  ["Level.Mid | Level.High", "2 | 3"],
  ["Exclude<Level, Level.Low>", "3 | 2"],
  ["keyof typeof PLANS", '"team" | "free" | "pro"'],
  ["(typeof PLANS)[keyof typeof PLANS]", "49 | 0 | 12"],
  ["(typeof SIZES)[number]", '"xl" | "m" | "s"'],
  ['(typeof LEVELS)["mid" | "low"]["code"]', '"A" | "L"'],
  ["(typeof LEVELS)[keyof typeof LEVELS]['code']", '"L" | "H" | "A"'],
  ["keyof Row", '"zip" | "id" | "name"'],
  ["keyof Wide", '"zip" | "id" | "name" | "alpha" | "body"'],
  ['Exclude<keyof Wide, "id">', '"zip" | "name" | "alpha" | "body"'],
  ['Wide["alpha"]', '"z" | "y"'],
  ["`${'b' | 'a'}-${2 | 1}`", '"b-2" | "b-1" | "a-2" | "a-1"'],
  ['Uppercase<"q" | "p">', '"Q" | "P"'],
  ["`on${Capitalize<'open' | 'close'>}`", '"onOpen" | "onClose"'],
  ['ElementOf<("w" | "v")[]>', '"w" | "v"'],
  ['Awaited<Promise<"u" | "t">>', '"u" | "t"'],
  ['ReturnType<() => "s" | "r">', '"s" | "r"'],
  ['Box<"b" | "a">', 'Box_a_b={ value: "b" | "a", spare?: "b" | "a" | "none" }'],
  ['Box<"a" | "b">', 'Box_a_b={ value: "a" | "b", spare?: "a" | "b" | "none" }'],
  ['Box<"d" | "c">["value"]', '"d" | "c"'],
  ['Pair<"b" | "a">', 'Pair_a_b={ left: "b" | "a", right: "b" | "a" }'],
  ["Dog | Cat", '(Dog={ kind: "dog", tricks: array of string } or Cat={ kind: "cat", lives: 9 | 7 | 1 })'],
  ["{ b: 1 } | { a: 2 } | string", "({ b: 1 } or { a: 2 } or string)"],
  [
    "Box<string> | Box<number> | 'none'",
    '(Box_string={ value: string, spare?: string } or Box_number={ value: number, spare?: (number or "none") } or "none")',
  ],
  ["string[] | number[] | boolean", "(array of string or array of number or boolean)"],
  ["string | number | null", "(string or number or null)"],
  ["number | string | boolean", "(number or string or boolean)"],
  ['Record<"b" | "a", 1>', "Record_a_b_1={ b: 1, a: 1 }"],
  ["Record<Unit, string>", "Record_Unit_string={ kelvin: string, celsius: string, fahrenheit: string }"],
  ["Record<Level, 1>", "Record_Level_1={ 3: 1, 1: 1, 2: 1 }"],
  ['Partial<Record<"m" | "k", 1>>', "Partial_Record_k_m_1={ m?: 1, k?: 1 }"],
  ['Pick<Row, "name" | "id">', "Pick_Row_id_name={ name: string, id: number }"],
  ['Pick<Row, "id" | "name">', "Pick_Row_id_name={ id: number, name: string }"],
  ['Omit<Wide, "id">', 'Omit_Wide_id={ zip: string, name: string, alpha: "z" | "y", body: string }'],
  ["Readonly<Row>", "Readonly_Row={ zip: string, id: number, name: string }"],
  ["{ [K in 'y' | 'x' as `get_${K}`]: K | 'w' }", '{ get_y: "y" | "w", get_x: "x" | "w" }'],
  [
    "(Cat | Dog) & { age: 2 | 1 }",
    '({ kind: "cat", lives: 9 | 7 | 1, age: 2 | 1 } or { kind: "dog", tricks: array of string, age: 2 | 1 })',
  ],
  ['Set<"b" | "a">', 'set of "b" | "a"'],
  ['Map<string, "b" | "a">', 'map of "b" | "a"'],
  ['Listed<"b" | "a">', 'array of "b" | "a"'],
  ['[...("b" | "a")[]]', 'array of "b" | "a"'],
  ['Readonly<("b" | "a")[]>', 'array of "b" | "a"'],
  ['Required<[("b" | "a")?]>', '["b" | "a"]'],
  ["Listed2", 'array of "b" | "a"'],
  ['["d" | "c", ...("b" | "a")[]]', '["d" | "c", ..."b" | "a"]'],
  // The declared order cannot be had: an index into a conditional type. Sorted, then.
  ['Parameters<(x: "b" | "a") => void>[0]', '"a" | "b"'],
];

const IMPORTS = `import type { Unit, Cat, Dog, Box, Pair, Row, Wide, ElementOf, Maybe, Listed, Listed2 } from "./shared";
import { Level, PLANS, SIZES, LEVELS } from "./shared";
`;

const TOOLS = `${IMPORTS}export function tool(${FORMS.map(([type], index) => `p${index}: ${type}`).join(", ")}) {}`;

const LITERALS = [
  ..."abcdkmpqrstuvwxyz".split("").map((letter) => `"${letter}"`),
  ..."kelvin celsius fahrenheit none onOpen onClose L H A cat dog xl m s zip id name alpha body team free pro"
    .split(" ")
    .map((word) => `"${word}"`),
  ..."0 1 2 3 7 9 12 49 1n 2n 3n true".split(" "),
];

/** A file that uses the same types in another order, and is checked before the tools. */
function noise(seed: number): string {
  const shuffled = shuffle(LITERALS, seed);
  const parts = shuffle(
    [
      "Cat",
      "Dog",
      "number[]",
      "string[]",
      "Box<number>",
      "Box<string>",
      "{ a: 2 }",
      "{ b: 1 }",
      "Level.Low",
      "Level.Mid",
    ],
    seed,
  );
  return `import type { Cat, Dog, Box } from "./shared";
import { Level } from "./shared";
export type Noise = ${shuffled.join(" | ")};
export type Keys = Record<${shuffled.filter((literal) => literal.startsWith('"')).join(" | ")}, 1>;
export type Parts = ${parts.join(" | ")};
export const noise = (a: Noise, b: Parts, c: Box<"a" | "b">, d: Box<"c" | "d">): Keys | undefined => undefined;`;
}

/** Repeatable: a small linear congruential generator. */
function shuffle<Item>(items: readonly Item[], seed: number): readonly Item[] {
  let state = seed * 7919 + 1;
  const next = (): number => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state;
  };
  return items
    .map((item) => ({ item, key: next() }))
    .sort((left, right) => left.key - right.key)
    .map(({ item }) => item);
}

function read(files: Readonly<Record<string, string>>, stable: boolean): readonly string[] {
  const { program, parametersOf } = createTypeProgram(files, { stableTypeOrdering: stable });
  program.getSemanticDiagnostics(program.getSourceFile("/src/noise.ts"));
  return Object.values(parametersOf("/src/tools.ts")).map(textOf);
}

const WANT = FORMS.map(([type, want]) => `${type}: ${want}`);

it.each(Array.from({ length: 12 }, (_, seed) => seed))(
  "keeps the author's order whatever surrounds it: shuffle %i (A12)",
  (seed) => {
    const files = shuffle(
      [
        ["/src/tools.ts", TOOLS],
        ["/src/shared.ts", SHARED],
        ["/src/noise.ts", noise(seed)],
      ] as const,
      seed,
    );
    const got = read(Object.fromEntries(files), seed % 2 === 0);
    expect(FORMS.map(([type], index) => `${type}: ${got[index]}`)).toEqual(WANT);
  },
);

it("keeps it without the unrelated file, too (A12)", () => {
  const got = read({ "/src/shared.ts": SHARED, "/src/tools.ts": TOOLS }, false);
  expect(FORMS.map(([type], index) => `${type}: ${got[index]}`)).toEqual(WANT);
});
