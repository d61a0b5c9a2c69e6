import { expect, it } from "vitest";
import { isOneStatement } from "./one-statement.ts";

it.each<[string, boolean]>([
  ["select 1", true],
  ["select 1;", true],
  ["select 1 ; ; -- done", true],
  ["select ';' as a, \";\" as b, `;` as c, [;] as d", true],
  ["select 'it''s; fine'", true],
  ["select 1 /* ; drop table a */", true],
  ["-- ;\nselect 1", true],
  ["select 1; select 2", false],
  ["select 1;select 2", false],
  ["select 1 /* ; */; drop table a", false],
  ["select 'a'; drop table a --'", false],
  ["select '--'; drop table a", false],
  ["select '/*'; drop table a --*/", false],
  ["; select 1", false],
  [";", false],
  ["", false],
  ["/* select 1", false],
])("%s: %s", (sql, expected) => {
  expect(isOneStatement(sql)).toBe(expected);
});

it("takes no longer for a long run of blanks", () => {
  const started = performance.now();
  expect(isOneStatement(`a${" ".repeat(50_000)};x`)).toBe(false);
  expect(performance.now() - started).toBeLessThan(1_000);
});
