/* biome-ignore-all lint/suspicious/noTemplateCurlyInString: types as their text */
import { describe, expect, it } from "vitest";
import { createTypeProgram } from "../../test/support/type-program.ts";
import { type Placeholder, templatePattern } from "./template-pattern.ts";

function accepts(texts: readonly string[], placeholders: readonly Placeholder[], value: string): boolean {
  return new RegExp(templatePattern(texts, placeholders), "u").test(value);
}

describe("a number in a template literal type (A11)", () => {
  const accepted = "1 01 00 -0 -1 +1 1. .5 1e3 1E+2 1e-400 0x10 0X1F 0b11 0o17 9007199254740993".split(" ");
  it.each([...accepted, " 1", "1 ", " ", "\n", "\uFEFF1"])("accepts %j", (value) => {
    expect(accepts(["", ""], ["number"], value)).toBe(true);
  });
  const refused = "Infinity NaN 1_000 -0x10 1e 0x 1n 1,0 . - + --1 ٣".split(" ");
  it.each(["", ...refused])("refuses %j", (value) => {
    expect(accepts(["", ""], ["number"], value)).toBe(false);
  });
});

describe("a bigint in a template literal type (A11)", () => {
  it.each("1 -1 0 0x10 0b11 0o17".split(" "))("accepts %j", (value) => {
    expect(accepts(["", ""], ["bigint"], value)).toBe(true);
  });
  it.each(["", ..."01 00 +1 1e3 1. 1n 1_000".split(" "), " 1", "1 "])("refuses %j", (value) => {
    expect(accepts(["", ""], ["bigint"], value)).toBe(false);
  });
});

