/** Disagreements that the judge once found, and cases that its types do not come to. */
import { expect, test } from "vitest";
import { askSchemas } from "./ask-schema.ts";
import { askCompiler } from "./oracle.ts";

/** Both sides say the same of each value, given as JSON and as TypeScript. */
function agrees(source: string, name: string, values: readonly (readonly [json: string, valueText: string])[]): void {
  test(`compiler and schema agree on ${source}`, () => {
    const answers = askCompiler(
      [source],
      values.map(([, valueText]) => ({ typeText: name, valueText })),
    );
    const [verdict] = askSchemas([{ name, text: name, declarations: [source] }]);
    if (verdict?.kind !== "schema") throw new Error(verdict?.message);
    expect(values.map(([json]) => [json, verdict.fits(json)])).toEqual(values.map(([json], at) => [json, answers[at]]));
  });
}
