/** Unions: literals are grouped, `null` is said compactly where it can be, and everything else is an `anyOf`. */
import type { LiteralsShape, TypeShape } from "../signature/type-shape.ts";
import { ANYTHING, type Draft, isAnything } from "./draft.ts";
import { reportMember } from "./report-obstacle.ts";
import type { Convert, Place, SchemaContext } from "./schema-context.ts";
import { alternatives } from "./through-names.ts";
import { groupLiterals, kindOf, toGroupDraft, toLiteralsDraft } from "./to-literals-schema.ts";
import { toBody } from "./to-named-schema.ts";
import { withNull } from "./with-null.ts";

type UnionShape = Extract<TypeShape, { kind: "union" }>;

/** Branches follow the members, a group of literals stands where its first member stood, `null` comes last. */
export function toUnionDraft(shape: UnionShape, place: Place, context: SchemaContext, convert: Convert): Draft {
  const sendable = shape.members.flatMap(unionMembers).filter((member) => canBeSent(member, place, context));
  const members = withoutFormless(sendable, place, context);
  const [only, ...others] = members.filter(({ kind }) => kind !== "null");
  if (only !== undefined && others.length === 0) return withNullOf(members, toOnlyDraft(only, place, context, convert));
  const literalsOutside = members.flatMap(behindEnumNames);
  const plain = literalsOutside.filter(({ kind }) => kind !== "null");
  return withNullOf(literalsOutside, toPlainDraft(plain, place, context, convert));
}

/** A function beside a number: a model can send the number, so that is what it is offered. */
function canBeSent(member: TypeShape, place: Place, context: SchemaContext): boolean {
  const obstacle = context.obstacleOf(member);
  if (obstacle === undefined) return true;
  reportMember(obstacle, place, context);
  return false;
}

/** `string | RegExp`: what has no JSON form would open the whole union, where a model can very well send the string. */
function withoutFormless(members: readonly TypeShape[], place: Place, context: SchemaContext): readonly TypeShape[] {
  const others = members.filter((member) => formlessType(member) === undefined);
  if (context.purpose === "result" || others.every(({ kind }) => kind === "null")) return members;
  for (const type of members.flatMap((member) => formlessType(member) ?? []))
    context.report("member-left-out", place.location, { ...FORMLESS, path: place.path, union: place.path, type });
  return others;
}

const FORMLESS = { reason: "which has no JSON form" };

function formlessType(member: TypeShape): string | undefined {
  return member.kind === "anything" && member.gap?.why === "no-json-form" ? member.gap.typeText : undefined;
}

function unionMembers(member: TypeShape): TypeShape[] {
  return member.kind === "union" ? member.members.flatMap(unionMembers) : [member];
}

/** Named types that are nothing but literals join the others. Other names are kept: what they stand for may be shared. */
function behindEnumNames(member: TypeShape): TypeShape[] {
  const inner = alternatives(member);
  return inner.every(({ kind }) => kind === "literals" || kind === "null") ? inner : [member];
}

function withNullOf(members: readonly TypeShape[], draft: Draft): Draft {
  return members.some(({ kind }) => kind === "null") ? withNull(draft) : draft;
}

const SCALARS: ReadonlySet<TypeShape["kind"]> = new Set(["literals", "null", "string", "number", "integer", "boolean"]);

/** Under its name a scalar could not take the null in, so it is copied, with its comment. */
function toOnlyDraft(only: TypeShape, place: Place, context: SchemaContext, convert: Convert): Draft {
  const isScalar = alternatives(only).every(({ kind }) => SCALARS.has(kind));
  return only.kind === "named" && isScalar ? toBody(only.type, place, context, convert) : convert(only, place);
}

function toPlainDraft(members: readonly TypeShape[], place: Place, context: SchemaContext, convert: Convert): Draft {
  if (members.length === 0) return { keywords: { type: "null" } };
  const literals: LiteralsShape = {
    kind: "literals",
    members: members.flatMap((member) => (member.kind === "literals" ? member.members : [])),
  };
  if (members.every(({ kind }) => kind === "literals")) return toLiteralsDraft(literals, context);
  const branches = toBranches(members, literals, place, context, convert);
  if (branches.some(isAnything)) return ANYTHING;
  return { keywords: {}, anyOf: branches.map((branch) => withoutNeedlessConversion(branch, branches)) };
}

function toBranches(
  members: readonly TypeShape[],
  literals: LiteralsShape,
  place: Place,
  context: SchemaContext,
  convert: Convert,
): Draft[] {
  const groups = new Map(groupLiterals(literals.members).map((group) => [group.kind, group]));
  return members.flatMap((member) => {
    if (member.kind !== "literals") return convert(member, place);
    return member.members.flatMap((literal) => {
      const group = groups.get(kindOf(literal));
      groups.delete(kindOf(literal));
      return group === undefined ? [] : toGroupDraft(group, context);
    });
  });
}

/**
 * Where a plain branch takes whatever the rich one takes (`Date | string`, `Set<T> | T[]`), the value is passed as it
 * is, so nothing is recorded to convert it.
 */
function withoutNeedlessConversion(branch: Draft, branches: readonly Draft[]): Draft {
  const { rich, ...plain } = branch;
  if (rich === undefined) return branch;
  return branches.some((other) => other.rich === undefined && takesAll(other, plain)) ? plain : branch;
}

function takesAll(plain: Draft, rich: Draft): boolean {
  const { type } = plain.keywords;
  if (type === "string" || type === "number" || type === "integer") {
    const isBare = Object.keys(plain.keywords).every((keyword) => keyword === "type" || keyword === "description");
    return isBare && (type === rich.keywords.type || (type === "number" && rich.keywords.type === "integer"));
  }
  if (type !== rich.keywords.type || plain.properties !== undefined || plain.prefixItems !== undefined) return false;
  return (
    (type === "array" && isSame(plain.items, rich.items)) ||
    (type === "object" && isSame(plain.additionalProperties, rich.additionalProperties))
  );
}

function isSame(left: Draft | boolean | undefined, right: Draft | boolean | undefined): boolean {
  if (typeof left !== "object" || typeof right !== "object") return left === right;
  // A name stands for a type that may contain itself, so it is compared, not what it stands for.
  const names = new Map<unknown, number>();
  const text = (draft: Draft) =>
    JSON.stringify(draft, (key, value: unknown) => {
      if (key !== "named" || value === undefined) return value;
      names.set(value, names.get(value) ?? names.size);
      return names.get(value);
    });
  return text(left) === text(right);
}
