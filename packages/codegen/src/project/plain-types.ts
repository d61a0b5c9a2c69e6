/**
 * Which stretches of a signature cannot hold an error, once every name in them is known to resolve: so that the compiler
 * need not be asked about the many that are made of keywords, literals, lists, objects and names without arguments.
 */
import type { JsonValue } from "@runa/runtime/manifest";
import { ts } from "ts-morph";
import { literalValueOf } from "../reader/literal-value.ts";

/** `false` means "ask the compiler", not "wrong". */
export function isPlain(node: ts.Node, checker: ts.TypeChecker): boolean {
  if (ts.isParameter(node)) return isPlainParameter(node, checker);
  if (ts.isInterfaceDeclaration(node))
    return (
      !node.typeParameters && !node.heritageClauses && node.members.every((member) => isPlainMember(member, checker))
    );
  if (ts.isTypeAliasDeclaration(node)) return !node.typeParameters && isPlainType(node.type, checker);
  return ts.isTypeNode(node) && isPlainType(node, checker);
}

function isPlainParameter({ name, type, initializer }: ts.ParameterDeclaration, checker: ts.TypeChecker): boolean {
  if (!ts.isIdentifier(name) || (type && !isPlainType(type, checker))) return false;
  if (initializer === undefined) return true;
  const value = literalValueOf(initializer);
  if (value === undefined || type === undefined) return value !== undefined;
  return isLiteralOf(value, checker.getTypeFromTypeNode(type));
}

/** `"c"` for `string` and for `"c" | "f"`. */
function isLiteralOf(value: JsonValue, type: ts.Type): boolean {
  if (type.isUnion() && !(type.flags & ts.TypeFlags.Boolean))
    return type.types.some((member) => isLiteralOf(value, member));
  if (type.isStringLiteral() || type.isNumberLiteral())
    return !(type.flags & ts.TypeFlags.EnumLike) && type.value === value;
  switch (typeof value) {
    case "string":
      return Boolean(type.flags & ts.TypeFlags.String);
    case "number":
      return Boolean(type.flags & ts.TypeFlags.Number);
    case "boolean":
      return Boolean(type.flags & ts.TypeFlags.Boolean);
    default:
      return false;
  }
}

function isPlainMember(member: ts.TypeElement, checker: ts.TypeChecker): boolean {
  return (
    ts.isPropertySignature(member) &&
    !ts.isComputedPropertyName(member.name) &&
    (member.type === undefined || isPlainType(member.type, checker))
  );
}

function isPlainType(type: ts.TypeNode, checker: ts.TypeChecker): boolean {
  const areAllPlain = (nodes: readonly ts.TypeNode[]): boolean => nodes.every((node) => isPlainType(node, checker));
  if (ts.isLiteralTypeNode(type) || isKeyword(type)) return true;
  if (ts.isArrayTypeNode(type)) return isPlainType(type.elementType, checker);
  if (ts.isParenthesizedTypeNode(type)) return isPlainType(type.type, checker);
  if (ts.isUnionTypeNode(type)) return areAllPlain(type.types);
  if (ts.isTypeLiteralNode(type)) return type.members.every((member) => isPlainMember(member, checker));
  if (!ts.isTypeReferenceNode(type)) return false;
  const { typeName, typeArguments = [] } = type;
  if (typeArguments.length > 0)
    return ts.isIdentifier(typeName) && TAKE_ANYTHING.has(typeName.text) && areAllPlain(typeArguments);
  return ts.isIdentifier(typeName) && takesNoArguments(type, typeName, checker);
}

/** One type argument, without a constraint. A type of one's own by that name is checked no less for it. */
const TAKE_ANYTHING: ReadonlySet<string> = new Set(["Promise", "Array", "ReadonlyArray", "Set", "Partial", "Readonly"]);

/** The type is resolved for the signature in any case; asking for the symbol of a name looks it up once more. */
function takesNoArguments(reference: ts.TypeReferenceNode, name: ts.Identifier, checker: ts.TypeChecker): boolean {
  const type = checker.getTypeFromTypeNode(reference);
  const own = type.aliasSymbol ?? type.getSymbol();
  const symbol = own?.name === name.text ? own : checker.getSymbolAtLocation(name);
  return (symbol?.declarations ?? []).every(
    (declaration) =>
      ts.isEnumDeclaration(declaration) ||
      ((ts.isInterfaceDeclaration(declaration) ||
        ts.isTypeAliasDeclaration(declaration) ||
        ts.isClassDeclaration(declaration)) &&
        declaration.typeParameters === undefined),
  );
}

function isKeyword(type: ts.TypeNode): boolean {
  return type.kind >= ts.SyntaxKind.FirstKeyword && type.kind <= ts.SyntaxKind.LastKeyword;
}
