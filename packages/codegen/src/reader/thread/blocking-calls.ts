/** Calls that are known to stop the thread until something outside has answered. */
import { ts } from "ts-morph";

/** By its text, which is sooner searched than its nodes are visited. */
export function mayBlock(body: ts.Node): boolean {
  const { text } = body.getSourceFile();
  return /Sync\b|Atomics/.test(text.slice(body.pos, body.end));
}

/** The first such call in a body, as written: `readFileSync`, `Atomics.wait`. */
export function findBlockingCall(body: ts.Node, checker: ts.TypeChecker): ts.Expression | undefined {
  if (ts.isCallExpression(body) && isBlocking(body.expression, checker)) return body.expression;
  return ts.forEachChild(body, (child) => findBlockingCall(child, checker));
}

function isBlocking(callee: ts.Expression, checker: ts.TypeChecker): boolean {
  const name = ts.isPropertyAccessExpression(callee) ? callee.name : callee;
  if (!ts.isIdentifier(name)) return false;
  if (callee.getText() === "Atomics.wait") return true;
  return /\wSync$/.test(name.text) && !isUsersOwn(name, checker);
}

/** A function of that name whose body is in the project may do anything. */
function isUsersOwn(name: ts.Identifier, checker: ts.TypeChecker): boolean {
  const symbol = checker.getSymbolAtLocation(name);
  const target = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  return (target?.declarations ?? []).some((declaration) => !declaration.getSourceFile().isDeclarationFile);
}
