import { describe, expect, test } from "vitest";
import { RunContext, type RunContextParts } from "../tool/run-context.ts";
import { fillInstructions } from "./fill-instructions.ts";

describe("values in instructions (H11)", () => {
  test.each<[string, string, RunContextParts, string]>([
    [
      "puts JSON in place of names, and leaves alone what nobody knows",
      "List: {shoppingList} {nope} $5",
      { sessionState: { shoppingList: ["milk"] } },
      'List: ["milk"] {nope} $5',
    ],
    ["puts texts in as they are", "Hello {name}", { sessionState: { name: 'Ada "A" $& $1' } }, 'Hello Ada "A" $& $1'],
    ["knows no double braces", "{{name}}", { sessionState: { name: "Ada" } }, "{Ada}"],
    ["fills in once", "{a}", { sessionState: { a: "{b}", b: "no" } }, "{b}"],
    ["leaves JSON alone", '{"a": {b}} {}', { sessionState: { a: 1 } }, '{"a": {b}} {}'],
    ["leaves what every object has", "{constructor} {toString}", {}, "{constructor} {toString}"],
    ["says null, false and zero", "{a} {b} {c}", { sessionState: { a: null, b: false, c: 0 } }, "null false 0"],
    [
      "looks in the state, then in dependencies, then in metadata, then for the user",
      "{a} {b} {c} {userId}",
      { sessionState: { a: 1 }, dependencies: { a: 2, b: 2 }, metadata: { a: 3, b: 3, c: 3 }, userId: "u" },
      "1 2 3 u",
    ],
  ])("%s", (_name, text, parts, want) => {
    expect(fillInstructions(text, new RunContext(parts))).toBe(want);
  });
});
