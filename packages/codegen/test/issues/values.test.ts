/** Values that come out wider, narrower or gone: R04, R05, R07, R08, R10, R19, R20, R22, R25, R41. */
import { describe, expect, it } from "vitest";
import { faultsOf, readKinds, type Variant } from "../support/variants.ts";

const at = "2026-01-02T03:04:05Z";
const pace = 'const Pace = { Slow: "slow", Fast: "fast" } as const;\ntype Pace = (typeof Pace)[keyof typeof Pace];\n';

const kinds: Readonly<Record<string, readonly Variant[]>> = {
  "maps are objects, sets are lists without duplicates, of their own elements (R04)": [
    {
      is: "as parameters",
      takes: "count: Map<string, number>, seen: Set<string>",
      gives: {
        count: '{"type":"object","additionalProperties":{"type":"number"}}',
        seen: '{"type":"array","items":{"type":"string"},"uniqueItems":true}',
      },
      accepts: [{ count: { a: 1 }, seen: ["a"] }],
      rejects: [
        { count: { size: "1" }, seen: [] },
        { count: {}, seen: ["a", "a"] },
        { count: {}, seen: [1] },
      ],
    },
    {
      is: "inside one another and inside objects",
      takes: "beds: { at: Map<string, Set<Date>[]> }",
      accepts: [{ beds: { at: { a: [[at]] } } }],
      rejects: [{ beds: { at: { a: [[at, at]] } } }, { beds: { at: { a: [["x"]] } } }, { beds: { at: [] } }],
    },
    { is: "keys that JSON has not", takes: "count: Map<Date, number>", finds: [/^warning RG205 .*"count"/] },
  ],
  "a tuple has its length (R05)": [
    {
      is: "with names",
      takes: "corner: [x: number, y: number, label: string]",
      accepts: [{ corner: [1, 2, "NE"] }],
      rejects: [{ corner: [1, 2] }, { corner: [1, 2, "NE", 4] }, { corner: ["1", 2, "NE"] }, { corner: [] }],
    },
    {
      is: "with optional elements, a rest, and none",
      takes: "a: [string, number?], b: [string, ...boolean[]], c: []",
      accepts: [
        { a: ["x"], b: ["x"], c: [] },
        { a: ["x", 1], b: ["x", true, false], c: [] },
      ],
      rejects: [
        { a: [], b: ["x"], c: [] },
        { a: ["x", 1, 2], b: ["x"], c: [] },
        { a: ["x"], b: ["x", 1], c: [] },
        { a: ["x"], b: ["x"], c: [1] },
      ],
    },
    {
      is: "readonly, of constants, and of a function's parameters",
      declares: 'const pair = ["a", 1] as const;\nfunction f(a: string, b?: number): void {}\n',
      takes: "a: readonly [number, number], b: typeof pair, c: Parameters<typeof f>",
      accepts: [{ a: [1, 2], b: ["a", 1], c: ["x"] }],
      rejects: [
        { a: [1], b: ["a", 1], c: ["x"] },
        { a: [1, 2], b: ["a", 2], c: ["x"] },
        { a: [1, 2], b: ["a", 1], c: [] },
      ],
    },
    {
      is: "in a list and in an object",
      takes: "path: { points: [number, number][] }",
      accepts: [{ path: { points: [[1, 2]] } }],
      rejects: [{ path: { points: [[1]] } }, { path: { points: [1, 2] } }],
    },
  ],
  "null inside something is kept (R07)": [
    {
      is: "in a list",
      takes: "cells: Array<number | null>",
      accepts: [{ cells: [1, null, 2] }],
      rejects: [{ cells: ["x"] }, { cells: null }],
    },
    {
      is: "in a tuple, a dictionary, a map and a list of lists",
      takes:
        "a: [string | null], b: Record<string, number | null>, c: Map<string, boolean | null>, d: (string | null)[][]",
      accepts: [{ a: [null], b: { x: null }, c: { x: null }, d: [[null]] }],
      rejects: [
        { a: [1], b: {}, c: {}, d: [] },
        { a: [null], b: { x: "1" }, c: {}, d: [] },
        { a: [null], b: {}, c: {}, d: [null] },
      ],
    },
    {
      is: "undefined, which JSON has not",
      takes: "cells: Array<number | undefined>",
      finds: [/^warning RG206 .*"cells\[\]"/],
    },
    { is: "undefined in a set", takes: "cells: Set<string | undefined>", finds: [/^warning RG206 .*"cells\[\]"/] },
  ],
  "a bigint is an integer (R08)": [
    {
      is: "as a parameter, and inside",
      takes: "serial: bigint, more: { n: bigint | null }[]",
      accepts: [{ serial: 7, more: [{ n: null }, { n: -1 }] }],
      rejects: [
        { serial: 1.5, more: [] },
        { serial: "7", more: [] },
        { serial: 7, more: [{ n: 0.5 }] },
      ],
    },
    {
      is: "as literals",
      takes: "serial: 1n | 2n",
      gives: { serial: '{"type":"integer","enum":[1,2]}' },
      accepts: [{ serial: 1 }],
      rejects: [{ serial: 3 }],
    },
  ],
  "constants in the order in which they are written (R10)": [
    {
      is: "of an object",
      declares: pace,
      takes: "pace: Pace",
      gives: { pace: '{"type":"string","enum":["slow","fast"]}' },
      accepts: [{ pace: "slow" }, { pace: "fast" }],
      rejects: [{ pace: "Slow" }, { pace: "" }],
    },
    {
      is: "its keys, and a part of them",
      declares: pace,
      takes: 'key: keyof typeof Pace, one: (typeof Pace)["Fast"]',
      gives: { key: '{"type":"string","enum":["Slow","Fast"]}', one: '{"type":"string","enum":["fast"]}' },
    },
    {
      is: "of a list, of numbers, and with members that another type mentions first",
      declares:
        'type Other = "c" | "a";\nconst list = ["c", "b", "a"] as const;\nconst levels = { low: 10, high: 2 } as const;\n',
      takes: "a: (typeof list)[number], b: (typeof levels)[keyof typeof levels]",
      gives: { a: '{"type":"string","enum":["c","b","a"]}', b: '{"type":"integer","enum":[10,2]}' },
    },
  ],
  "a default makes a parameter optional and keeps its type (R19)": [
    {
      is: "beside an optional one",
      takes: "bench: string, liters = 2, note?: string",
      gives: { liters: '{"type":"number","default":2}', note: '{"type":"string"}' },
      accepts: [{ bench: "b" }, { bench: "b", liters: 1, note: "" }],
      rejects: [{}, { bench: "b", liters: null }, { bench: "b", liters: "2" }],
    },
    {
      is: "of every literal kind, and computed ones",
      takes: 'a = "x", b = true, c = [1, 2], d = { x: 1 }, e: string | null = null, f = Math.max(1, 2), g = -1',
      gives: {
        a: '{"type":"string","default":"x"}',
        b: '{"type":"boolean","default":true}',
        c: '{"type":"array","default":[1,2],"items":{"type":"number"}}',
        e: '{"type":["string","null"],"default":null}',
        f: '{"type":"number"}',
        g: '{"type":"number","default":-1}',
      },
      accepts: [{}],
      rejects: [{ a: 1 }, { f: "1" }],
    },
    {
      is: "before a required one, and of a keyword argument",
      takes: "{ a = 1, b }: { a?: number; b: string }",
      accepts: [{ b: "x" }],
      rejects: [{ a: 1 }],
    },
  ],
  "what may be null and what may be missing are two things (R20)": [
    {
      is: "as properties",
      takes: "tag: { a: string | undefined; b: string | null; c?: string | null; d?: string }",
      gives: {
        tag: '{"type":"object","properties":{"a":{"type":"string"},"b":{"type":["string","null"]},"c":{"type":["string","null"]},"d":{"type":"string"}},"required":["b"],"additionalProperties":false}',
      },
      accepts: [{ tag: { b: null } }, { tag: { a: "", b: "", c: null, d: "" } }],
      rejects: [{ tag: {} }, { tag: { a: null, b: null } }, { tag: { b: null, d: null } }],
    },
    {
      is: "as parameters, and of every kind of type",
      takes:
        "a: number | undefined, b: boolean | null, c: { x: 1 } | null | undefined, d: 'x' | null, e: null | string[]",
      accepts: [
        { b: null, d: null, e: null },
        { a: 1, b: true, c: null, d: "x", e: [] },
      ],
      rejects: [
        { a: null, b: null, d: null, e: null },
        { b: null, d: null },
        { b: null, d: "null", e: [] },
      ],
    },
    {
      is: "twice, through an alias",
      declares: "type Maybe<T> = T | null;\n",
      takes: "a: Maybe<Maybe<string>>, b: Maybe<null>",
      gives: { a: '{"type":["string","null"]}', b: '{"type":"null"}' },
    },
  ],
  "a declared any stays open, and is no empty object (R22)": [
    {
      is: "unknown, any, object, {}",
      takes: "thing: unknown, other: any, bag: object, some: {}",
      gives: { thing: "{}", other: "{}", bag: '{"type":["object","array"]}', some: "{}" },
      accepts: [
        { thing: null, other: 1, bag: {}, some: 1 },
        { thing: [1], other: { a: 1 }, bag: [], some: "x" },
      ],
      rejects: [
        { thing: 1, other: 1, bag: "x", some: 1 },
        { other: 1, bag: {}, some: 1 },
      ],
    },
    {
      is: "inside lists and dictionaries",
      takes: "list: unknown[], record: Record<string, any>, deep: { data: unknown; more?: any }",
      accepts: [{ list: [null, 1], record: { a: { b: 1 } }, deep: { data: [1] } }],
      rejects: [
        { list: {}, record: {}, deep: { data: 1 } },
        { list: [], record: [], deep: { data: 1 } },
        { list: [], record: {}, deep: {} },
      ],
    },
  ],
  "literals are literals (R25)": [
    {
      is: "of one kind and of several",
      takes: 'op: "create" | "update", level: 1 | "max" | true',
      gives: { op: '{"type":"string","enum":["create","update"]}', level: '{"enum":[1,"max",true]}' },
      accepts: [
        { op: "create", level: 1 },
        { op: "update", level: "max" },
        { op: "update", level: true },
      ],
      rejects: [
        { op: "drop", level: 1 },
        { op: "create", level: false },
        { op: "create", level: "1" },
      ],
    },
    {
      is: "single, negative, empty, and with quotes",
      takes: "a: 'it\\'s \"so\"', b: -1 | 0.5, c: '' | ' ', d: false",
      accepts: [{ a: 'it\'s "so"', b: -1, c: "", d: false }],
      rejects: [
        { a: "", b: 1, c: "", d: false },
        { a: 'it\'s "so"', b: -1, c: "  ", d: false },
        { a: 'it\'s "so"', b: -1, c: "", d: true },
      ],
    },
    {
      is: "in lists, tuples and keys",
      takes: 'a: ("x" | 1)[], b: ["up" | "down", 1 | 2], c: Record<"k" | "l", "v">',
      accepts: [{ a: ["x", 1], b: ["up", 2], c: { k: "v", l: "v" } }],
      rejects: [
        { a: ["y"], b: ["up", 2], c: { k: "v", l: "v" } },
        { a: [], b: ["up", 3], c: { k: "v", l: "v" } },
        { a: [], b: ["up", 1], c: { k: "v" } },
      ],
    },
  ],
  "an ordinary word is a parameter like others (R41)": [
    {
      is: "a word that elsewhere means something",
      takes: 'task: string, agent: "a" | "b", context: string, signal: string',
      accepts: [{ task: "t", agent: "a", context: "c", signal: "s" }],
      rejects: [
        { task: "t", agent: "z", context: "c", signal: "s" },
        { task: "t", context: "c", signal: "s" },
      ],
    },
    {
      is: "the names of what is injected, with other types",
      takes:
        "ctx: string, callId: number, team: string[], toolCall: { id: string }, images: string, videos: 1, audio: boolean, files: string[]",
      accepts: [{ ctx: "", callId: 1, team: [], toolCall: { id: "" }, images: "", videos: 1, audio: true, files: [] }],
      rejects: [{}, { ctx: "", callId: 1, team: [], toolCall: {}, images: "", videos: 1, audio: true, files: [] }],
    },
    {
      is: "names of JavaScript's own",
      takes: "constructor: string, toString: number, hasOwnProperty: boolean, valueOf?: string, self?: string",
      accepts: [{ constructor: "", toString: 1, hasOwnProperty: true }],
      rejects: [{}, { constructor: "", toString: 1 }, { constructor: "", toString: "1", hasOwnProperty: true }],
    },
    {
      is: "names that only a property can have",
      takes:
        "{ default: a, class: b, 'content-type': c, ...rest }: { default: string; class: number; 'content-type'?: string; await: boolean }",
      accepts: [{ default: "", class: 1, await: true }],
      rejects: [
        { default: "", class: 1 },
        { a: "", b: 1, await: true },
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
