/** The properties of an object type in the order that its author gave them, each with how its type was written. */
import { ts } from "ts-morph";
import { type DeclaredMembers, declaredMembers, startWalk } from "./declared-members.ts";
import { compareTexts } from "./rank-members.ts";
import { NO_BINDINGS, unwrap, type Written } from "./written.ts";

export interface OrderedProperty {
  readonly symbol: ts.Symbol;
  readonly written?: Written;
}

/**
 * `Pick<Row, "title" | "id">` gives title, id, as it is written there; `Omit` gives the order of the declaration. A
 * mapped type walks a union of keys, whose order the compiler does not keep.
 */
export function orderProperties(
  checker: ts.TypeChecker,
  properties: readonly ts.Symbol[],
  written: Written | undefined,
): readonly OrderedProperty[] {
  const plain = written && declaredInOnePlace(checker, properties, written);
  if (plain) return plain;
  const places = new Map<string, { readonly rank: number; readonly written: Written }>();
  const isMissing = (symbol: ts.Symbol): boolean => !places.has(symbol.name);
  for (const loose of [false, true]) {
    if (!written || !properties.some(isMissing)) break;
    for (const [name, member] of membersOnce(checker, written, loose)) {
      if (!places.has(name)) places.set(name, { rank: places.size, written: member });
    }
  }
  const unwritten = sortUnwritten(properties.filter(isMissing));
  const found = properties
    .filter((symbol) => !isMissing(symbol))
    .sort((left, right) => (places.get(left.name)?.rank ?? 0) - (places.get(right.name)?.rank ?? 0));
  return [...found, ...unwritten].map((symbol) => {
    const place = places.get(symbol.name)?.written;
    const written = place && !isDeclaredElsewhere(symbol, place) ? place : declaredType(symbol);
    return { symbol, ...(written && { written }) };
  });
}

/**
 * The members of a union may be written by one node between them: `{ [K in keyof T]: Only<T, K> }[keyof T]` has as many
 * of them as `T` has properties, and to walk all of it again for each would take the third power of that.
 */
function membersOnce(checker: ts.TypeChecker, written: Written, loose: boolean): DeclaredMembers {
  const known = loose ? LOOSE_MEMBERS : STRICT_MEMBERS;
  const members = known.get(written) ?? declaredMembers(startWalk(checker, loose), written);
  known.set(written, members);
  return members;
}

const STRICT_MEMBERS = new WeakMap<Written, DeclaredMembers>();
const LOOSE_MEMBERS = new WeakMap<Written, DeclaredMembers>();

/** What most types are: members of one interface or literal, in its order, and each with its own node. */
function declaredInOnePlace(
  checker: ts.TypeChecker,
  properties: readonly ts.Symbol[],
  written: Written,
): readonly OrderedProperty[] | undefined {
  const { node, bindings } = unwrap(checker, written);
  if (!ts.isTypeLiteralNode(node) && !(ts.isInterfaceDeclaration(node) && !node.heritageClauses)) return undefined;
  const ordered: OrderedProperty[] = [];
  let position = -1;
  for (const symbol of properties) {
    const { declarations = [] } = symbol;
    const [declaration] = declarations;
    const isOnlyHere = declarations.length === 1 && declaration?.parent === node && ts.isPropertySignature(declaration);
    if (!isOnlyHere || declaration.pos < position) return undefined;
    position = declaration.pos;
    ordered.push({ symbol, written: { node: declaration, bindings } });
  }
  return ordered;
}

/** `(A | B) & C`, of which this is `A & C`: a property of the same name in `B` was found. */
function isDeclaredElsewhere({ declarations = [] }: ts.Symbol, { node }: Written): boolean {
  const [declaration] = declarations;
  return declaration !== undefined && isMember(declaration) && isMember(node) && !declarations.includes(node);
}

function isMember(node: ts.Node): node is ts.PropertySignature | ts.PropertyDeclaration {
  return ts.isPropertySignature(node) || ts.isPropertyDeclaration(node);
}

function declaredType(symbol: ts.Symbol): Written | undefined {
  const [declaration] = symbol.declarations ?? [];
  return declaration && { node: declaration, bindings: NO_BINDINGS };
}

/** By place where one file declares them all; otherwise by name. */
function sortUnwritten(properties: readonly ts.Symbol[]): readonly ts.Symbol[] {
  const positions = new Map<ts.Symbol, number>();
  const files = new Set<ts.SourceFile>();
  for (const symbol of properties) {
    const [declaration] = symbol.declarations ?? [];
    if (!declaration) continue;
    positions.set(symbol, declaration.pos);
    files.add(declaration.getSourceFile());
  }
  const isByPlace = files.size === 1 && positions.size === properties.length;
  return [...properties].sort((left, right) => {
    const difference = isByPlace ? (positions.get(left) ?? 0) - (positions.get(right) ?? 0) : 0;
    return difference || compareTexts(left.name, right.name);
  });
}
