/**
 * Reading order: which members a written type may have, one after the other. There may be too many: whoever asks looks
 * up only the members that the compiler's final type has. That is why conditional types need no evaluation here.
 */
import { ts } from "ts-morph";
import {
  asWritten,
  type Binding,
  bindParameters,
  referencedSymbol,
  unwrap,
  type Written,
  writtenArguments,
} from "./written.ts";

export type Candidate =
  | {
      readonly kind: "value";
      readonly value: string | number | boolean | bigint;
      /** Where it stands, to look for a comment. */
      readonly node: ts.Node;
    }
  | { readonly kind: "enum-member"; readonly symbol: ts.Symbol }
  /** Everything else: a keyword, an object type, an array, a reference to an interface … */
  | { readonly kind: "type"; readonly written: Written };

/**
 * One walk. `loose` also enters the arguments of references and the parameters and results of functions, which is
 * where `infer` finds its types; and it enters every node once only.
 */
export interface Walk {
  readonly checker: ts.TypeChecker;
  readonly loose: boolean;
  /** How often each node is being walked right now: `type Flatten<T> = T extends (infer U)[] ? Flatten<U> : T`. */
  readonly active: Map<ts.Node, number>;
  /** Nodes left to enter: no type that people write needs as many, and some that machines write would not end. */
  budget: number;
  /** The properties of a written object type; see `declared-members.ts`. */
  readonly membersOf: (walk: Walk, object: Written) => ReadonlyMap<string, Written>;
}

/** An alias may stand within itself (`Pair<Pair<"a">>`), though not without end. */
const DEEPEST_NESTING = 3;

export function* candidates(walk: Walk, written: Written): Generator<Candidate> {
  const { node, bindings } = unwrap(walk.checker, written);
  const depth = walk.active.get(node) ?? 0;
  if (depth >= (walk.loose ? 1 : DEEPEST_NESTING) || walk.budget <= 0) return;
  walk.budget -= 1;
  walk.active.set(node, depth + 1);
  yield* enter(walk, { node, bindings });
  if (!walk.loose) walk.active.set(node, depth);
}

function* enter(walk: Walk, written: Written): Generator<Candidate> {
  const { node, bindings } = written;
  // Most nodes are these.
  if (ts.isTypeLiteralNode(node) || (ts.isTypeNode(node) && ts.isToken(node))) {
    yield { kind: "type", written };
    return;
  }
  const each = function* (nodes: readonly (ts.Node | undefined)[]): Generator<Candidate> {
    for (const inner of nodes) if (inner) yield* candidates(walk, { node: inner, bindings });
  };
  if (ts.isUnionTypeNode(node) || ts.isIntersectionTypeNode(node)) return yield* each(node.types);
  if (ts.isConditionalTypeNode(node)) return yield* each([node.checkType, node.trueType, node.falseType]);
  if (ts.isConditionalExpression(node)) return yield* each([node.whenTrue, node.whenFalse]);
  if (ts.isLiteralTypeNode(node)) return yield* literalCandidates(node, node.literal, written);
  if (ts.isTypeOperatorNode(node)) return yield* keyCandidates(walk, { node: node.type, bindings });
  if (ts.isIndexedAccessTypeNode(node)) return yield* accessCandidates(walk, written, node);
  if (ts.isTemplateLiteralTypeNode(node)) return yield* templateCandidates(walk, written, node);
  if (ts.isTypeQueryNode(node) || (ts.isImportTypeNode(node) && node.isTypeOf)) {
    return yield* valueCandidates(walk, referencedSymbol(walk.checker, node));
  }
  if (ts.isTypeReferenceNode(node) || ts.isExpressionWithTypeArguments(node) || ts.isImportTypeNode(node)) {
    return yield* referenceCandidates(walk, written);
  }
  if (ts.isIdentifier(node) || ts.isPropertyAccessExpression(node)) {
    return yield* valueCandidates(walk, referencedSymbol(walk.checker, node));
  }
  if (ts.isEnumMember(node)) {
    const symbol = walk.checker.getSymbolAtLocation(node.name);
    if (symbol) yield { kind: "enum-member", symbol };
    return;
  }
  if (ts.isExpression(node)) {
    const literals = [...literalCandidates(node, node, written)];
    if (literals.length > 0) return yield* literals;
  }
  yield { kind: "type", written };
  if (!walk.loose) return;
  if (ts.isArrayTypeNode(node)) return yield* each([node.elementType]);
  if (ts.isTupleTypeNode(node) || ts.isArrayLiteralExpression(node)) return yield* each(node.elements);
  // `Readonly<T[]>` is a list again, of what `T[]` was one of.
  if (ts.isMappedTypeNode(node)) yield* each([mappedOver(node)]);
  if (isFunctionLike(node)) yield* each([...node.parameters, node.type ?? node.body]);
  if (ts.isBlock(node)) yield* each(returnedExpressions(node));
}

