import { ts } from "ts-morph";
import { expect, it } from "vitest";
import { readDocComment } from "./read-doc-comment.ts";

/** The first node that `pick` accepts, in reading order. */
function find(source: string, pick: (node: ts.Node) => boolean): ts.Node {
  const file = ts.createSourceFile("/src/a.ts", source, ts.ScriptTarget.Latest, true);
  const walk = (node: ts.Node): ts.Node | undefined => (pick(node) ? node : ts.forEachChild(node, walk));
  const found = walk(file);
  if (found === undefined) throw new Error("The source holds no such node.");
  return found;
}

const named = (name: string) => (node: ts.Node) =>
  "name" in node && (node.name as ts.Node | undefined)?.kind === ts.SyntaxKind.Identifier
    ? (node.name as ts.Identifier).text === name
    : false;

const literal = (text: string) => (node: ts.Node) =>
  ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal) && node.literal.text === text;

const table: readonly [name: string, source: string, pick: (node: ts.Node) => boolean, text: string | undefined][] = [
  ["a function", "/** A. */ export function f() {}", named("f"), "A."],
  ["the nearest of several blocks (A5)", "/** Old. */\n/** New. */\nfunction f() {}", named("f"), "New."],
  ["never a line comment (A5)", "// Not this.\nfunction f() {}", named("f"), undefined],
  ["past a line comment", "/** A. */\n// Not this.\nfunction f() {}", named("f"), "A."],
  ["never a plain block", "/* No. */ function f() {}", named("f"), undefined],
  ["never an empty block", "/**/ function f() {}", named("f"), undefined],
  ["the statement of a variable first (A5)", "/** S. */\nconst f = /** I. */ () => 1;", named("f"), "S."],
  ["the function of a variable else", "const f = /** I. */ () => 1;", named("f"), "I."],
  ["the statement, asked by the function", "/** S. */ const f = () => 1;", ts.isArrowFunction, "S."],
  ["through a wrapper", "/** S. */ const f = tool((async () => 1) as F, {});", ts.isArrowFunction, "S."],
  ["inside a wrapper", "const f = tool(/** I. */ function () {}, {});", named("f"), "I."],
  ["a second variable has its own", "/** S. */ const a = 1, /** B. */ b = 2;", named("b"), "B."],
  ["a default export", "/** D. */ export default tool(() => 1);", ts.isArrowFunction, "D."],
  ["no function that is not the value", "/** S. */ const f = make(1, () => 1);", ts.isArrowFunction, undefined],
  ["a parameter (A7)", "function f(a: string, /** B. */ b: string) {}", named("b"), "B."],
  ["a parameter on its line", "function f(\n  /** A. */\n  a: string,\n) {}", named("a"), "A."],
  ["not the comment after the one before", "function f(a: 1, /** a */\n  b: 2) {}", named("b"), undefined],
  ["a property in one line", "type T = { /** A. */ a: 1; /** B. */ b: 2 };", named("b"), "B."],
  ["a method", "class C { /** M. */ m() {} }", named("m"), "M."],
  ["an enum member", "enum E { A,\n /** B. */\n B }", named("B"), "B."],
  ["a union member", 'type U = /** A. */ "a" | /** B. */ "b";', literal("b"), "B."],
  ["a union member before its bar", 'type U =\n  /** A. */\n  | "a"\n  /** B. */\n  | "b";', literal("b"), "B."],
  ["the first member before its bar", 'type U =\n  /** A. */\n  | "a"\n  /** B. */\n  | "b";', literal("a"), "A."],
  ["no comment that may be the neighbour's", 'type U = "a" /** ? */ | "b";', literal("b"), undefined],
];
it.each(table)("reads %s", (_name, source, pick, text) => {
  expect(readDocComment(find(source, pick))?.text).toBe(text);
});

it("gives the place in the file", () => {
  const doc = readDocComment(find("let a;\n  /** T. @tool */\n  function f() {}", named("f")));
  expect(doc?.location).toEqual({ file: "/src/a.ts", line: 2, column: 3, endLine: 2, endColumn: 18 });
  expect(doc?.tags[0]?.location).toMatchObject({ file: "/src/a.ts", line: 2, column: 10 });
});
