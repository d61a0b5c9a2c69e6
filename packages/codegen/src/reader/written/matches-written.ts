/** Whether a type of the compiler may be the one that a node says. Used to find a union member's place, so a doubt is a yes. */
import { ts } from "ts-morph";
import { type Candidate, candidates } from "./candidates.ts";
import { startWalk } from "./declared-members.ts";
import { type Binding, referencedSymbol, typeParametersOf, type Written, writtenArguments } from "./written.ts";

/** The flag of the type that a keyword stands for. */
const KEYWORDS: ReadonlyMap<ts.SyntaxKind, ts.TypeFlags> = new Map([
  [ts.SyntaxKind.StringKeyword, ts.TypeFlags.String],
  [ts.SyntaxKind.NumberKeyword, ts.TypeFlags.Number],
  [ts.SyntaxKind.BooleanKeyword, ts.TypeFlags.Boolean],
  [ts.SyntaxKind.BigIntKeyword, ts.TypeFlags.BigInt],
  [ts.SyntaxKind.ObjectKeyword, ts.TypeFlags.NonPrimitive],
  [ts.SyntaxKind.SymbolKeyword, ts.TypeFlags.ESSymbol],
]);

/** Types that contain themselves: after so many steps they are taken for the same. */
const DEEPEST_COMPARISON = 4;

export function matchesWritten(checker: ts.TypeChecker, type: ts.Type, written: Written, depth = 0): boolean {
  const { node } = written;
  if (depth > DEEPEST_COMPARISON) return true;
  if (ts.isTypeNode(node) && written.bindings.size === 0 && checker.getTypeFromTypeNode(node) === type) return true;
  const keyword = KEYWORDS.get(node.kind);
  if (keyword !== undefined) return (type.flags & keyword) !== 0;
  if (ts.isLiteralTypeNode(node)) return (type.flags & ts.TypeFlags.Null) !== 0;
  if (ts.isArrayTypeNode(node)) {
    const [element] = arrayElement(checker, type);
    return element !== undefined && matchesNode(checker, element, { ...written, node: node.elementType }, depth);
  }
  if (ts.isTupleTypeNode(node)) return matchesTuple(checker, type, written, node, depth);
  if (ts.isTemplateLiteralTypeNode(node)) return matchesTemplate(type, node);
  if (ts.isTypeReferenceNode(node) || ts.isImportTypeNode(node) || ts.isExpressionWithTypeArguments(node)) {
    return matchesReference(checker, type, written, depth);
  }
  const isDeclaredThere = type.symbol?.declarations?.includes(node as ts.Declaration) ?? false;
  return isDeclaredThere && matchesAliasArguments(checker, type, written, depth);
}

function arrayElement(checker: ts.TypeChecker, type: ts.Type): readonly ts.Type[] {
  return checker.isArrayType(type) ? checker.getTypeArguments(type as ts.TypeReference) : [];
}

function matchesTuple(
  checker: ts.TypeChecker,
  type: ts.Type,
  written: Written,
  node: ts.TupleTypeNode,
  depth: number,
): boolean {
  if (!checker.isTupleType(type)) return false;
  const elements = checker.getTypeArguments(type as ts.TypeReference);
  if (elements.length !== node.elements.length) return false;
  return node.elements.every((element, index) => {
    const type = elements[index];
    return (
      type !== undefined &&
      (ts.isRestTypeNode(element) || matchesNode(checker, type, { ...written, node: element }, depth))
    );
  });
}

function matchesTemplate(type: ts.Type, node: ts.TemplateLiteralTypeNode): boolean {
  if (!(type.flags & ts.TypeFlags.TemplateLiteral)) return false;
  const { texts } = type as ts.TemplateLiteralType;
  const [head = ""] = texts;
  const tail = texts[texts.length - 1] ?? "";
  const nodeTail = node.templateSpans[node.templateSpans.length - 1]?.literal.text ?? "";
  return head.startsWith(node.head.text) && tail.endsWith(nodeTail);
}

function matchesReference(checker: ts.TypeChecker, type: ts.Type, written: Written, depth: number): boolean {
  const symbol = referencedSymbol(checker, written.node);
  if (!symbol || type.symbol !== symbol) return false;
  const args = isReference(type) ? checker.getTypeArguments(type) : [];
  return writtenArguments(written).every((binding, index) => {
    const argument = args[index];
    return argument === undefined || matchesBinding(checker, argument, binding, depth);
  });
}

function isReference(type: ts.Type): type is ts.TypeReference {
  return (
    (type.flags & ts.TypeFlags.Object) !== 0 && ((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference) !== 0
  );
}

/** `Pair<string> | Pair<number>`: one type literal, told apart by the arguments of the alias around it. */
function matchesAliasArguments(checker: ts.TypeChecker, type: ts.Type, written: Written, depth: number): boolean {
  const [alias] = type.aliasSymbol?.declarations ?? [];
  if (!alias) return true;
  return typeParametersOf(alias).every((parameter, index) => {
    const symbol = checker.getSymbolAtLocation(parameter.name);
    const binding = symbol && written.bindings.get(symbol);
    const argument = type.aliasTypeArguments?.[index];
    return !binding || !argument || matchesBinding(checker, argument, binding, depth);
  });
}

function matchesBinding(checker: ts.TypeChecker, type: ts.Type, binding: Binding, depth: number): boolean {
  if (binding.kind === "type") return binding.type === type;
  if (binding.kind === "key") return literalValueOf(type) === binding.key;
  return matchesNode(checker, type, binding.written, depth);
}

/** The node may be an alias or a union: one of what it stands for has to match, for each member of the type. */
function matchesNode(checker: ts.TypeChecker, type: ts.Type, written: Written, depth: number): boolean {
  const isUnion = type.isUnion() && !(type.flags & ts.TypeFlags.Boolean);
  const members = isUnion ? type.types : [type];
  const found = [...candidates(startWalk(checker, false), written)];
  return members.every((member) => found.some((candidate) => matchesCandidate(checker, member, candidate, depth + 1)));
}

function matchesCandidate(checker: ts.TypeChecker, type: ts.Type, candidate: Candidate, depth: number): boolean {
  if (candidate.kind === "value") return literalValueOf(type) === candidate.value;
  if (candidate.kind === "enum-member") return type.symbol === candidate.symbol;
  if (candidate.written.node.kind === ts.SyntaxKind.BooleanKeyword && type.flags & ts.TypeFlags.BooleanLiteral) {
    return true;
  }
  return matchesWritten(checker, type, candidate.written, depth);
}

/** The value of a literal type that is no enum member. */
export function literalValueOf(type: ts.Type): string | number | boolean | bigint | undefined {
  if (type.flags & ts.TypeFlags.EnumLiteral) return undefined;
  return anyLiteralValueOf(type);
}

/** The value of a literal type, enum members included. */
export function anyLiteralValueOf(type: ts.Type): string | number | boolean | bigint | undefined {
  if (type.isStringLiteral() || type.isNumberLiteral()) return type.value;
  if (type.flags & ts.TypeFlags.BooleanLiteral) {
    // `intrinsicName` is internal, and the only place that tells `true` from `false`.
    return (type as { readonly intrinsicName?: string }).intrinsicName === "true";
  }
  if (type.flags & ts.TypeFlags.BigIntLiteral) {
    const { negative, base10Value } = (type as ts.BigIntLiteralType).value;
    return BigInt(`${negative ? "-" : ""}${base10Value}`);
  }
  return undefined;
}