/** `T` of `{ [K in keyof T]: … }`. */
function mappedOver({ typeParameter: { constraint } }: ts.MappedTypeNode): ts.Node | undefined {
  const isKeys = constraint && ts.isTypeOperatorNode(constraint) && constraint.operator === ts.SyntaxKind.KeyOfKeyword;
  return isKeys ? constraint.type : undefined;
}

type FunctionLike = ts.SignatureDeclaration & { readonly body?: ts.Node };

function isFunctionLike(node: ts.Node): node is FunctionLike {
  return ts.isFunctionLike(node);
}

function returnedExpressions(block: ts.Block): readonly ts.Expression[] {
  const found: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) || ts.isClassLike(node)) return;
    if (ts.isReturnStatement(node) && node.expression) found.push(node.expression);
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(block, visit);
  return found;
}

function* literalCandidates(node: ts.Node, literal: ts.Node, written: Written): Generator<Candidate> {
  const value = literalValue(literal);
  if (value !== undefined) yield { kind: "value", value, node };
  else if (ts.isLiteralTypeNode(node)) yield { kind: "type", written };
}

/** The value of a literal node, signed or not. */
export function literalValue(node: ts.Node): string | number | boolean | bigint | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (ts.isBigIntLiteral(node)) return BigInt(node.text.replace(/n$/, ""));
  if (node.kind === ts.SyntaxKind.TrueKeyword) return true;
  if (node.kind === ts.SyntaxKind.FalseKeyword) return false;
  if (!ts.isPrefixUnaryExpression(node)) return undefined;
  const operand = literalValue(node.operand);
  const isNumeric = typeof operand === "number" || typeof operand === "bigint";
  if (!isNumeric || node.operator === ts.SyntaxKind.PlusToken) return operand;
  return node.operator === ts.SyntaxKind.MinusToken ? -operand : undefined;
}

/** `keyof X`: the names of its properties, as they are declared. */
function* keyCandidates(walk: Walk, of: Written): Generator<Candidate> {
  for (const name of walk.membersOf(walk, of).keys()) {
    if (name.startsWith(INDEX_MEMBER)) continue;
    yield { kind: "value", value: name, node: of.node };
    if (String(Number(name)) === name) yield { kind: "value", value: Number(name), node: of.node };
  }
}

/** `X[K]`: for each key in order what is declared under it. */
function* accessCandidates(walk: Walk, written: Written, node: ts.IndexedAccessTypeNode): Generator<Candidate> {
  const { bindings } = written;
  const object: Written = { node: node.objectType, bindings };
  const keys = [...candidates(walk, { node: node.indexType, bindings })];
  const objects = [...candidates(walk, object)].map((each) =>
    each.kind === "type" ? walk.membersOf(walk, each.written) : undefined,
  );
  for (const key of keys) {
    const name = key.kind === "value" ? String(key.value) : indexMember(key);
    for (const members of objects) {
      const member = members?.get(name);
      if (member) yield* candidates(walk, member);
    }
  }
  const isByNumber = keys.some(
    (key) =>
      typeof candidateValue(key) === "number" || (key.kind === "type" && isKeyword(key, ts.SyntaxKind.NumberKeyword)),
  );
  if (isByNumber) for (const element of writtenElements(walk, object)) yield* candidates(walk, element);
}

