/** Rule 3: whether a value of a type comes out of a worker as it went in. */
import { ts } from "ts-morph";

const CLONED_CLASSES: ReadonlySet<string> = new Set(["Date", "Map", "Set", "Uint8Array", "ReadonlyMap", "ReadonlySet"]);

export function isCloneable(type: ts.Type, checker: ts.TypeChecker, seen: ReadonlySet<ts.Type> = new Set()): boolean {
  if (seen.has(type)) return true;
  const within = new Set([...seen, type]);
  const areAll = (types: readonly ts.Type[]): boolean => types.every((each) => isCloneable(each, checker, within));
  const { flags } = type;
  if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.ESSymbolLike | ts.TypeFlags.Instantiable))
    return Boolean(flags & (ts.TypeFlags.TemplateLiteral | ts.TypeFlags.StringMapping));
  if (type.isUnionOrIntersection()) return areAll(type.types);
  if (!(flags & ts.TypeFlags.Object)) return !(flags & ts.TypeFlags.NonPrimitive);
  if (checker.isArrayLikeType(type)) return areAll(checker.getTypeArguments(type as ts.TypeReference));
  const symbol = type.getSymbol();
  if (symbol && CLONED_CLASSES.has(symbol.name) && isLibrary(symbol))
    return symbol.name.endsWith("Array") || areAll(checker.getTypeArguments(type as ts.TypeReference));
  if (type.getCallSignatures().length + type.getConstructSignatures().length > 0) return false;
  if (symbol && symbol.flags & ts.SymbolFlags.Class) return false;
  const indexed = checker.getIndexInfosOfType(type).map((info) => info.type);
  return areAll([...type.getProperties().map((property) => checker.getTypeOfSymbol(property)), ...indexed]);
}

function isLibrary(symbol: ts.Symbol): boolean {
  return (symbol.declarations ?? []).some((declaration) => declaration.getSourceFile().isDeclarationFile);
}
