/**
 * Unions. Literals are one group, at the place of the first; `true | false` is `boolean`; `null` stands last; the rest
 * keeps the author's order.
 */
import { ts } from "ts-morph";
import type { LiteralMember, TypeShape } from "../../signature/type-shape.ts";
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
  return (type.flags & ts.TypeFlags.Literal) !== 0;
}

function rank(reading: Reading, { written, at }: Question, members: readonly ts.Type[]): readonly RankedMember[] {
  return rankMembers(reading.checker, members, written, (type) => reading.stableText(type, at));
}

function readMembers(reading: Reading, { at }: Question, ranked: readonly RankedMember[]): TypeShape[] {
  const shapes: TypeShape[] = [];
  const literals: LiteralMember[] = [];
  const seen = new Set<string>();
  for (const { type, written, literal } of ranked) {
    const member = literalMember(type, literal);
    if (member) {
      if (literals.length === 0) shapes.push({ kind: "literals", members: literals });
      // Two enums may share a value.
      if (!literals.some(({ value }) => value === member.value)) literals.push(member);
      continue;
    }
    const shape = reading.read({ type, at, ...(written && { written }) });
    // Two branded strings are one string.
    const isPrimitive = Object.keys(shape).length === 1;
    if (!isPrimitive || !seen.has(shape.kind)) shapes.push(shape);
    seen.add(shape.kind);
  }
  return shapes;
}
