/**
 * Rule 4, for constants and variables of a module: whether what a worker finds there is the same as here, at any time.
 */
import { ts } from "ts-morph";
import { READ_METHODS } from "./known-names.ts";
import type { Refusal } from "./refusal.ts";
import { isReference, writtenRoot } from "./walk.ts";

export function refuseBinding(declaration: ts.VariableDeclaration, checker: ts.TypeChecker): Refusal {
  const name = declaration.name.getText();
  if (!ts.isIdentifier(declaration.name) || declaration.initializer === undefined)
    return `reads "${name}", whose value is not known`;
  const symbol = checker.getSymbolAtLocation(declaration.name);
  const file = declaration.getSourceFile();
  const uses = symbol ? usesOf(symbol, file, checker) : [];
  if (uses.some((use) => isReassigned(use))) return `reads "${name}", which is assigned to`;
  const value = declaration.initializer;
  const type = checker.getTypeAtLocation(declaration);
  if (isPrimitive(type)) return undefined;
  if (ts.isRegularExpressionLiteral(value))
    return /[gy][a-z]*$/.test(value.text) ? `uses "${name}", a regular expression that keeps its place` : undefined;
  if (ts.isAsExpression(value) && value.type.getText() === "const") return undefined;
  if (isExported(declaration)) return `reads "${name}", which other modules could change`;
  return uses.every((use) => isOnlyRead(use, checker)) ? undefined : `reads "${name}", which could be changed`;
}

export function isPrimitive(type: ts.Type): boolean {
  if (type.isUnion()) return type.types.every(isPrimitive);
  const primitive =
    ts.TypeFlags.StringLike |
    ts.TypeFlags.NumberLike |
    ts.TypeFlags.BooleanLike |
    ts.TypeFlags.BigIntLike |
    ts.TypeFlags.Null |
    ts.TypeFlags.Undefined |
    ts.TypeFlags.Void;
  return Boolean(type.flags & primitive);
}

function usesOf(symbol: ts.Symbol, file: ts.SourceFile, checker: ts.TypeChecker): readonly ts.Identifier[] {
  const uses: ts.Identifier[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node.text === symbol.name && isReference(node) && meant(node, checker) === symbol)
      uses.push(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return uses;
}

function meant(node: ts.Identifier, checker: ts.TypeChecker): ts.Symbol | undefined {
  return ts.isShorthandPropertyAssignment(node.parent)
    ? checker.getShorthandAssignmentValueSymbol(node.parent)
    : checker.getSymbolAtLocation(node);
}

/** `x = …`, `x++`, or any destructuring that ends in it. */
function isReassigned(use: ts.Identifier): boolean {
  if (writtenRoot(use.parent) === use) return true;
  const pattern = ts.findAncestor(
    use,
    (node) => ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken,
  );
  return (
    pattern !== undefined &&
    ts.isBinaryExpression(pattern) &&
    (ts.isArrayLiteralExpression(pattern.left) || ts.isObjectLiteralExpression(pattern.left)) &&
    use.pos >= pattern.left.pos &&
    use.end <= pattern.left.end
  );
}

function isExported(declaration: ts.VariableDeclaration): boolean {
  if (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Export) return true;
  const name = declaration.name.getText();
  return declaration
    .getSourceFile()
    .statements.some(
      (statement) =>
        (ts.isExportAssignment(statement) && statement.expression.getText() === name) ||
        (ts.isExportDeclaration(statement) &&
          statement.exportClause !== undefined &&
          ts.isNamedExports(statement.exportClause) &&
          statement.exportClause.elements.some((element) => (element.propertyName ?? element.name).text === name)),
    );
}

/** Reading a primitive out of it, asking a list, going over primitives, comparing. Passing it on counts as a write. */
function isOnlyRead(use: ts.Identifier, checker: ts.TypeChecker): boolean {
  let access: ts.Expression = use;
  while (isAccessOf(access.parent, access)) {
    const outer = access.parent;
    const call = outer.parent;
    if (ts.isCallExpression(call) && call.expression === outer) return isReadCall(outer, call, checker);
    access = outer;
    if (isPrimitive(checker.getTypeAtLocation(access))) return !isWritten(access);
  }
  const { parent } = access;
  if (ts.isForOfStatement(parent) || ts.isSpreadElement(parent)) return hasPrimitiveElements(access, checker);
  return ts.isBinaryExpression(parent) && COMPARISONS.has(parent.operatorToken.kind);
}

function isAccessOf(node: ts.Node, inner: ts.Node): node is ts.PropertyAccessExpression | ts.ElementAccessExpression {
  return (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) && node.expression === inner;
}

function isReadCall(
  access: ts.PropertyAccessExpression | ts.ElementAccessExpression,
  call: ts.CallExpression,
  checker: ts.TypeChecker,
): boolean {
  if (!ts.isPropertyAccessExpression(access) || !READ_METHODS.has(access.name.text)) return false;
  const declarations = checker.getSymbolAtLocation(access.name)?.declarations ?? [];
  const isLibrarys = declarations.every((declaration) => declaration.getSourceFile().isDeclarationFile);
  return (
    isLibrarys && (isPrimitive(checker.getTypeAtLocation(call)) || hasPrimitiveElements(access.expression, checker))
  );
}

function hasPrimitiveElements(node: ts.Expression, checker: ts.TypeChecker): boolean {
  const elements = checker.getTypeArguments(checker.getTypeAtLocation(node) as ts.TypeReference);
  return elements.length > 0 && elements.every(isPrimitive);
}

function isWritten(access: ts.Expression): boolean {
  return writtenRoot(access.parent) !== undefined && !isRightSide(access);
}

function isRightSide(access: ts.Expression): boolean {
  return ts.isBinaryExpression(access.parent) && access.parent.right === access;
}

const COMPARISONS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.InKeyword,
]);
