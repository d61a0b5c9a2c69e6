/**
 * Unions. Literals are one group, at the place of the first; `true | false` is `boolean`; `null` stands last; the rest
 * keeps the author's order.
 */
import { ts } from "ts-morph";
import type { LiteralMember, TypeShape } from "../../signature/type-shape.ts";
import { anyLiteralValueOf } from "../written/matches-written.ts";
import { type RankedMember, rankMembers } from "../written/rank-members.ts";
import { literalMember } from "./read-literal.ts";
import type { Construct, Question, Reading } from "./reading.ts";
import { membersOf, sharedPart } from "./union-members.ts";

export const readUnion: Construct = (reading, question) => {
  const { type } = question;
  if (!question.members && !type.isUnion()) return undefined;
  const shared = question.members ? undefined : sharedPart(type);
  if (shared) {
    const inner = reading.read({ ...question, type: shared, isNamed: false });
    // The literals of an alias join `null` in one `enum`, so there the alias is of no use.
    if (inner.kind === "named" && !shared.types.every(isLiteral)) {
      return { kind: "union", members: [inner, { kind: "null" }] };
    }
  }
  const members = membersOf(reading.checker, question);
  const others = members.filter((member) => !(member.flags & ts.TypeFlags.Null));
  const shapes = readMembers(reading, question, rank(reading, question, others));
  if (others.length < members.length) shapes.push({ kind: "null" });
  const [only] = shapes;
  return shapes.length === 1 && only ? only : { kind: "union", members: shapes };
};

function isLiteral(type: ts.Type): boolean {
  return anyLiteralValueOf(type) !== undefined;
}

function rank(reading: Reading, { written, at }: Question, members: readonly ts.Type[]): readonly RankedMember[] {
  const [only] = members;
  if (only && members.length === 1 && !isLiteral(only)) return [{ type: only, ...(written && { written }) }];
  return rankMembers(reading.checker, members, written, (type) => reading.stableText(type, at));
}

function readMembers(reading: Reading, { at, written: whole }: Question, ranked: readonly RankedMember[]): TypeShape[] {
  const literals = literalsOf(ranked);
  const shapes: TypeShape[] = [];
  const primitives = new Set<string>();
  for (const { type, written = type.isIntersection() ? whole : undefined } of ranked) {
    const shape = isLiteral(type) ? literals : reading.read({ type, at, written });
    // The literals are one shape, and two branded strings are one string.
    const isKnown = shape === literals ? shapes.includes(shape) : primitives.has(shape.kind);
    if (Object.keys(shape).length === 1) primitives.add(shape.kind);
    if (!isKnown) shapes.push(shape);
  }
  return shapes;
}

function literalsOf(ranked: readonly RankedMember[]): TypeShape {
  // Two enums may share a value.
  const members = new Map<unknown, LiteralMember>();
  for (const { type, literal } of ranked) {
    const member = literalMember(type, literal);
    if (member && !members.has(member.value)) members.set(member.value, member);
  }
  // `enum E { A = compute(), B = 4 }`: of a member that is computed the compiler knows that it is a number.
  const isAnyNumber = ranked.some(({ type }) => type.flags & ts.TypeFlags.Enum);
  const all = [...members.values()];
  const known = isAnyNumber ? all.filter(({ value }) => typeof value !== "number") : all;
  return known.length > 0 ? { kind: "literals", members: known } : { kind: "number" };
}
