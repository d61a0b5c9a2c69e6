/** Types with names, types that hold themselves, and unions, where definitions come in: R14, R16, R17. */
import { type Dialect, lower, type ManifestTool } from "@runa/runtime/manifest";
import { describe, expect, it } from "vitest";
import { faultsOf, readVariants, type Variant } from "../support/variants.ts";

const kinds: Readonly<Record<string, readonly Variant[]>> = {
  "generic types have plain names, and refer to what is there (R14)": [
    {
      is: "a type in itself",
      declares: "interface Crate<T> { inside: T; note: Record<string, string> }\n",
      takes: "crate: Crate<Crate<number>>",
      accepts: [{ crate: { inside: { inside: 1, note: {} }, note: { a: "b" } } }],
      rejects: [{ crate: { inside: 1, note: {} } }, { crate: { inside: { inside: "1", note: {} }, note: {} } }],
    },
    {
      is: "recursive ones with arguments of every kind",
      declares: "interface List<T> { head: T; tail?: List<T> }\ninterface Pair { a: string }\n",
      takes:
        'a: List<string>, b: List<"x" | "y">, c: List<{ deep: number[] }>, d: List<Pair>, e: List<Map<string, Date>>, f: List<[number, string?]>',
      accepts: [
        {
          a: { head: "", tail: { head: "" } },
          b: { head: "x" },
          c: { head: { deep: [1] } },
          d: { head: { a: "" } },
          e: { head: {} },
          f: { head: [1] },
        },
      ],
    },
    {
      is: "two types of one name",
      declares:
        "namespace A { export interface Node { a: number; next?: Node } }\nnamespace B { export interface Node { b: string; next?: Node } }\n",
      takes: "a: A.Node, b: B.Node",
      accepts: [{ a: { a: 1, next: { a: 2 } }, b: { b: "", next: { b: "" } } }],
      rejects: [
        { a: { a: 1, next: { b: "" } }, b: { b: "" } },
        { a: { a: 1 }, b: { b: "", next: { a: 1 } } },
      ],
    },
    {
      is: "names with letters beyond ASCII, and a record of itself",
      declares: "interface Größe { größer?: Größe }\ntype Dictionary = { [word: string]: Dictionary };\n",
      takes: "a: Größe, b: Dictionary",
      accepts: [{ a: { größer: { größer: {} } }, b: { x: { y: {} } } }],
      rejects: [
        { a: { größer: 1 }, b: {} },
        { a: {}, b: { x: 1 } },
      ],
    },
  ],
  "a type may hold itself (R16)": [
    {
      is: "in a list",
      declares: "interface Branch { name: string; twigs: Branch[] }\n",
      takes: "root: Branch",
      accepts: [{ root: { name: "a", twigs: [{ name: "b", twigs: [] }] } }],
      rejects: [
        { root: { name: "a", twigs: [{ name: "b" }] } },
        { root: { name: "a", twigs: [{ name: "b", twigs: [1] }] } },
      ],
    },
    {
      is: "by way of another, in a map, a tuple and a union",
      declares:
        "interface A { b?: B; all: Map<string, A> }\ninterface B { pair: [A, A] | null }\ntype Tree = { leaf: number } | { kids: Tree[] };\n",
      takes: "a: A, tree: Tree",
      accepts: [{ a: { all: { x: { all: {}, b: { pair: null } } } }, tree: { kids: [{ leaf: 1 }, { kids: [] }] } }],
      rejects: [
        { a: { all: { x: {} } }, tree: { leaf: 1 } },
        { a: { all: {}, b: { pair: [] } }, tree: { leaf: 1 } },
        { a: { all: {} }, tree: { kids: [{}] } },
      ],
    },
    {
      is: "as a class, and as any JSON",
      declares:
        "class Node { next?: Node; constructor(public id = 1) {} }\ntype Json = string | number | boolean | null | Json[] | { [key: string]: Json };\n",
      takes: "node: Node, json: Json",
      accepts: [{ node: { id: 1, next: { id: 2 } }, json: { a: [null, { b: 1 }] } }],
      rejects: [{ node: { id: 1, next: {} }, json: 1 }, { node: { id: 1 } }],
    },
  ],
  "members of a union with a tag are closed, each for itself (R17)": [
    {
      is: "a tag of texts",
      declares: 'type Repeat = { kind: "once"; at: string } | { kind: "weekly"; day: 0 | 1 | 2 | 3 | 4 | 5 | 6 };\n',
      takes: "repeat: Repeat",
      accepts: [{ repeat: { kind: "once", at: "noon" } }, { repeat: { kind: "weekly", day: 3 } }],
      rejects: [
        { repeat: { kind: "once", day: 3 } },
        { repeat: { kind: "weekly", day: 9 } },
        { repeat: { kind: "daily" } },
      ],
    },
    {
      is: "a tag of numbers or truth values, and two tags",
      declares:
        'type A = { v: 1; a: string } | { v: 2; b: string };\ntype B = { ok: true; value: number } | { ok: false; error: string };\ntype C = { x: "a"; y: "a"; p: 1 } | { x: "a"; y: "b"; q: 1 };\n',
      takes: "a: A, b: B, c: C",
      accepts: [{ a: { v: 1, a: "" }, b: { ok: false, error: "" }, c: { x: "a", y: "b", q: 1 } }],
      rejects: [
        { a: { v: 1, b: "" }, b: { ok: true, value: 1 }, c: { x: "a", y: "a", p: 1 } },
        { a: { v: 2, b: "" }, b: { ok: true, error: "" }, c: { x: "a", y: "a", p: 1 } },
        { a: { v: 2, b: "" }, b: { ok: true, value: 1 }, c: { x: "a", y: "a", q: 1 } },
      ],
    },
    {
      is: "interfaces with a common parent, in a list, optional",
      declares:
        'interface Shape { id: string }\ninterface Circle extends Shape { kind: "circle"; r: number }\ninterface Square extends Shape { kind: "square"; side?: number }\n',
      takes: "shapes?: (Circle | Square)[]",
      accepts: [
        {},
        {
          shapes: [
            { id: "", kind: "circle", r: 1 },
            { id: "", kind: "square" },
          ],
        },
      ],
      rejects: [{ shapes: [{ id: "", kind: "circle" }] }, { shapes: [{ id: "", kind: "square", r: 1 }] }],
    },
  ],
};

