/** From the compiler's nodes to the doc comment that belongs to them, as data. */
import { ts } from "ts-morph";
import type { DocComment } from "../signature/doc-comment.ts";
import { parseDocComment } from "./parse-doc-comment.ts";

/**
 * The nearest doc comment of a declaration, a parameter, a property, an enum member, or a member of a union type.
 *
 * Of several blocks the last one counts, `//` never does. Of a function that is the value of a variable, or passed
 * to a call that is (`export const refund = tool(function …)`), the comment on the statement wins over the one on the
 * function, whichever of the two nodes is given.
 */
export function readDocComment(declaration: ts.Node): DocComment | undefined {
  const source = declaration.getSourceFile();
  for (const carrier of carriersOf(declaration)) {
    const range = nearestComment(carrier, source);
    if (range === undefined) continue;
    const { line, character } = source.getLineAndCharacterOfPosition(range.pos);
    const start = { file: source.fileName, line: line + 1, column: character + 1 };
    return parseDocComment(source.text.slice(range.pos, range.end), start);
  }
  return undefined;
}

/** A stretch of text in which a comment may stand. */
interface Carrier {
  readonly from: number;
  /** Where the thing begins that the comment is about; absent where only lines of its own can hold it. */
  readonly to?: number;
}

function carriersOf(node: ts.Node): Carrier[] {
  const outer = ts.isFunctionExpression(node) || ts.isArrowFunction(node) ? holderOf(node) : node;
  if (ts.isVariableDeclaration(outer)) {
    const list = outer.parent;
    const isFirst = ts.isVariableDeclarationList(list) && list.declarations[0] === outer;
    const statement = isFirst && ts.isVariableStatement(list.parent) ? list.parent : undefined;
    return [statement, outer, innerFunction(outer.initializer)].flatMap(toCarrier);
  }
  if (ts.isExportAssignment(outer)) return [outer, innerFunction(outer.expression)].flatMap(toCarrier);
  if (ts.isTypeNode(outer) && ts.isUnionTypeNode(outer.parent))
    return [...toCarrier(outer), beforeBar(outer, outer.parent)];
  return toCarrier(outer);
}

function toCarrier(node: ts.Node | undefined): Carrier[] {
  return node === undefined ? [] : [{ from: node.getFullStart(), to: node.getStart(undefined, false) }];
}

/**
 * A comment on a union member usually stands before its `|`, which is outside of the member's node. Between members on
 * one line nobody can tell whose it is.
 */
function beforeBar(member: ts.TypeNode, union: ts.UnionTypeNode): Carrier {
  const previous = union.types[union.types.indexOf(member) - 1];
  return { from: previous?.end ?? union.getFullStart() };
}

/** The declaration whose value a function expression is. */
function holderOf(node: ts.Node): ts.Node {
  let inner = node;
  while (isWrapper(inner.parent, inner)) inner = inner.parent;
  const { parent } = inner;
  const isHolder = ts.isVariableDeclaration(parent) || ts.isExportAssignment(parent) || ts.isPropertyAssignment(parent);
  return isHolder ? parent : node;
}

function isWrapper(parent: ts.Node, inner: ts.Node): boolean {
  return (
    ts.isParenthesizedExpression(parent) ||
    ts.isAsExpression(parent) ||
    ts.isSatisfiesExpression(parent) ||
    (ts.isCallExpression(parent) && parent.arguments[0] === inner)
  );
}

function innerFunction(expression: ts.Expression | undefined): ts.Node | undefined {
  let inner = expression;
  while (inner !== undefined) {
    if (ts.isFunctionExpression(inner) || ts.isArrowFunction(inner)) return inner;
    if (ts.isCallExpression(inner)) inner = inner.arguments[0];
    else if (ts.isParenthesizedExpression(inner) || ts.isAsExpression(inner) || ts.isSatisfiesExpression(inner)) {
      inner = inner.expression;
    } else return undefined;
  }
  return undefined;
}

/**
 * A comment on the line of the token before (`a: string; /** about a *\/`) belongs to what follows only if that begins
 * on the same line (`(/** the city *\/ city: string)`).
 */
function nearestComment({ from, to }: Carrier, source: ts.SourceFile): ts.CommentRange | undefined {
  const { text } = source;
  // Nearly all declarations stand without a comment, which is seen sooner than it is scanned for.
  if (to !== undefined && (from === to || !text.slice(from, to).includes("/**"))) return undefined;
  const isDoc = (range: ts.CommentRange) => /^\/\*\*(?!\/)/.test(text.slice(range.pos, range.pos + 4));
  const leading = ts.getLeadingCommentRanges(text, from)?.findLast(isDoc);
  if (leading !== undefined || to === undefined) return leading;
  const trailing = ts.getTrailingCommentRanges(text, from)?.findLast(isDoc);
  return trailing !== undefined && !/[\n\r]/.test(text.slice(trailing.end, to)) ? trailing : undefined;
}
