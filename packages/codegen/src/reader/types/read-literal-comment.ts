/**
 * The comment on a member of a union of literals: before it, as everywhere, or after it on its line, unless the `|` of
 * the next one stands before it.
 */
import { ts } from "ts-morph";
import { parseDocComment } from "../parse-doc-comment.ts";
import { readDocComment } from "../read-doc-comment.ts";

export function readLiteralComment(literal: ts.Node): string | undefined {
  const { parent } = literal;
  if (!ts.isLiteralTypeNode(literal)) {
    return ts.isPropertyAssignment(parent) ? readDocComment(parent)?.text : undefined;
  }
  if (!ts.isUnionTypeNode(parent)) return undefined;
  return readDocComment(literal)?.text ?? trailingComment(literal);
}

/** What follows on the line: blanks, comments, and the `;` that ends the type. */
function trailingComment(literal: ts.Node): string | undefined {
  const file = literal.getSourceFile();
  const [after = ""] = /^(?:[ \t;]|\/\*[\s\S]*?\*\/)*/.exec(file.text.slice(literal.end, literal.end + LONGEST)) ?? [];
  const [comment] = /\/\*\*(?!\/)[\s\S]*?\*\//.exec(after) ?? [];
  return comment && parseDocComment(comment, { file: file.fileName, line: 1, column: 1 }).text;
}

/** A comment that is longer than this is about more than one literal. */
const LONGEST = 1000;
