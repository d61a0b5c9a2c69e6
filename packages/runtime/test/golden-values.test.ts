/** What the golden cases of `runa-gen` accept and reject, judged as a call is; and for what is rejected there is a reason. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Manifest } from "../src/manifest/index.ts";
import { loadValidation } from "../src/validation/validator.ts";

const golden = new URL("../../codegen/test/golden/", import.meta.url);
const cases = readdirSync(golden, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

function read<T>(name: string, file: string): T {
  return JSON.parse(readFileSync(new URL(`${name}/${file}`, golden), "utf8")) as T;
}

type Values = Readonly<Record<string, readonly unknown[]>>;

describe("arguments of the golden cases (A11, C8)", () => {
  it.each(cases)("%s", async (name) => {
    const { accepts, explain } = await loadValidation();
    const accepted = read<Values>(name, "accepted.json");
    const rejected = read<Values>(name, "rejected.json");
    for (const { function: definition } of read<Manifest>(name, "manifest.json").tools) {
      const { parameters } = definition;
      for (const value of accepted[definition.name] ?? [])
        expect([value, accepts(parameters, "generated", value)]).toEqual([value, true]);
      for (const value of rejected[definition.name] ?? []) {
        expect([value, accepts(parameters, "generated", value)]).toEqual([value, false]);
        expect(explain(parameters, "generated", value)).not.toEqual([]);
      }
    }
  });
});
