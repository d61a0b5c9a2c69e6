/**
 * The comment on a member of a union of literals. The compiler attaches doc comments to declarations only, so the text
 * between the members is scanned: a comment on the line where a member ends belongs to it, unless the `|` of the next
 * one stands before it; every other comment belongs to the member that follows.
 */
import { ts } from "ts-morph";
import { readDocComment } from "../read-doc-comment.ts";

export function readLiteralComment(literal: ts.Node): string | undefined {
  const { parent } = literal;
  if (!ts.isLiteralTypeNode(literal)) {
    return ts.isPropertyAssignment(parent) ? readDocComment(parent)?.text : undefined;
  }
  if (!ts.isUnionTypeNode(parent)) return undefined;
  const source = literal.getSourceFile().text;
  const index = parent.types.indexOf(literal);
  const previous = parent.types[index - 1];
  const next = parent.types[index + 1];
  const before = source.slice(previous?.end ?? parent.pos, literal.getStart());
  const own = previous ? before.slice(trailing(before).length) : before;
  const after = source.slice(literal.end, next?.getStart() ?? endOfLine(source, literal.end));
  const [comment] = [...docComments(own)].reverse();
  return comment ?? [...docComments(trailing(after))][0];
}

function endOfLine(source: string, from: number): number {
  const end = source.slice(from).search(/[\r\n]/);
  return end < 0 ? source.length : from + end;
}

/** What follows a member on its line: blanks, comments, and the `;` that ends the type. */
function trailing(text: string): string {
  return /^(?:[ \t;]|\/\*[\s\S]*?\*\/)*/.exec(text)?.[0] ?? "";
}

function* docComments(text: string): Generator<string> {
  for (const [, body = ""] of text.matchAll(/\/\*\*(?!\/)([\s\S]*?)\*\//g)) {
    const lines = body.split(/\r\n|\r|\n/).map((line) => line.replace(/^\s*\*?/, "").trim());
    const joined = lines.filter((line) => line !== "").join(" ");
    if (joined !== "") yield joined;
  }
}
