/** Object types that come out as something no value fits, or that too many values fit: R01, R02, R11, R13, R14, R23. */
import { describe, expect, it } from "vitest";
import { faultsOf, readKinds, type Variant } from "../support/variants.ts";

const pots = "interface Pot { soil: string }\ninterface HangingPot extends Pot { hook?: string }\n";
const plants =
  "interface Base { id: string; secret: string }\ntype Tree = Base & { height: number };\ntype Shrub = Base & { width: number };\n";
const shelves = "interface Shelf<T> { slots: { [slot: string]: T } }\n";

const kinds: Readonly<Record<string, readonly Variant[]>> = {
  "an object made of parts is one object (R01)": [
    {
      is: "an extended interface and a literal",
      declares: pots,
      takes: "pot: HangingPot & { shelf: number }",
      accepts: [{ pot: { soil: "peat", shelf: 2 } }, { pot: { soil: "peat", shelf: 2, hook: "brass" } }],
      rejects: [
        { pot: { soil: "peat" } },
        { pot: { soil: "peat", shelf: "2" } },
        { pot: { soil: "peat", shelf: 2, zzz: 1 } },
      ],
      gives: {
        pot: '{"type":"object","properties":{"soil":{"type":"string"},"hook":{"type":"string"},"shelf":{"type":"number"}},"required":["soil","shelf"],"additionalProperties":false}',
      },
    },
    {
      is: "a chain of interfaces, one from two",
      declares: `${pots}interface Named { name: string }\ninterface Both extends HangingPot, Named { size: number }\n`,
      takes: "pot: Both",
      accepts: [{ pot: { soil: "a", name: "b", size: 1 } }],
      rejects: [{ pot: { soil: "a", size: 1 } }, { pot: { name: "b", size: 1 } }],
    },
    {
      is: "a property that a part narrows",
      takes: 'pot: { size: string | number } & { size: "s" | "m" }',
      accepts: [{ pot: { size: "s" } }],
      rejects: [{ pot: { size: "l" } }, { pot: { size: 1 } }],
    },
    {
      is: "a property that is optional in one part only",
      takes: "pot: { size?: number } & { size: number }",
      accepts: [{ pot: { size: 1 } }],
      rejects: [{ pot: {} }],
    },
    {
      is: "a union of parts",
      takes: "pot: { id: string } & ({ a: number } | { b: number })",
      accepts: [{ pot: { id: "x", a: 1 } }, { pot: { id: "x", b: 1 } }],
      rejects: [{ pot: { id: "x" } }, { pot: { a: 1 } }, { pot: { id: "x", a: 1, c: 1 } }],
    },
    {
      is: "parts inside a list, and a class that extends another",
      declares: "class Thing { id = 1 }\nclass Heavy extends Thing { weight = 2 }\n",
      takes: "pots: (Heavy & { at: string })[]",
      accepts: [{ pots: [{ id: 1, weight: 2, at: "x" }] }, { pots: [] }],
      rejects: [{ pots: [{ id: 1, at: "x" }] }, { pots: [{ id: 1, weight: 2, at: "x", y: 1 }] }],
    },
  ],
  "a known property is judged by its own type, other keys by the index signature (R02)": [
    {
      is: "a wider index signature",
      declares: "type Tally = { total: number; [note: string]: string | number };\n",
      takes: "tally: Tally",
      accepts: [{ tally: { total: 3 } }, { tally: { total: 3, memo: "wet" } }],
      rejects: [{ tally: { total: "3" } }, { tally: { memo: "wet" } }, { tally: { total: 3, memo: true } }],
    },
    {
      is: "an index signature from a parent",
      declares: "interface Notes { [note: string]: unknown }\ninterface Tally extends Notes { total: number }\n",
      takes: "tally: Tally",
      accepts: [{ tally: { total: 3, memo: [1] } }],
      rejects: [{ tally: { memo: 1 } }, { tally: { total: "3" } }],
    },
    {
      is: "an optional known property",
      takes: "tally: { at?: number; [key: string]: number | string | undefined }",
      accepts: [{ tally: {} }, { tally: { at: 1, b: "c" } }],
      rejects: [{ tally: { at: "1" } }, { tally: { b: true } }],
    },
    {
      is: "keys of a template",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a template literal type, as text
      takes: "tally: { total: number; [key: `n_${string}`]: number }",
      accepts: [{ tally: { total: 1, n_a: 2 } }],
      rejects: [{ tally: { total: 1, n_a: "2" } }, { tally: { total: 1, other: 2 } }],
    },
    {
      is: "no key at all",
      takes: "none: Record<string, never>",
      accepts: [{ none: {} }],
      rejects: [{ none: { a: 1 } }, { none: null }, {}],
    },
  ],
  "a computed object is what the checker says (R11)": [
    {
      is: "Omit over a union",
      declares: plants,
      takes: 'item: Omit<Tree | Shrub, "secret">',
      accepts: [{ item: { id: "a" } }],
      rejects: [{ item: {} }, { item: { id: "a", secret: "s" } }, { item: { id: "a", height: 1, width: 1 } }],
    },
    {
      is: "an Omit that distributes",
      declares: `${plants}type Each<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;\n`,
      takes: 'item: Each<Tree | Shrub, "secret">',
      accepts: [{ item: { id: "a", height: 1 } }, { item: { id: "a", width: 1 } }],
      rejects: [{ item: { id: "a" } }, { item: { id: "a", height: 1, width: 1 } }],
    },
    {
      is: "Pick over a union",
      declares: plants,
      takes: 'item: Pick<Tree | Shrub, "id">',
      accepts: [{ item: { id: "a" } }],
      rejects: [{ item: { id: "a", height: 1 } }],
    },
    {
      is: "Partial and Required over a union, which distribute",
      declares: plants,
      takes: "some: Partial<Tree | Shrub>, all: Required<{ a?: number } | { b?: number }>",
      accepts: [
        { some: { height: 1 }, all: { a: 1 } },
        { some: {}, all: { b: 1 } },
      ],
      rejects: [
        { some: {}, all: {} },
        { some: { height: "1" }, all: { a: 1 } },
      ],
    },
  ],
  "type arguments are kept (R13)": [
    {
      is: "through extends",
      declares: `${shelves}interface SeedShelf extends Shelf<{ sku: string }> {}\n`,
      takes: "shelf: SeedShelf",
      accepts: [{ shelf: { slots: { a1: { sku: "basil" } } } }],
      rejects: [{ shelf: { slots: { a1: "basil" } } }, { shelf: { slots: { a1: { sku: 1 } } } }],
    },
    {
      is: "through two steps, and a default",
      declares: `${shelves}interface Middle<U = string> extends Shelf<U[]> {}\ninterface Last extends Middle {}\n`,
      takes: "shelf: Last",
      accepts: [{ shelf: { slots: { a: ["b"] } } }],
      rejects: [{ shelf: { slots: { a: "b" } } }, { shelf: { slots: { a: [1] } } }],
    },
    {
      is: "through a class and an alias",
      declares: "class Box<T> { inside!: T }\nclass Tin extends Box<number> {}\ntype Of<T> = { of: T };\n",
      takes: "tin: Tin, of: Of<Of<boolean>>",
      accepts: [{ tin: { inside: 1 }, of: { of: { of: true } } }],
      rejects: [
        { tin: { inside: "1" }, of: { of: { of: true } } },
        { tin: { inside: 1 }, of: { of: true } },
      ],
    },
  ],
  "look-alikes of arrays and objects are what they look like (R23)": [
    {
      is: "readonly in all spellings",
      takes: "ids: ReadonlyArray<string>, more: readonly number[], pair: Readonly<{ a: string }>",
      accepts: [{ ids: ["a"], more: [1], pair: { a: "x" } }],
      rejects: [
        { ids: {}, more: [1], pair: { a: "x" } },
        { ids: [1], more: [1], pair: { a: "x" } },
        { ids: ["a"], more: [1], pair: {} },
      ],
    },
    {
      is: "readonly sets and maps, and what extends an array",
      declares: "interface Names extends Array<string> {}\n",
      takes: "set: ReadonlySet<number>, map: ReadonlyMap<string, boolean>, names: Names",
      accepts: [{ set: [1, 2], map: { a: true }, names: ["a"] }],
      rejects: [
        { set: [1, 1], map: {}, names: [] },
        { set: [], map: { a: 1 }, names: [] },
        { set: [], map: {}, names: [1] },
      ],
    },
    {
      is: "an array whose element is computed",
      takes: 'list: Array<Record<"a" | "b", number>>, deep: Readonly<string[][]>',
      accepts: [{ list: [{ a: 1, b: 2 }], deep: [["x"]] }],
      rejects: [
        { list: [{ a: 1 }], deep: [] },
        { list: [], deep: ["x"] },
      ],
    },
  ],
};

const outcomes = readKinds(kinds);

describe.each(Object.entries(kinds))("%s", (_kind, variants) => {
  it.each(variants.map((variant) => ({ ...variant, outcome: outcomes.get(variant) })))(
    "$is",
    ({ outcome, ...variant }) => {
      expect(outcome && faultsOf(variant, outcome)).toEqual([]);
    },
  );
});
