import type { ParametersSchema } from "@runa/runtime/manifest";
import { createAjv } from "@runa/runtime/validation";
import { describe, expect, test } from "vitest";
import { askSchemas, toArguments } from "./ask-schema.ts";
import { type AskSchemas, drawCases, judge } from "./judge.ts";
import { declarationsOf } from "./judged-type.ts";
import { formatDisagreement } from "./report.ts";
import { shrink } from "./shrink.ts";

const SEED = 20;
const PAIRS = 20_000;
/** A few seconds, on a machine that has nothing else to do. */
const TIMEOUT = 300_000;

describe("the judge", () => {
  test(
    `finds compiler and schema agreed on ${PAIRS} values, with seed ${SEED} (A10, A11, A13)`,
    () => {
      const { pairs, types, accepted, disagreements } = judge(drawCases(SEED, 0, PAIRS));
      const [first] = disagreements;
      expect(first ? formatDisagreement(shrink(first)) : "").toBe("");
      expect({ pairs, disagreements: disagreements.length }).toEqual({ pairs: PAIRS, disagreements: 0 });
      expect(types).toBeGreaterThan(300);
      expect(accepted / pairs).toBeGreaterThan(0.3);
    },
    TIMEOUT,
  );

  test.each<[fault: string, from: RegExp, to: string]>([
    ["open objects", /"additionalProperties":false/g, '"additionalProperties":true'],
    ["nothing required", /"required":/g, '"examples":'],
    ["texts without an enum", /"type":"string","enum":\[[^\]]*\]/g, '"type":"string"'],
  ])(
    "notices schemas with %s, and makes the case small",
    (_fault, from, to) => {
      const ask = withFault((text) => text.replace(from, to));
      const [first] = judge(drawCases(SEED, 0, 1000), ask).disagreements;
      if (!first) throw new Error("No disagreement was found.");
      const small = shrink(first, ask);
      expect(declarationsOf(small.type).join("\n").length).toBeLessThan(100);
      expect(small.kind === "value" && JSON.stringify(small.value).length).toBeLessThan(40);
    },
    TIMEOUT,
  );
});

/** The real pipeline, with a fault that it does not have. */
function withFault(damage: (schema: string) => string): AskSchemas {
  const ajv = createAjv("generated");
  return (types) =>
    askSchemas(types).map((verdict, index) => {
      const { signature } = types[index] ?? {};
      if (verdict.kind === "finding" || !signature) return verdict;
      const schema: ParametersSchema = JSON.parse(damage(JSON.stringify(verdict.schema)));
      const validate = ajv.compile(schema);
      return { ...verdict, schema, fits: (json) => validate(JSON.parse(toArguments(json, signature))) };
    });
}
