import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { shorten } from "../tool/shorten.ts";
import { toModelText } from "./to-model-text.ts";

const cycle: { self?: unknown } = {};
cycle.self = cycle;

class Point {
  readonly x: number = 1;
  get length(): number {
    return 1;
  }
}

describe("toModelText (D1, R61)", () => {
  it.each<[string, unknown, string]>([
    ["a text as it is", "a\nb", "a\nb"],
    ["an empty text", "", ""],
    ["zero", 0, "0"],
    ["false", false, "false"],
    ["not a number", Number.NaN, "NaN"],
    ["a big integer", 12345678901234567890n, "12345678901234567890"],
    ["null", null, "null"],
    ["nothing", undefined, "(no output)"],
    ["an object without blanks", { a: 1 }, '{"a":1}'],
    ["an empty list", [], "[]"],
    ["a date", new Date(0), '"1970-01-01T00:00:00.000Z"'],
    ["a map", new Map([["a", new Map([["b", 1]])]]), '{"a":{"b":1}}'],
    ["a set", { tags: new Set(["x", "y"]) }, '{"tags":["x","y"]}'],
    ["a big integer inside", { n: 10n }, '{"n":"10"}'],
    ["infinity inside", [Number.POSITIVE_INFINITY, Number.NaN], '["Infinity","NaN"]'],
    ["what toJSON gives", { toJSON: () => ({ b: 2 }) }, '{"b":2}'],
    ["nothing that toJSON gives", { toJSON: () => undefined }, "(no output)"],
    ["an error inside", { failed: new Error("no ink") }, '{"failed":"no ink"}'],
    ["an instance of a class", new Point(), '{"x":1}'],
    ["a key that looks like the prototype", new Map([["__proto__", 1]]), '{"__proto__":1}'],
  ])("gives %s", (_what, value, want) => {
    expect(toModelText("f", value)).toEqual({ text: want, isError: false });
  });

  it.each<[string, unknown, RegExp]>([
    ["a cycle", cycle, /^result of f cannot be serialised: Converting circular structure to JSON$/],
    [
      "a toJSON that throws",
      {
        toJSON: () => {
          throw new Error("no");
        },
      },
      /^result of f cannot be serialised: no$/,
    ],
    ["bytes", new Uint8Array(2), /^result of f cannot be serialised: it holds binary data/],
    ["bytes inside", { file: Buffer.from("x") }, /binary data/],
    ["a function", () => 1, /^result of f cannot be serialised: a function has no JSON form$/],
    ["an error that was returned", new TypeError("boom"), /^boom$/],
    ["an error of another realm", runInNewContext("new Error('far')"), /^far$/],
  ])("says of %s that it has no text", (_what, value, want) => {
    const { text, isError } = toModelText("f", value);
    expect(text).toMatch(want);
    expect(isError).toBe(true);
  });

  it("does not overflow the stack for a result that nests too deep", () => {
    let deep: unknown[] = [];
    for (let depth = 0; depth < 100_000; depth++) deep = [deep];
    expect(toModelText("f", deep)).toMatchObject({ isError: true });
  });
});

describe("shorten (D8)", () => {
  it("leaves what fits, keeps head and tail of the rest, and says how much is missing", () => {
    expect(shorten("abc", 3)).toBe("abc");
    const long = `${"a".repeat(50)}${"z".repeat(50)}`;
    expect(shorten(long, 10)).toBe("aaaaa\n[… 90 of 100 characters left out …]\nzzzzz");
  });

  it("cuts no character in two", () => {
    expect(shorten("😀".repeat(10), 5)).not.toMatch(
      /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/,
    );
  });
});