const all = Object.entries(kinds).map(([kind, variants]) => ({ kind, variants, outcomes: readVariants(variants) }));

describe.each(all)("$kind", ({ variants, outcomes }) => {
  it.each(variants.map((variant, index) => ({ ...variant, outcome: outcomes[index] })))(
    "$is",
    ({ outcome, ...variant }) => {
      expect(outcome && faultsOf(variant, outcome)).toEqual([]);
    },
  );
});

const tools: readonly ManifestTool[] = all.flatMap(({ outcomes }) => outcomes.flatMap((outcome) => outcome.tools));

it("names every definition plainly, refers to nothing that is not there, and has none that only refers to itself (R14)", () => {
  for (const { function: definition } of tools) {
    const definitions = definition.parameters.$defs ?? {};
    for (const [name, schema] of Object.entries(definitions)) {
      expect(name).toMatch(/^[A-Za-z0-9_.-]+$/);
      expect(schema).not.toEqual({ $ref: `#/$defs/${name}` });
    }
    const references = JSON.stringify(definition.parameters).match(/#\/\$defs\/[^"]+/g) ?? [];
    for (const reference of references) expect(Object.keys(definitions)).toContain(reference.slice("#/$defs/".length));
  }
});

it.each<Dialect>(["openai-strict", "gemini"])("has no oneOf and no const, also as %s (R17)", (dialect) => {
  for (const tool of tools) {
    expect(JSON.stringify(tool)).not.toMatch(/"(?:oneOf|const)":/);
    expect(JSON.stringify(lower(tool.function, dialect))).not.toMatch(/"(?:oneOf|const)":/);
  }
});
