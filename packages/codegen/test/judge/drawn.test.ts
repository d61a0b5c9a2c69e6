import { describe, expect, test } from "vitest";
import { declarationsOf, drawTypes, type JudgedType } from "./judged-type.ts";
import { askCompiler } from "./oracle.ts";
import { createRandom, seedOf } from "../../../../tests/support/random.ts";
import { partsOf, type Sketch } from "./sketch.ts";
import { drawValues } from "./value-generator.ts";
import { writeValue } from "./write-value.ts";

const TYPES = drawTypes(1, 0, 300);

function acceptance(types: readonly JudgedType[], mistakes?: number): { total: number; refused: readonly string[] } {
  const checks = types.flatMap(({ name, structure, text }, index) =>
    drawValues(createRandom(seedOf(2, index)), structure, 12, mistakes).map((value) => ({
      typeText: name,
      valueText: writeValue(structure, value, name),
      text,
    })),
  );
  const answers = askCompiler(types.flatMap(declarationsOf), checks);
  return {
    total: checks.length,
    refused: checks.flatMap(({ valueText, typeText, text }, index) =>
      answers[index] ? [] : [`${typeText} = ${text}: ${valueText}`],
    ),
  };
}

function kindsIn(sketch: Sketch): readonly string[] {
  const inner = partsOf(sketch).map(({ part }) => part);
  const body = sketch.kind === "generic" ? [sketch.body] : [];
  return [sketch.kind, ...[...inner, ...body].flatMap(kindsIn)];
}

describe("what the judge draws", () => {
  test("is the same for the same seed, whatever was drawn before", () => {
    expect(drawTypes(1, 40, 2).map(({ declarations }) => declarations)).toEqual(
      TYPES.slice(40, 42).map(({ declarations }) => declarations),
    );
    expect(drawTypes(2, 40, 2).map(({ text }) => text)).not.toEqual(TYPES.slice(40, 42).map(({ text }) => text));
  });

  test("has every construct in it", () => {
    const kinds = new Set(TYPES.flatMap(({ sketch }) => kindsIn(sketch)));
    expect([...kinds].sort()).toEqual(
      [
        "array",
        "brand",
        "casing",
        "constant",
        "detour",
        "enum",
        "generic",
        "intersection",
        "keyof",
        "keyword",
        "literal",
        "lookup",
        "map",
        "named",
        "object",
        "parameter",
        "record",
        "rich",
        "self",
        "set",
        "template",
        "tuple",
        "union",
        "utility",
      ].sort(),
    );
  });

  test("fits in the compiler's eyes too, where no mistake was made", () => {
    // Placeholders of a template do not backtrack, which the drawn texts do not look after.
    const plain = TYPES.filter((type) => !declarationsOf(type).join().includes("${"));
    expect(plain.length).toBeGreaterThan(150);
    expect(acceptance(plain, 0).refused).toEqual([]);
  });

  test("is refused by the compiler for about half, with mistakes", () => {
    const { total, refused } = acceptance(TYPES);
    expect(refused.length / total).toBeGreaterThan(0.35);
    expect(refused.length / total).toBeLessThan(0.65);
  });
});
