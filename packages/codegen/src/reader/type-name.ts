/** Names for `$defs`: `Box_string` for `Box<string>`. Not unique; whoever writes them tells equal ones apart. */
import { ts } from "ts-morph";
import { anyLiteralValueOf } from "./written/matches-written.ts";

const LONGEST = 64;

export function typeName(checker: ts.TypeChecker, symbol: ts.Symbol, args: readonly ts.Type[]): string {
  const own = symbol.name === "default" ? (declaredName(symbol) ?? "Default") : symbol.name;
  const names = [own, ...args.map((argument) => argumentName(checker, argument))];
  return names
    .join("_")
    .replace(/[^A-Za-z0-9_]+/g, "_")
    .replace(/^(?=\d)|^$/, "_")
    .slice(0, LONGEST);
}

function declaredName(symbol: ts.Symbol): string | undefined {
  const [declaration] = symbol.declarations ?? [];
  const name = declaration && ts.getNameOfDeclaration(declaration);
  return name && ts.isIdentifier(name) ? name.text : undefined;
}

function argumentName(checker: ts.TypeChecker, type: ts.Type): string {
  const value = anyLiteralValueOf(type);
  if (value !== undefined) return String(value);
  if (type.aliasSymbol) return typeName(checker, type.aliasSymbol, type.aliasTypeArguments ?? []);
  if (type.flags & ts.TypeFlags.Boolean) return "boolean";
  if (type.isUnion())
    return [...type.types]
      .map((member) => argumentName(checker, member))
      .sort()
      .join("_");
  const { symbol } = type;
  if (symbol && !symbol.name.startsWith("__")) return typeName(checker, symbol, referenceArguments(checker, type));
  if (checker.isTupleType(type)) return "tuple";
  return symbol ? "object" : ((type as { readonly intrinsicName?: string }).intrinsicName ?? "type");
}

/** The arguments of a reference to a generic interface or class, without its own `this`. */
export function referenceArguments(checker: ts.TypeChecker, type: ts.Type): readonly ts.Type[] {
  if (!(type.flags & ts.TypeFlags.Object)) return [];
  const { target } = type as Partial<ts.TypeReference>;
  const count = target?.typeParameters?.length ?? 0;
  return target ? checker.getTypeArguments(type as ts.TypeReference).slice(0, count) : [];
}

/** A name for a type that contains itself and has none: after what it is declared for. */
export function nameOfNameless(checker: ts.TypeChecker, type: ts.Type, at: ts.Node): string {
  if (type.aliasSymbol) return typeName(checker, type.aliasSymbol, []);
  const [declaration = at] = (checker.isArrayType(type) ? undefined : type.symbol?.declarations) ?? [];
  const owner = ts.findAncestor(declaration, (node) => nameText(node) !== undefined);
  const text = (owner && nameText(owner)) ?? "Type";
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function nameText(node: ts.Node): string | undefined {
  const name = "name" in node ? (node as ts.NamedDeclaration).name : undefined;
  return name && ts.isIdentifier(name) ? name.text : undefined;
}