function candidateValue(candidate: Candidate): string | number | boolean | bigint | undefined {
  return candidate.kind === "value" ? candidate.value : undefined;
}

function isKeyword(candidate: Candidate & { kind: "type" }, keyword: ts.SyntaxKind): boolean {
  return candidate.written.node.kind === keyword;
}

/** The value of an index signature has a name among the members that no property can have. */
export const INDEX_MEMBER = "\0";

/** By the kind of key: `string`, `number`, or a template literal type. */
export function indexMember(key: Candidate): string {
  return key.kind === "type" ? indexMemberOf(key.written.node.kind) : INDEX_MEMBER;
}

export function indexMemberOf(kind: ts.SyntaxKind): string {
  return `${INDEX_MEMBER}${kind}`;
}

/** What the elements of a written array or tuple are, in order. */
export function writtenElements(walk: Walk, array: Written): readonly Written[] {
  const found: Written[] = [];
  for (const candidate of candidates(walk, array)) {
    if (candidate.kind !== "type") continue;
    const { node, bindings } = candidate.written;
    if (ts.isArrayTypeNode(node)) found.push({ node: node.elementType, bindings });
    else if (ts.isTupleTypeNode(node) || ts.isArrayLiteralExpression(node)) {
      for (const element of node.elements) {
        // `[...T[]]` is a list of `T`.
        if (ts.isRestTypeNode(element)) found.push(...writtenElements(walk, { node: element.type, bindings }));
        else found.push({ node: element, bindings });
      }
    } else if (ts.isTypeReferenceNode(node) && node.typeArguments?.length === 1) {
      found.push(...node.typeArguments.map((argument) => ({ node: argument, bindings })));
    }
  }
  return found;
}

/** `typeof value`: its declarations' annotations, else what they are initialised with. */
function* valueCandidates(walk: Walk, symbol: ts.Symbol | undefined): Generator<Candidate> {
  for (const declaration of symbol?.declarations ?? []) {
    if (ts.isEnumDeclaration(declaration) || ts.isModuleDeclaration(declaration)) {
      yield { kind: "type", written: asWritten(declaration) };
    } else if (ts.isShorthandPropertyAssignment(declaration)) {
      yield* valueCandidates(walk, walk.checker.getShorthandAssignmentValueSymbol(declaration));
    } else yield* candidates(walk, asWritten(declaration));
  }
}

function* referenceCandidates(walk: Walk, reference: Written): Generator<Candidate> {
  const { checker } = walk;
  const symbol = referencedSymbol(checker, reference.node);
  if (!symbol) return;
  const binding = reference.bindings.get(symbol);
  if (binding) return yield* bindingCandidates(walk, binding, reference.node);
  if (symbol.flags & ts.SymbolFlags.TypeParameter) {
    for (const declaration of symbol.declarations ?? []) {
      const constraint = ts.isTypeParameterDeclaration(declaration) && declaration.constraint;
      if (constraint) yield* candidates(walk, { node: constraint, bindings: reference.bindings });
    }
  } else if (symbol.flags & (ts.SymbolFlags.Enum | ts.SymbolFlags.EnumMember)) yield* enumCandidates(walk, symbol);
  else if (symbol.flags & ts.SymbolFlags.TypeAlias) yield* aliasCandidates(walk, symbol, writtenArguments(reference));
  else {
    yield { kind: "type", written: reference };
    if (walk.loose) for (const argument of writtenArguments(reference)) yield* bindingCandidates(walk, argument);
  }
}

function* bindingCandidates(walk: Walk, binding: Binding, node?: ts.Node): Generator<Candidate> {
  if (binding.kind === "written") yield* candidates(walk, binding.written);
  else if (binding.kind === "key") {
    if (node) yield { kind: "value", value: binding.key, node };
  } else yield* typeCandidates(walk, binding.type);
}

