/** Initialisers that are literals, as the JSON that they stand for. */
import type { JsonValue } from "@runa/runtime/manifest";
import { ts } from "ts-morph";

/**
 * Strings, numbers, booleans, `null`, and arrays and objects of those. `undefined` for every other expression: what is
 * computed at run time is not known here.
 */
export function literalValueOf(expression: ts.Expression): JsonValue | undefined {
  const node = ts.skipPartiallyEmittedExpressions(expression);
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
    return literalValueOf(node.expression);
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isNumericLiteral(node)) return finite(Number(node.text));
  if (ts.isPrefixUnaryExpression(node) && ts.isNumericLiteral(node.operand)) {
    if (node.operator === ts.SyntaxKind.MinusToken) return finite(-Number(node.operand.text));
    if (node.operator === ts.SyntaxKind.PlusToken) return finite(Number(node.operand.text));
    return undefined;
  }
  switch (node.kind) {
    case ts.SyntaxKind.TrueKeyword:
      return true;
    case ts.SyntaxKind.FalseKeyword:
      return false;
    case ts.SyntaxKind.NullKeyword:
      return null;
  }
  if (ts.isArrayLiteralExpression(node)) return literalArray(node);
  if (ts.isObjectLiteralExpression(node)) return literalObject(node);
  return undefined;
}

/** JSON has no infinity. */
function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}

function literalArray(node: ts.ArrayLiteralExpression): JsonValue | undefined {
  const values: JsonValue[] = [];
  for (const element of node.elements) {
    const value = literalValueOf(element);
    if (value === undefined) return undefined;
    values.push(value);
  }
  return values;
}

function literalObject(node: ts.ObjectLiteralExpression): JsonValue | undefined {
  const entries: [string, JsonValue][] = [];
  for (const property of node.properties) {
    if (!ts.isPropertyAssignment(property) || ts.isComputedPropertyName(property.name)) return undefined;
    const value = literalValueOf(property.initializer);
    if (value === undefined) return undefined;
    entries.push([property.name.text, value]);
  }
  return Object.fromEntries(entries);
}
