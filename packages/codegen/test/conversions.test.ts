/** What the golden tools with rich types receive when a model calls them: the real things, at every depth. */
import { bindTools, type Tool } from "@runa/runtime";
import { describe, expect, it } from "vitest";
import { readGolden } from "./support/golden-cases.ts";

const { cases } = readGolden();
const manifest = cases.find(({ name }) => name === "rich-types")?.manifest ?? { version: 1, tools: [], schemas: {} };

let received: readonly unknown[] = [];
const record = (...values: unknown[]): string => {
  received = values;
  return "done";
};
const functions = Object.fromEntries(manifest.tools.map((tool) => [tool.function.name, record]));
const tools: Readonly<Record<string, Tool>> = bindTools(manifest, import.meta.url, functions);

const text = "2026-01-02T03:04:05.000Z";
const at = new Date(text);
const address = "https://a.example/x";
const link = new URL(address);

const all = {
  at: text,
  link: address,
  serial: 7,
  labels: ["a", "b"],
  counts: { a: 1 },
  photo: "AAEC",
  raw: "/w==",
};
const either = {
  either: text,
  amount: 7,
  list: ["a"],
  orNull: null,
  orNumber: 3,
  kind: { kind: "day", on: text },
};

describe("a function receives", () => {
  it.each<[string, string, object, readonly unknown[]]>([
    [
      "a Date, a URL, a bigint, a Set, a Map and bytes",
      "recordAll",
      all,
      [at, link, 7n, new Set(["a", "b"]), new Map([["a", 1]]), Buffer.from([0, 1, 2]), Buffer.from([255])],
    ],
    [
      "empty ones",
      "recordAll",
      { ...all, labels: [], counts: {}, photo: "", raw: "" },
      [at, link, 7n, new Set(), new Map(), Buffer.from([]), Buffer.from([])],
    ],
    [
      "a Date and a Set of URLs, in objects, in a list, in a Map; tuples and dictionaries of them",
      "recordVisits",
      {
        visits: {
          gate: [
            { at: text, by: "x", pages: [address] },
            { at: text, by: "y" },
          ],
          none: [],
        },
        spans: [[text], [text, text]],
        byDay: { monday: { serials: [1, 2] } },
      },
      [
        new Map([
          [
            "gate",
            [
              { at, by: "x", pages: new Set([link]) },
              { at, by: "y" },
            ],
          ],
          ["none", []],
        ]),
        [[at], [at, at]],
        { monday: { serials: [1n, 2n] } },
      ],
    ],
    [
      "the value as it is where a plain member of the union takes it, else the rich one",
      "recordEither",
      { ...either, missing: address },
      [text, 7, ["a"], null, 3, { kind: "day", on: at }, link],
    ],
    [
      "the other members of those unions",
      "recordEither",
      { ...either, amount: 1.5, orNull: text, orNumber: text, kind: { kind: "page", link: address } },
      [text, 1.5, ["a"], at, at, { kind: "page", link }, undefined],
    ],
    ["keyword arguments", "recordFlat", { since: text }, [{ since: at }]],
    ["a rest, spread", "recordDays", { days: [text, text] }, [at, at]],
    ["no rest at all", "recordDays", {}, []],
    [
      "a type that holds itself",
      "recordChain",
      { entry: { at: text, before: { at: text, before: { at: text } } } },
      [{ at, before: { at, before: { at } } }],
    ],
  ])("%s", async (_what, name, json, wanted) => {
    received = [];
    expect(await tools[name]?.invoke(JSON.stringify(json))).toBe("done");
    expect(received).toHaveLength(wanted.length);
    received.forEach((value, index) => {
      if (value instanceof Uint8Array) expect(Buffer.from(value)).toEqual(wanted[index]);
      else expect(value).toStrictEqual(wanted[index]);
    });
  });

  it.each([
    ["an integer whose digits are lost (R08)", { ...all, serial: 2 ** 53 }],
    ["base64 that is none", { ...all, photo: "*" }],
  ])("nothing for %s: the model is told", async (_what, json) => {
    received = [];
    expect(await tools.recordAll?.invoke(JSON.stringify(json))).toMatch(/^error: /);
    expect(received).toEqual([]);
  });
});