/** Of a type that nobody wrote: what its own declaration says. */
function* typeCandidates(walk: Walk, type: ts.Type): Generator<Candidate> {
  const symbol = type.aliasSymbol ?? type.symbol;
  if (!symbol) return;
  if (symbol.flags & (ts.SymbolFlags.Enum | ts.SymbolFlags.EnumMember)) yield* enumCandidates(walk, symbol);
  else if (type.aliasSymbol) {
    const args = (type.aliasTypeArguments ?? []).map((argument): Binding => ({ kind: "type", type: argument }));
    yield* aliasCandidates(walk, symbol, args);
  } else if (symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class)) {
    for (const declaration of symbol.declarations ?? []) yield { kind: "type", written: asWritten(declaration) };
  } else for (const declaration of symbol.declarations ?? []) yield* candidates(walk, asWritten(declaration));
}

function* enumCandidates(walk: Walk, symbol: ts.Symbol): Generator<Candidate> {
  if (symbol.flags & ts.SymbolFlags.EnumMember) {
    yield { kind: "enum-member", symbol };
    return;
  }
  for (const declaration of symbol.declarations ?? []) {
    if (!ts.isEnumDeclaration(declaration)) continue;
    for (const member of declaration.members) {
      const memberSymbol = walk.checker.getSymbolAtLocation(member.name);
      if (memberSymbol) yield { kind: "enum-member", symbol: memberSymbol };
    }
  }
}

function* aliasCandidates(walk: Walk, alias: ts.Symbol, args: readonly Binding[]): Generator<Candidate> {
  for (const declaration of alias.declarations ?? []) {
    if (!ts.isTypeAliasDeclaration(declaration)) continue;
    if (declaration.type.kind === ts.SyntaxKind.IntrinsicKeyword) {
      const [argument] = args;
      if (argument) yield* recased(bindingCandidates(walk, argument), alias.name);
      return;
    }
    const bindings = bindParameters(walk.checker, declaration, args);
    yield* candidates(walk, { node: declaration.type, bindings });
  }
}

function* recased(members: Iterable<Candidate>, intrinsic: string): Generator<Candidate> {
  for (const member of members) {
    if (member.kind === "value" && typeof member.value === "string") {
      yield { ...member, value: recase(member.value, intrinsic) };
    } else yield member;
  }
}

function recase(text: string, intrinsic: string): string {
  switch (intrinsic) {
    case "Uppercase":
      return text.toUpperCase();
    case "Lowercase":
      return text.toLowerCase();
    case "Capitalize":
      return text.charAt(0).toUpperCase() + text.slice(1);
    case "Uncapitalize":
      return text.charAt(0).toLowerCase() + text.slice(1);
    default:
      return text;
  }
}

/** The cross product of its parts, the first one slowest; or the template itself where a part is no literal. */
function* templateCandidates(walk: Walk, written: Written, node: ts.TemplateLiteralTypeNode): Generator<Candidate> {
  let texts: readonly string[] = [node.head.text];
  for (const span of node.templateSpans) {
    const parts = [...candidates(walk, { node: span.type, bindings: written.bindings })];
    const values = parts.map((part) => partText(walk, part));
    // `string & K`: the literals are what is left of it.
    const literals = values.filter((value) => value !== undefined);
    if (literals.length === 0) {
      yield { kind: "type", written };
      return;
    }
    texts = texts.flatMap((text) => literals.map((value) => `${text}${value}${span.literal.text}`));
    walk.budget -= texts.length;
    if (walk.budget <= 0) return;
  }
  for (const text of texts) yield { kind: "value", value: text, node };
}

function partText(walk: Walk, part: Candidate): string | undefined {
  if (part.kind === "value") return String(part.value);
  if (part.kind === "type") return undefined;
  const type = walk.checker.getDeclaredTypeOfSymbol(part.symbol);
  return type.isStringLiteral() || type.isNumberLiteral() ? String(type.value) : undefined;
}
