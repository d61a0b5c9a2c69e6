/** What no model can send is refused by name, all of it in one go; what only informs does not refuse: R34, R40, R22. */
import { describe, expect, it } from "vitest";
import { temporaryProject } from "../support/temporary-project.ts";
import { readVariants, type Variant } from "../support/variants.ts";

interface Refusal extends Variant {
  /** `error RG201 use_1.done`: severity, code, and what is named. */
  readonly reports: readonly string[];
}

const pump = "class Pump { on(): void {} private n = 1; get x() { return this.n; } }\n";

const kinds: Readonly<Record<string, readonly Refusal[]>> = {
  "a type without a JSON form is refused where it is required (R34)": [
    {
      is: "a function, a class with methods, a symbol",
      declares: pump,
      takes: "done: () => void, pump: Pump, key: string | symbol",
      reports: ["error RG201 done", "error RG201 pump", "error RG201 key"],
    },
    {
      is: "inside objects, lists, maps and unions",
      takes:
        "a: { on: { done: () => void } }, b: (() => void)[], c: Map<string, () => void>, d: { kind: 1; f: () => void } | { kind: 2 }",
      reports: ["error RG201 a.on.done", "error RG201 b[]", "error RG201 c{}", "note RG211 d"],
    },
    {
      is: "never, and what is made of it",
      takes: "a: never, b: string & number, c: { x: never }",
      reports: ["error RG201 a", "error RG201 b", "error RG201 c.x"],
    },
    {
      is: "two that look alike in JSON",
      takes: "at: Date | URL, more: { at: Date | URL }[]",
      reports: ["error RG204 at", "error RG204 more[].at"],
    },
  ],
  "and left out where it is optional (R34)": [
    {
      is: "a function and a symbol, with a warning",
      takes: "a: string, done?: () => void, options?: { key?: symbol; size?: number }",
      gives: {
        options: '{"type":"object","properties":{"size":{"type":"number"}},"additionalProperties":false}',
      },
      reports: ["warning RG202 done", "warning RG202 options.key"],
    },
    {
      is: "a class with methods, and what the runtime gives, with a note",
      declares: pump,
      takes: "a: string, pump?: Pump, options?: { signal?: AbortSignal; size?: number }",
      reports: ["note RG203 pump", "note RG203 options.signal"],
    },
  ],
  "what the library has for itself takes any value, with a warning (R34)": [
    {
      is: "patterns, promises, buffers, other maps",
      takes: "a: RegExp, b: Promise<string>, c: ArrayBuffer, d: Map<number, string>, e: WeakMap<object, string>",
      gives: { a: "{}", b: "{}", c: "{}", d: "{}", e: "{}" },
      reports: ["warning RG205 a", "warning RG205 b", "warning RG205 c", "warning RG205 d", "warning RG205 e"],
    },
  ],
  "a type that is not found is refused with the name of its module (R40)": [
    {
      is: "a module that is missing, and nobody is told",
      declares: '// @ts-expect-error the module is missing on purpose\nimport type { Plant } from "@lib/plants";\n',
      takes: "plant: Plant",
      reports: ["error RG154 @lib/plants"],
    },
    {
      is: "the same, as the compiler says it",
      declares: 'import type { Plant } from "@lib/plants";\n',
      takes: "plant: Plant",
      reports: ["error TS2307 @lib/plants"],
    },
    {
      is: "inside a type, in a list, as an argument",
      declares: 'import type { Plant } from "./no-such-file.js";\ninterface Bed { plants: Plant[] }\n',
      takes: "bed: Bed, more: Map<string, Plant>",
      reports: ["error TS2307 ./no-such-file.js"],
    },
    {
      is: "a name that a module does not have",
      declares: 'import type { Plant } from "./variant-1.js";\n',
      takes: "plant: Plant",
      reports: ["error TS2459 ./variant-1.js"],
    },
    { is: "a name that nothing declares", takes: "plant: Plant", reports: ["error TS2304 Plant"] },
    {
      is: "a type that is computed from one, which the compiler does not say of the signature",
      declares:
        'import { makePlant, type Plant } from "@lib/plants";\nfunction grow(plant: Plant): Plant { return plant; }\nclass Bed { plant = makePlant(); }\n',
      takes: "a: Parameters<typeof grow>[0], b: ReturnType<typeof grow>, bed: Bed, c = makePlant()",
      reports: ["error RG207 bed.plant", "error RG207 a", "error RG207 b", "error RG207 c"],
    },
    {
      is: "a declared any, which is another thing (R22)",
      takes: "plant: any, list: any[]",
      gives: { plant: "{}", list: '{"type":"array","items":{}}' },
      reports: [],
    },
  ],
};

describe.each(Object.entries(kinds))("%s", (_kind, variants) => {
  const outcomes = readVariants(variants);

  it.each(variants.map((variant, index) => ({ ...variant, outcome: outcomes[index], tool: `use_${index + 1}` })))(
    "$is",
    ({ outcome, reports, gives = {}, tool }) => {
      const told = (outcome?.diagnostics ?? []).filter(({ code }) => code !== "RG103");
      expect(told.map(({ severity, code }) => `${severity} ${code}`)).toEqual(
        reports.map((report) => report.split(" ").slice(0, 2).join(" ")),
      );
      told.forEach((diagnostic, index) => {
        expect(diagnostic.message).toContain(reports[index]?.split(" ")[2]);
        expect(diagnostic.location?.line).toBeGreaterThan(0);
        expect(diagnostic.tool).toBe(tool);
      });
      const properties: Readonly<Record<string, unknown>> = outcome?.tools[0]?.function.parameters.properties ?? {};
      for (const [name, schema] of Object.entries(gives)) expect(JSON.stringify(properties[name])).toBe(schema);
    },
  );
});

it("one refusal ends with exit code 1 and no file, and says nothing of the tool beside it (R34)", async () => {
  const project = temporaryProject({
    "src/a.ts": `${pump}/** Wire it.
 * @tool
 * @param done D
 * @param pump P
 * @param key K */
export function wire(done: () => void, pump: Pump, key: string | symbol): void { void done; void pump; void key; }
/** Fine.
 * @tool
 * @param n N */
export async function fine(n: number): Promise<string> { return String(n); }
`,
  });
  const { code, out } = await project.run(["--format", "json"]);
  expect(code).toBe(1);
  const { diagnostics } = JSON.parse(out);
  expect(diagnostics).toMatchObject([
    { severity: "error", file: "src/a.ts", line: 7, tool: "wire", message: expect.stringContaining('"done"') },
    { severity: "error", file: "src/a.ts", line: 7, tool: "wire", message: expect.stringContaining('"pump"') },
    { severity: "error", file: "src/a.ts", line: 7, tool: "wire", message: expect.stringContaining('"key"') },
  ]);
  expect(project.files()).not.toContain("src/runa.tools.json");
});

it("a promise that is returned is what it resolves to (R34)", () => {
  const [outcome] = readVariants([
    {
      is: "",
      source:
        "/** Fine.\n * @tool\n * @param n N */\nexport async function fine(n: number): Promise<string> { return String(n); }\n",
    },
  ]);
  expect(outcome?.tools[0]?.runa.returns).toEqual({ type: "string" });
  expect(outcome?.diagnostics).toEqual([]);
});