it("does not backtrack: a placeholder ends at the first occurrence of the text that follows it (A11)", () => {
  expect(accepts(["v", ".", ""], ["number", "number"], "v1.2")).toBe(true);
  expect(accepts(["v", ".", ""], ["number", "number"], "v.5.1")).toBe(false);
  expect(templatePattern(["v", ".", ""], ["number", "number"])).toMatch(
    /^\^v\(\?:\\s\*\(\?:\[\+\\-\]\?\\d\+\(\?:\[eE\]\[\+\\-\]\?\\d\+\)\?\|0/,
  );
});

const TYPES = [
  "`${number}`",
  "`${number}px`",
  "`v${number}.${number}`",
  "`${number}-${number}`",
  "`${number}e${number}`",
  "`${number}x${string}`",
  "`${number}5${number}`",
  "`${number}+${bigint}`",
  "`${number}\\t${number}`",
  "`${number}5x${number}`",
  "`${number} ${number}`",
  "`${number}.5${string}`",
  "`${bigint}`",
  "`${bigint}-${bigint}`",
  "`${bigint}0${string}`",
  "`${string}`",
  "`a${string}`",
  "`${string}@${string}.${string}`",
  "`${string}--${string}`",
  "`${string}ab${string}ab`",
  "`${string}${number}`",
  "`${number}${string}`",
  "`${bigint}${string}`",
  "`${string}${string}`",
  "`x${string}${string}y`",
  "Uppercase<string>",
  "Lowercase<string>",
  "Capitalize<string>",
  "Uncapitalize<string>",
  "`${Uppercase<string>}-${Lowercase<string>}`",
  "`get${Capitalize<string>}`",
  "`${Capitalize<string>}Id`",
  "`${Uncapitalize<string>}--${number}`",
  "`${Uppercase<string>}${string}`",
  "Uppercase<`a${number}`>",
  "Uppercase<`${number}`>",
  '`${"a" | "b"}-${number}`',
  "`${boolean}:${string}`",
  "`${number}%`",
  "`[${string}]`",
  "`${string}]${string}`",
  "`^${string}$`",
  "`(${number},${number})`",
  "`\\\\${string}/`",
];

const PARTS = ["", "1", "-1", ".5", "0x1F", "1e5", "01", "aB", "É", " ", "5"];

const VALUES = [
  ...PARTS,
  ...["", "1", "-1", ".5", "1e5", "aB", "5"].flatMap((left) =>
    [".", "-", "px", "e", "x", "5", "+", "\t", "5x", ".5", "0", "@", "--", "ab", ":", "Id", "-1", ","].flatMap(
      (text) => [`${left}${text}`, ...["1", ".5", "a"].map((right) => `${left}${text}${right}`)],
    ),
  ),
  ..."v1.2 v.5.1 v1..5 v1.2.3 a@b.c a@b.c.d @. xab abab ab aab getA geta get a-1 b-.5 c-1 true:x false: A-a AB-ab".split(
    " ",
  ),
  ..."UserId userId Id [x] []] ^x$ (1,2) (1,2,3) \\a/ 10% % 1n ABAB XY A1 A0X1 A0x1 0X1F 0x1f 1E5 1e5 x--1 X--1".split(
    " ",
  ),
];

/** What the compiler says of each value: one line a check, refusals are read from its diagnostics. */
function refusedByCompiler(values: readonly string[]): ReadonlySet<string> {
  const lines = TYPES.flatMap((_type, index) =>
    values.map((value) => `{const v:T${index}=${JSON.stringify(value)}; void v}`),
  );
  const declarations = TYPES.map((type, index) => `type T${index} = ${type};`);
  const source = [...declarations, ...lines].join("\n");
  const { program } = createTypeProgram(source);
  const file = program.getSourceFile("/src/tools.ts");
  expect(program.getSyntacticDiagnostics(file)).toEqual([]);
  const refused = new Set<string>();
  for (const { start = 0 } of program.getSemanticDiagnostics(file)) {
    const line = (file?.getLineAndCharacterOfPosition(start).line ?? 0) - declarations.length;
    refused.add(`${Math.floor(line / values.length)}:${values[line % values.length]}`);
  }
  return refused;
}

it("accepts and refuses what the compiler does, for every kind of template (A11)", () => {
  const values = [...new Set(VALUES)].filter((value) => !/1e5\d/.test(value));
  const refused = refusedByCompiler(values);
  const source = TYPES.map((type, index) => `export function f${index}(p${index}: ${type}) {}`).join("\n");
  const shapes = Object.values(createTypeProgram(source).parametersOf());
  const differences: string[] = [];
  let accepted = 0;
  for (const [index, type] of TYPES.entries()) {
    const shape = shapes[index];
    const members = shape?.kind === "union" ? shape.members : shape ? [shape] : [];
    const patterns = members.map((member) => (member.kind === "string" ? (member.patterns ?? []) : []));
    for (const value of values) {
      const isAccepted = patterns.some((all) => all.every((pattern) => new RegExp(pattern, "u").test(value)));
      accepted += Number(isAccepted);
      if (isAccepted === refused.has(`${index}:${value}`))
        differences.push(`${type} ${JSON.stringify(value)} ${isAccepted}`);
    }
  }
  expect(differences).toEqual([]);
  expect(accepted).toBeGreaterThan(1000);
});

it.each<[texts: string[], placeholders: Placeholder[]]>([
  [["", ""], ["number"]],
  [
    ["", ".", ""],
    ["number", "number"],
  ],
  [
    ["", "ab", "ab"],
    ["string", "string"],
  ],
  [
    ["", "", "x"],
    ["string", "number"],
  ],
  [
    ["", "-", ""],
    ["uppercase", "bigint"],
  ],
])("takes no time for hostile strings: %j %j", (texts, placeholders) => {
  const pattern = new RegExp(templatePattern(texts, placeholders), "u");
  const started = performance.now();
  for (const unit of ["1", " ", "a", "ab", ".", "-", "1e"]) pattern.test(`${unit.repeat(50_000)}!`);
  expect(performance.now() - started).toBeLessThan(500);
});
