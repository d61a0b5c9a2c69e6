import { expect, it } from "vitest";
import { closestName } from "./closest-name.ts";

const table: readonly [name: string, candidates: readonly string[], want: string | undefined][] = [
  ["wen", ["title", "when"], "when"],
  ["langage", ["word", "language"], "language"],
  ["pahts", ["path", "paths"], "paths"],
  ["City", ["city"], "city"],
  ["colour", ["shape", "size"], undefined],
  ["x", [], undefined],
];
it.each(table)("finds what %j was meant to be among %j", (name, candidates, want) => {
  expect(closestName(name, candidates)).toBe(want);
});
