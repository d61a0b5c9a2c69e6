/** Going over the nodes of a function body. */
import { ts } from "ts-morph";
import type { Refusal } from "./refusal.ts";

/** The first refusal in reading order. Types say nothing at run time, so they are left out. */
export function firstRefusal(node: ts.Node, refuse: (node: ts.Node) => Refusal): Refusal {
  if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return undefined;
  return refuse(node) ?? ts.forEachChild(node, (child) => firstRefusal(child, refuse));
}

/** Whether an identifier is read or written as a value; not the name of a property or of a declaration. */
export function isReference(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isPropertyAssignment(parent) || ts.isBindingElement(parent)) return parent.initializer === node;
  if (ts.isShorthandPropertyAssignment(parent)) return true;
  if (ts.isVariableDeclaration(parent) || ts.isParameter(parent)) return parent.initializer === node;
  if (ts.isPropertyDeclaration(parent) || ts.isEnumMember(parent)) return parent.initializer === node;
  const names =
    ts.isFunctionLike(parent) ||
    ts.isClassLike(parent) ||
    ts.isLabeledStatement(parent) ||
    ts.isBreakOrContinueStatement(parent) ||
    ts.isImportSpecifier(parent) ||
    ts.isImportClause(parent) ||
    ts.isNamespaceImport(parent) ||
    ts.isExportSpecifier(parent) ||
    ts.isMetaProperty(parent);
  return !names || (ts.isArrowFunction(parent) && parent.body === node);
}

/** What is assigned to, counted up or deleted by this node, down to the name that it begins with. */
export function writtenRoot(node: ts.Node): ts.Identifier | undefined {
  const target = writeTarget(node);
  if (target === undefined) return undefined;
  let root: ts.Expression = target;
  while (
    ts.isPropertyAccessExpression(root) ||
    ts.isElementAccessExpression(root) ||
    ts.isNonNullExpression(root) ||
    ts.isParenthesizedExpression(root)
  )
    root = root.expression;
  return ts.isIdentifier(root) ? root : undefined;
}

function writeTarget(node: ts.Node): ts.Expression | undefined {
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    const isAssignment = kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
    return isAssignment ? node.left : undefined;
  }
  if (ts.isDeleteExpression(node)) return node.expression;
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
    const counts = node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken;
    return counts ? node.operand : undefined;
  }
  if (ts.isForOfStatement(node) || ts.isForInStatement(node))
    return ts.isVariableDeclarationList(node.initializer) ? undefined : node.initializer;
  return undefined;
}
