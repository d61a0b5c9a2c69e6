import { expect, it } from "vitest";
import { CODES } from "./codes.ts";

const entries = Object.entries(CODES);

it("uses no code twice", () => {
  const codes = entries.map(([, { code }]) => code);
  expect(codes).toEqual([...new Set(codes)]);
});

it("names codes so that they can be searched for, and gives each a sentence and an example", () => {
  for (const [name, { code, summary, example }] of entries) {
    expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(code).toMatch(/^RG[1-9]\d\d$/);
    expect(summary).toMatch(/^[A-Z`].*\.$/);
    expect(example).not.toBe("");
  }
});

it("makes warnings errors under --strict, and of notes those on missing texts", () => {
  const strict = entries.filter(([, entry]) => "strict" in entry && entry.strict === "error").map(([name]) => name);
  const warnings = entries.filter(([, { severity }]) => severity === "warning").map(([name]) => name);
  expect(strict.toSorted()).toEqual([...warnings, "missing-description", "missing-param-text"].toSorted());
});
