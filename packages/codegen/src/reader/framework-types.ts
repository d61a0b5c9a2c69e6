/** Types that the runtime fills in by itself, under whatever name: no model can send them (B3). */
import { ts } from "ts-morph";
import { declaringPackage, isGlobalDeclaration, type ReadFile } from "./declared-where.ts";

export type FrameworkType = "ctx" | "agent" | "team" | "toolCall" | "signal";

export const RUNTIME_PACKAGE = "@runa/runtime";

const RUNTIME_TYPES: ReadonlyMap<string, FrameworkType> = new Map([
  ["RunContext", "ctx"],
  ["Agent", "agent"],
  ["Team", "team"],
  ["ToolCall", "toolCall"],
]);

export interface FrameworkTypes {
  /** Which one it is; `T | undefined` and `T | null` count, and so do subclasses. */
  frameworkTypeOf(type: ts.Type): FrameworkType | undefined;
}

export function createFrameworkTypes(
  checker: ts.TypeChecker,
  readFile: ReadFile = (path) => ts.sys.readFile(path),
): FrameworkTypes {
  const known = new Map<ts.Symbol, FrameworkType | undefined>();

  const ofSymbol = (symbol: ts.Symbol): FrameworkType | undefined => {
    if (!known.has(symbol)) known.set(symbol, frameworkSymbol(symbol, readFile));
    return known.get(symbol);
  };

  const ofObject = (type: ts.Type): FrameworkType | undefined => {
    const own = (type.aliasSymbol && ofSymbol(type.aliasSymbol)) ?? (type.symbol && ofSymbol(type.symbol));
    if (own || !type.isClassOrInterface()) return own ?? ofTarget(type);
    if (!(type.symbol.flags & ts.SymbolFlags.Class)) return undefined;
    return checker.getBaseTypes(type).map(ofObject).find(Boolean);
  };

  /** `Agent<Context>` is a reference to the class. */
  const ofTarget = (type: ts.Type): FrameworkType | undefined => {
    const { target } = type as Partial<ts.TypeReference>;
    return target && target !== type && type.symbol?.flags & ts.SymbolFlags.Class ? ofObject(target) : undefined;
  };

  const frameworkTypeOf = (type: ts.Type): FrameworkType | undefined => {
    if (type.isUnion()) {
      if (!type.types.some((member) => member.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)))
        return undefined;
      const nothing = ts.TypeFlags.Undefined | ts.TypeFlags.Null | ts.TypeFlags.Void;
      const members = type.types.filter((member) => !(member.flags & nothing));
      const [first] = members.map(frameworkTypeOf);
      return members.every((member) => frameworkTypeOf(member) === first) ? first : undefined;
    }
    if (type.isIntersection()) return type.types.map(frameworkTypeOf).find(Boolean);
    return type.flags & ts.TypeFlags.Object ? ofObject(type) : undefined;
  };

  return { frameworkTypeOf };
}

function frameworkSymbol(symbol: ts.Symbol, readFile: ReadFile): FrameworkType | undefined {
  const declarations = symbol.declarations ?? [];
  if (symbol.name === "AbortSignal") return declarations.some(isGlobalDeclaration) ? "signal" : undefined;
  const type = RUNTIME_TYPES.get(symbol.name);
  const isTheRuntimes = (declaration: ts.Node): boolean => declaringPackage(declaration, readFile) === RUNTIME_PACKAGE;
  // The name first: to find out the package of a declaration may mean to read files.
  return type && declarations.some(isTheRuntimes) ? type : undefined;
}
