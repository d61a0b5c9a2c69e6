/** Asks both sides, the TypeScript compiler and the generated schema, about the same types and values. */
import type { JsonValue } from "@runa/runtime/manifest";
import { askSchemas, type Verdict } from "./ask-schema.ts";
import { declarationsOf, drawTypes, type JudgedType } from "./judged-type.ts";
import { askCompiler } from "./oracle.ts";
import { createRandom, seedOf } from "../../../../tests/support/random.ts";
import { drawValues } from "./value-generator.ts";
import { writeValue } from "./write-value.ts";

/** A type, and the values that both sides are asked about. */
export interface Case {
  readonly type: JudgedType;
  readonly values: readonly JsonValue[];
}

export type Disagreement =
  | { readonly kind: "value"; readonly type: JudgedType; readonly value: JsonValue; readonly compilerAccepts: boolean }
  /** The project finds fault with a type that it should be able to say; the value is any. */
  | { readonly kind: "finding"; readonly type: JudgedType; readonly message: string };

export interface Outcome {
  readonly types: number;
  readonly pairs: number;
  readonly accepted: number;
  readonly disagreements: readonly Disagreement[];
}

const VALUES_PER_TYPE = 50;

/** The cases with the numbers from `first` on, until there are about `pairs` pairs. */
export function drawCases(seed: number, first: number, pairs: number): readonly Case[] {
  const cases: Case[] = [];
  for (let left = pairs, number = first; left > 0; number += 1) {
    const [type] = drawTypes(seed, number, 1);
    if (!type) break;
    const random = createRandom(seedOf(seed ^ 0x5eed, number));
    const values = drawValues(random, type.structure, Math.min(VALUES_PER_TYPE, left));
    cases.push({ type, values });
    left -= Math.max(1, values.length);
  }
  return cases;
}

/** The side under test. */
export type AskSchemas = typeof askSchemas;

/** One program for each side. For more than 20 000 pairs, judge them in parts: see `oracle.ts`. */
export function judge(cases: readonly Case[], ask: AskSchemas = askSchemas): Outcome {
  const checks = cases.flatMap(({ type, values }) =>
    values.map((value) => ({ typeText: type.name, valueText: writeValue(type.structure, value, type.name) })),
  );
  const declarations = cases.flatMap(({ type }) => declarationsOf(type));
  const answers = askCompiler(declarations, checks);
  const verdicts = ask(cases.map(({ type }) => type));
  const disagreements: Disagreement[] = [];
  let next = 0;
  for (const [index, { type, values }] of cases.entries()) {
    const own = answers.slice(next, next + values.length);
    next += values.length;
    const verdict = verdicts[index];
    if (verdict) disagreements.push(...compare(type, values, own, verdict));
  }
  return { types: cases.length, pairs: checks.length, accepted: answers.filter(Boolean).length, disagreements };
}

function compare(
  type: JudgedType,
  values: readonly JsonValue[],
  answers: readonly boolean[],
  verdict: Verdict,
): readonly Disagreement[] {
  if (verdict.kind === "finding") return [{ kind: "finding", type, message: verdict.message }];
  return values.flatMap((value, index): readonly Disagreement[] => {
    const compilerAccepts = answers[index] ?? false;
    const schemaAccepts = verdict.fits(JSON.stringify(value));
    return schemaAccepts === compilerAccepts ? [] : [{ kind: "value", type, value, compilerAccepts }];
  });
}
