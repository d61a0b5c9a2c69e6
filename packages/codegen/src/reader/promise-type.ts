/** Return types: is it a promise, and of what? */
import { ts } from "ts-morph";

/** Whether a value of the type may have to be awaited: any of its members has a `then` that can be called. */
export function isPromise(type: ts.Type, node: ts.Node, checker: ts.TypeChecker): boolean {
  if (type.isUnion()) return type.types.some((member) => isPromise(member, node, checker));
  if (!(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection))) return false;
  const then = type.getProperty("then");
  return then !== undefined && checker.getTypeOfSymbolAtLocation(then, node).getCallSignatures().length > 0;
}
