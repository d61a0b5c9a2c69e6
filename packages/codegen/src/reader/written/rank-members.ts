/**
 * The order of union members (A12). The compiler keeps them by internal number, which changes when an unrelated file
 * mentions one of them first. Here they stand as the author wrote them, and what nobody wrote is sorted by itself.
 */
import { ts } from "ts-morph";
import { type Candidate, candidates, literalValue, type Walk } from "./candidates.ts";
import { startWalk } from "./declared-members.ts";
import { anyLiteralValueOf, literalValueOf, matchesWritten } from "./matches-written.ts";
import { unwrap, type Written } from "./written.ts";

export interface RankedMember {
  readonly type: ts.Type;
  /** How the member was written, where it was found. */
  readonly written?: Written;
  /** Where a literal stands, to look for a comment. */
  readonly literal?: ts.Node;
}

interface Place {
  readonly rank: readonly number[];
  readonly written?: Written;
  readonly literal?: ts.Node;
}

/**
 * @param textOf tells types apart that are no literals and were not found in what was written: the same text on every
 * machine, whatever else is in the program.
 */
export function rankMembers(
  checker: ts.TypeChecker,
  members: readonly ts.Type[],
  written: Written | undefined,
  textOf: (type: ts.Type) => string,
): readonly RankedMember[] {
  const places = placesOf(checker, members, written);
  const compare = (left: ts.Type, right: ts.Type): number =>
    compareRanks(places.get(left)?.rank ?? [], places.get(right)?.rank ?? []) || compareUnwritten(left, right, textOf);
  return [...members].sort(compare).map((type) => {
    const { written: from, literal } = places.get(type) ?? {};
    return { type, ...(from && { written: from }), ...(literal && { literal }) };
  });
}

function placesOf(
  checker: ts.TypeChecker,
  members: readonly ts.Type[],
  written: Written | undefined,
): ReadonlyMap<ts.Type, Place> {
  const places = new Map<ts.Type, Place>();
  if (!written) return places;
  const literals = literalPlaces(checker, members, written);
  if (literals) return literals;
  const list = createCandidateList(checker);
  for (const loose of [false, true]) {
    list.addAll(startWalk(checker, loose), written);
    for (const type of members) {
      const place = places.has(type) ? undefined : list.placeOf(type);
      if (place) places.set(type, place);
    }
    if (places.size === members.length) return places;
  }
  return places;
}

/** `"open" | "paid"`: every member stands there as it is. Undefined for anything else. */
function literalPlaces(
  checker: ts.TypeChecker,
  members: readonly ts.Type[],
  written: Written,
): ReadonlyMap<ts.Type, Place> | undefined {
  const { node } = unwrap(checker, written);
  if (!ts.isUnionTypeNode(node)) return undefined;
  const byValue = new Map<unknown, Place>();
  for (const [index, part] of node.types.entries()) {
    const value = ts.isLiteralTypeNode(part) ? literalValue(part.literal) : undefined;
    if (value !== undefined && !byValue.has(value)) byValue.set(value, { rank: [index], literal: part });
    else if (value === undefined && !(ts.isTypeNode(part) && isNothing(part))) return undefined;
  }
  const places = new Map<ts.Type, Place>();
  for (const type of members) {
    const value = literalValueOf(type);
    const place = value === undefined ? undefined : byValue.get(value);
    if (!place) return undefined;
    places.set(type, place);
  }
  return places;
}

function isNothing(node: ts.TypeNode): boolean {
  if (ts.isLiteralTypeNode(node)) return node.literal.kind === ts.SyntaxKind.NullKeyword;
  return node.kind === ts.SyntaxKind.UndefinedKeyword;
}

interface CandidateList {
  addAll(walk: Walk, written: Written): void;
  placeOf(type: ts.Type): Place | undefined;
}

function createCandidateList(checker: ts.TypeChecker): CandidateList {
  /** By value, or by the symbol of an enum member. */
  const literals = new Map<unknown, Place>();
  const types: { readonly index: number; readonly written: Written }[] = [];
  /** Those whose type the node alone says. */
  const known = new Map<ts.Type, Place>();
  let index = 0;

  const add = (candidate: Candidate): void => {
    index += 1;
    if (candidate.kind === "type") {
      const { written } = candidate;
      const { node, bindings } = written;
      types.push({ index, written });
      const type = ts.isTypeNode(node) && bindings.size === 0 ? checker.getTypeFromTypeNode(node) : undefined;
      if (type && !known.has(type)) known.set(type, { rank: [index], written });
    } else {
      const key = candidate.kind === "value" ? candidate.value : candidate.symbol;
      const literal = candidate.kind === "value" ? candidate.node : undefined;
      if (!literals.has(key)) literals.set(key, { rank: [index], ...(literal && { literal }) });
    }
  };

  const placeOf = (type: ts.Type): Place | undefined => {
    const literal = type.flags & ts.TypeFlags.EnumLiteral ? type.symbol : literalValueOf(type);
    if (literal !== undefined && literals.has(literal)) return literals.get(literal);
    const place = known.get(type);
    if (place) return place;
    const found = types.find((candidate) => matchesWritten(checker, type, candidate.written));
    if (found) return { rank: [found.index], written: found.written };
    if (type.flags & ts.TypeFlags.Boolean) return literals.get(true) ?? literals.get(false);
    return type.isIntersection() ? placeOfIntersection(type.types.map(placeOf)) : undefined;
  };

  return {
    addAll: (walk, written) => {
      for (const candidate of candidates(walk, written)) add(candidate);
    },
    placeOf,
  };
}

/** `(A | B) & C` is the union of `A & C` and `B & C`: they stand where `A` and `B` do. */
function placeOfIntersection(parts: readonly (Place | undefined)[]): Place | undefined {
  const rank = parts.flatMap((part) => part?.rank ?? []).sort((left, right) => left - right);
  return rank.length > 0 ? { rank } : undefined;
}

function compareRanks(left: readonly number[], right: readonly number[]): number {
  if (left.length === 0 || right.length === 0) return right.length - left.length;
  for (const [index, rank] of left.entries()) {
    const difference = rank - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** Enum members by declaration, strings by code unit, numbers by size, everything else by its text. */
function compareUnwritten(left: ts.Type, right: ts.Type, textOf: (type: ts.Type) => string): number {
  const kinds = unwrittenKind(left) - unwrittenKind(right);
  if (kinds !== 0) return kinds;
  const leftValue = anyLiteralValueOf(left);
  const rightValue = anyLiteralValueOf(right);
  if (left.flags & right.flags & ts.TypeFlags.EnumLiteral) {
    const difference = compareTexts(enumNameOf(left), enumNameOf(right)) || positionOf(left) - positionOf(right);
    if (difference !== 0) return difference;
  }
  if (leftValue === undefined || rightValue === undefined) return compareTexts(textOf(left), textOf(right));
  if (typeof leftValue === typeof rightValue) return leftValue < rightValue ? -1 : Number(leftValue > rightValue);
  return compareTexts(typeof leftValue, typeof rightValue);
}

function enumNameOf(member: ts.Type): string {
  const parent = member.symbol?.declarations?.[0]?.parent;
  return parent && ts.isEnumDeclaration(parent) ? parent.name.text : "";
}

function positionOf(type: ts.Type): number {
  return type.symbol?.declarations?.[0]?.pos ?? 0;
}

function unwrittenKind(type: ts.Type): number {
  if (type.flags & ts.TypeFlags.EnumLiteral) return 0;
  return anyLiteralValueOf(type) === undefined ? 2 : 1;
}

/** By code unit: the same in every locale. */
export function compareTexts(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}
