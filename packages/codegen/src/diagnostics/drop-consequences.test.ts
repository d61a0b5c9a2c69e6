import { expect, it } from "vitest";
import type { Diagnostic } from "./diagnostic.ts";
import { dropConsequences } from "./drop-consequences.ts";

function finding(code: string, tool: string, line: number, name?: string): Diagnostic {
  const location = { file: "/a.ts", line, column: 1, endLine: line, endColumn: 2 };
  return { severity: "error", code, message: "", tool, location, ...(name !== undefined && { name }) };
}

it.each<[string, Diagnostic, Diagnostic, boolean]>([
  [
    "an open type, where the compiler misses one",
    finding("RG207", "a", 2, "type-not-resolved"),
    finding("TS2307", "a", 1),
    false,
  ],
  ["an open type of another tool", finding("RG207", "a", 2, "type-not-resolved"), finding("TS2307", "b", 1), true],
  ["a default that the compiler refuses", finding("RG124", "a", 2, "unfit-value"), finding("TS2322", "a", 2), false],
  ["a default elsewhere", finding("RG124", "a", 2, "unfit-value"), finding("TS2322", "a", 3), true],
  ["anything else", finding("RG102", "a", 2, "unknown-param"), finding("TS2307", "a", 2), true],
])("keeps or drops %s", (_what, consequence, cause, isKept) => {
  expect(dropConsequences([consequence, cause])).toEqual(isKept ? [consequence, cause] : [cause]);
});
