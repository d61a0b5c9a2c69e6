/** The properties of a written object type in declared order, inherited ones first, each with its own written type. */
import { ts } from "ts-morph";
import { type Candidate, candidates, indexMember, type Walk } from "./candidates.ts";
import {
  asWritten,
  type Binding,
  bindParameters,
  referencedSymbol,
  type Written,
  writtenArguments,
} from "./written.ts";

export type DeclaredMembers = ReadonlyMap<string, Written>;

type Members = Map<string, Written>;

export function startWalk(checker: ts.TypeChecker, loose: boolean): Walk {
  return { checker, loose, active: new Map(), budget: 100_000, membersOf: declaredMembers };
}

/** A member that is declared again keeps its place; what it says last, counts. */
export function declaredMembers(walk: Walk, object: Written): DeclaredMembers {
  const members: Members = new Map();
  for (const candidate of candidates(walk, object)) {
    if (candidate.kind === "type") addMembers(walk, candidate.written, members);
  }
  return members;
}

function addMembers(walk: Walk, written: Written, members: Members): void {
  const { node, bindings } = written;
  if (ts.isTypeLiteralNode(node)) addDeclared(walk, node.members, bindings, members);
  else if (ts.isMappedTypeNode(node)) addMapped(walk, node, bindings, members);
  else if (ts.isObjectLiteralExpression(node)) addAssigned(walk, node, bindings, members);
  else if (ts.isEnumDeclaration(node)) {
    for (const member of node.members) setMember(walk, member.name, asWritten(member), members);
  } else if (ts.isInterfaceDeclaration(node) || ts.isClassLike(node)) {
    for (const declaration of declarationsOf(walk, node)) addDeclaration(walk, declaration, bindings, members);
  } else addReferenced(walk, written, members);
}

/** All declarations of an interface or class that is named with arguments. */
function addReferenced(walk: Walk, reference: Written, members: Members): void {
  const symbol = referencedSymbol(walk.checker, reference.node);
  if (!symbol || !(symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class))) return;
  addSymbol(walk, symbol, writtenArguments(reference), members);
}

function addSymbol(walk: Walk, symbol: ts.Symbol, args: readonly Binding[], members: Members): void {
  for (const declaration of symbol.declarations ?? []) {
    if (!ts.isInterfaceDeclaration(declaration) && !ts.isClassLike(declaration)) continue;
    addDeclaration(walk, declaration, bindParameters(walk.checker, declaration, args), members);
  }
}

/** An interface may be declared in parts; they share their type parameters. */
function declarationsOf(walk: Walk, declaration: ObjectDeclaration): readonly ObjectDeclaration[] {
  const symbol = declaration.name && walk.checker.getSymbolAtLocation(declaration.name);
  const all = (symbol?.declarations ?? []).filter(
    (other): other is ObjectDeclaration => ts.isInterfaceDeclaration(other) || ts.isClassLike(other),
  );
  return all.length > 0 ? all : [declaration];
}

type ObjectDeclaration = ts.InterfaceDeclaration | ts.ClassLikeDeclaration;

function addDeclaration(walk: Walk, declaration: ObjectDeclaration, bindings: Written["bindings"], members: Members) {
  if (walk.budget <= 0) return;
  walk.budget -= 1;
  for (const clause of declaration.heritageClauses ?? []) {
    const isImplemented = ts.isClassLike(declaration) && clause.token === ts.SyntaxKind.ImplementsKeyword;
    if (isImplemented) continue;
    for (const base of clause.types) {
      for (const [name, written] of declaredMembers(walk, { node: base, bindings })) members.set(name, written);
    }
  }
  addDeclared(walk, declaration.members, bindings, members);
}

function addDeclared(
  walk: Walk,
  declared: readonly (ts.TypeElement | ts.ClassElement)[],
  bindings: Written["bindings"],
  members: Members,
): void {
  for (const member of declared) {
    if (ts.isConstructorDeclaration(member)) {
      for (const parameter of member.parameters) {
        if (ts.isParameterPropertyDeclaration(parameter, member)) {
          setMember(walk, parameter.name, { node: parameter, bindings }, members);
        }
      }
    } else if (ts.isIndexSignatureDeclaration(member)) {
      const key = member.parameters[0]?.type;
      for (const kind of key ? candidates(walk, { node: key, bindings }) : []) {
        members.set(indexMember(kind), { node: member.type, bindings });
      }
    } else if (member.name) setMember(walk, member.name, { node: member, bindings }, members);
  }
}

function addAssigned(
  walk: Walk,
  object: ts.ObjectLiteralExpression,
  bindings: Written["bindings"],
  members: Members,
): void {
  for (const property of object.properties) {
    if (ts.isSpreadAssignment(property)) {
      for (const [name, written] of declaredMembers(walk, { node: property.expression, bindings })) {
        members.set(name, written);
      }
    } else if (ts.isShorthandPropertyAssignment(property)) {
      setMember(walk, property.name, { node: property.name, bindings }, members);
    } else setMember(walk, property.name, { node: property, bindings }, members);
  }
}

/** `{ [K in Keys as Name]: Template }`: the keys in order, each bound to `K` in the template. */
function addMapped(walk: Walk, node: ts.MappedTypeNode, bindings: Written["bindings"], members: Members): void {
  const { constraint, name } = node.typeParameter;
  const parameter = walk.checker.getSymbolAtLocation(name);
  if (!constraint || !parameter) return;
  for (const key of [...candidates(walk, { node: constraint, bindings })]) {
    const value = keyOf(walk, key);
    if (value === undefined) {
      members.set(indexMember(key), { node: node.type ?? node, bindings });
      continue;
    }
    const bound = new Map(bindings).set(parameter, { kind: "key", key: value });
    const written: Written = { node: node.type ?? node, bindings: bound };
    if (!node.nameType) members.set(String(value), written);
    else {
      for (const renamed of candidates(walk, { node: node.nameType, bindings: bound })) {
        const renamedKey = keyOf(walk, renamed);
        if (renamedKey !== undefined) members.set(String(renamedKey), written);
      }
    }
  }
}

function keyOf(walk: Walk, candidate: Candidate): string | number | undefined {
  if (candidate.kind === "type") return undefined;
  if (candidate.kind === "value") {
    return typeof candidate.value === "string" || typeof candidate.value === "number" ? candidate.value : undefined;
  }
  const type = walk.checker.getDeclaredTypeOfSymbol(candidate.symbol);
  return type.isStringLiteral() || type.isNumberLiteral() ? type.value : undefined;
}

function setMember(walk: Walk, name: ts.DeclarationName, written: Written, members: Members): void {
  const text = memberName(walk, name);
  if (text !== undefined) members.set(text, written);
}

function memberName(walk: Walk, name: ts.DeclarationName): string | undefined {
  if (ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isNumericLiteral(name)) return name.text;
  return ts.isComputedPropertyName(name) ? walk.checker.getSymbolAtLocation(name)?.name : undefined;
}
