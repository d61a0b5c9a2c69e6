/** The members of a union, and what the compiler still knows of how it was put together. */
import { ts } from "ts-morph";

const UNDEFINED = ts.TypeFlags.Undefined | ts.TypeFlags.Void;

export function includesUndefined(type: ts.Type): boolean {
  const members = type.isUnion() ? type.types : [type];
  return members.some((member) => member.flags & UNDEFINED);
}

export interface Stripped {
  readonly type: ts.Type;
  /** Where no type of the compiler is what remains. */
  readonly members?: readonly ts.Type[];
}

/** Without `undefined`: a property that may be it is optional, and JSON has no such value. */
export function withoutUndefined(checker: ts.TypeChecker, type: ts.Type): Stripped {
  if (!type.isUnion()) return { type };
  const members = type.types.filter((member) => !(member.flags & UNDEFINED));
  const [first] = members;
  if (members.length === type.types.length) return { type };
  if (!first) return { type: checker.getUndefinedType() };
  if (members.length === 1) return { type: first };
  const whole = partsOf(type).filter((part) => !(part.flags & UNDEFINED));
  const [alias] = whole;
  if (whole.length === 1 && alias) return { type: alias };
  if (members.every((member) => member.flags & ts.TypeFlags.BooleanLiteral)) return { type: checker.getBooleanType() };
  const declared = wholeEnum(checker, members);
  return declared ? { type: declared } : { type, members };
}

/** `Shape | null`, where `Shape` is itself a union: it. */
export function sharedPart(type: ts.Type): ts.UnionType | undefined {
  if (!type.isUnion()) return undefined;
  const parts = partsOf(type);
  const [shared] = parts.filter((part) => !(part.flags & ts.TypeFlags.Null));
  const isWithNull = parts.length === 2 && parts.some((part) => part.flags & ts.TypeFlags.Null);
  return isWithNull && shared?.isUnion() && shared.aliasSymbol ? shared : undefined;
}

/**
 * The parts that a union was made of, aliases kept whole. `origin` is internal to the compiler, which prints types from
 * it; without it an alias within a union is only not recognised, and its members are read one by one.
 */
function partsOf(type: ts.UnionType): readonly ts.Type[] {
  const { origin } = type as { readonly origin?: ts.Type };
  return origin?.isUnion() ? origin.types : type.types;
}

/** The members in question, `true | false` as `boolean`. */
export function membersOf(
  checker: ts.TypeChecker,
  question: { readonly type: ts.Type; readonly members?: readonly ts.Type[] },
): readonly ts.Type[] {
  const members = question.members ?? (question.type.isUnion() ? question.type.types : [question.type]);
  const booleans = members.filter((member) => member.flags & ts.TypeFlags.BooleanLiteral);
  if (booleans.length < 2) return members;
  return [...members.filter((member) => !booleans.includes(member)), checker.getBooleanType()];
}

/** `unit?: Unit` dissolves the enum into its members; this puts it together again. */
function wholeEnum(checker: ts.TypeChecker, members: readonly ts.Type[]): ts.Type | undefined {
  const [first] = members;
  if (!first || !members.every((member) => member.flags & ts.TypeFlags.EnumLiteral)) return undefined;
  const declaration = first.symbol?.declarations?.[0]?.parent;
  const symbol =
    declaration && ts.isEnumDeclaration(declaration) ? checker.getSymbolAtLocation(declaration.name) : undefined;
  const type = symbol && checker.getDeclaredTypeOfSymbol(symbol);
  if (!type?.isUnion() || type.types.length !== members.length) return undefined;
  return type.types.every((member) => members.includes(member)) ? type : undefined;
}
