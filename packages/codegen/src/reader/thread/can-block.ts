/** Whether a function could hold up the thread that it runs on: by what it says, not by what it is given. */
import { ts } from "ts-morph";
import { CHEAP_FUNCTIONS, CHEAP_METHODS, CHEAP_NAMESPACES } from "./known-names.ts";

/** A loop, a regular expression, or a call of anything but a cheap builtin; so recursion counts too. */
export function canBlock(body: ts.Node, checker: ts.TypeChecker): boolean {
  return slow(body, checker) ?? false;
}

function slow(node: ts.Node, checker: ts.TypeChecker): true | undefined {
  if (ts.isTypeNode(node)) return undefined;
  if (
    ts.isIterationStatement(node, false) ||
    ts.isRegularExpressionLiteral(node) ||
    ts.isTaggedTemplateExpression(node)
  )
    return true;
  if (ts.isYieldExpression(node) || ts.isSpreadElement(node) || node.kind === ts.SyntaxKind.ImportKeyword) return true;
  if ((ts.isCallExpression(node) || ts.isNewExpression(node)) && !isCheapCall(node.expression, checker)) return true;
  return ts.forEachChild(node, (child) => slow(child, checker));
}

function isCheapCall(callee: ts.Expression, checker: ts.TypeChecker): boolean {
  if (ts.isIdentifier(callee)) return CHEAP_FUNCTIONS.has(callee.text) && isGlobal(callee, checker);
  if (!ts.isPropertyAccessExpression(callee)) return false;
  const { expression, name } = callee;
  if (ts.isIdentifier(expression) && CHEAP_NAMESPACES.has(expression.text) && isGlobal(expression, checker))
    return true;
  return CHEAP_METHODS.has(name.text) && isGlobal(name, checker);
}

/** Declared in a declaration file, as the library is: not a function of the user's own by that name. */
function isGlobal(name: ts.MemberName, checker: ts.TypeChecker): boolean {
  const declarations = checker.getSymbolAtLocation(name)?.declarations ?? [];
  return declarations.length > 0 && declarations.every((declaration) => declaration.getSourceFile().isDeclarationFile);
}
