/** Types that the runtime fills in by itself, under whatever name: no model can send them (B3). */
import { ts } from "ts-morph";
import { isGlobalDeclaration } from "./declared-where.ts";
import { isRuntimeSymbol } from "./runtime-symbols.ts";

export type FrameworkType = "ctx" | "agent" | "team" | "toolCall" | "signal";

const RUNTIME_TYPES: readonly (readonly [name: string, type: FrameworkType])[] = [
  ["RunContext", "ctx"],
  ["Agent", "agent"],
  ["Team", "team"],
  ["ToolCall", "toolCall"],
];

const NOTHING = ts.TypeFlags.Undefined | ts.TypeFlags.Null | ts.TypeFlags.Void;

/** Which one it is, if any; `T | undefined` and `T | null` count, and so do subclasses. */
export function frameworkTypeOf(type: ts.Type, checker: ts.TypeChecker): FrameworkType | undefined {
  if (type.isUnion()) {
    const [first, ...others] = type.types.filter((member) => !(member.flags & NOTHING));
    return first && others.length === 0 ? frameworkTypeOf(first, checker) : undefined;
  }
  if (type.isIntersection()) return firstOf(type.types, checker);
  return ofSymbol(type.aliasSymbol) ?? ofSymbol(type.symbol) ?? ofBases(type, checker);
}

function ofSymbol(symbol: ts.Symbol | undefined): FrameworkType | undefined {
  if (symbol?.name === "AbortSignal") return symbol.declarations?.some(isGlobalDeclaration) ? "signal" : undefined;
  return RUNTIME_TYPES.find(([name]) => isRuntimeSymbol(symbol, name))?.[1];
}

function ofBases(type: ts.Type, checker: ts.TypeChecker): FrameworkType | undefined {
  if (!type.symbol || !(type.symbol.flags & ts.SymbolFlags.Class)) return undefined;
  // `SupportAgent<string>` is a reference; the class itself is its target.
  const { target = type } = type as Partial<ts.TypeReference>;
  return target.isClassOrInterface() ? firstOf(checker.getBaseTypes(target), checker) : undefined;
}

function firstOf(types: readonly ts.Type[], checker: ts.TypeChecker): FrameworkType | undefined {
  for (const type of types) {
    const found = frameworkTypeOf(type, checker);
    if (found) return found;
  }
  return undefined;
}
