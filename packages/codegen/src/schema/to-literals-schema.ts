/** Literals and enums, alone. Beside other types they are members of a union: `to-union-schema.ts`. */
import type { JsonTypeName, JsonValue } from "@runa/runtime/manifest";
import type { LiteralMember, LiteralsShape } from "../signature/type-shape.ts";
import type { Draft } from "./draft.ts";
import type { SchemaContext } from "./schema-context.ts";

/**
 * One kind of value has a `type` beside its `enum`, several have none. `true | false` is a boolean. A bigint among
 * others stands in a branch of its own, since it alone is converted.
 */
export function toLiteralsDraft({ members }: LiteralsShape, context: SchemaContext): Draft {
  const groups = groupLiterals(members);
  const isSplit = groups.some(({ kind }) => kind === "bigint") || isWholeBoolean(members);
  if (isSplit && groups.length > 1) return { keywords: {}, anyOf: groups.map((group) => toGroupDraft(group, context)) };
  const [group] = groups;
  if (groups.length === 1 && group !== undefined) return toGroupDraft(group, context);
  return { keywords: { enum: distinct(members.map(({ value }) => toJson(value, context))) }, ...textsOf(members) };
}

export type LiteralKind = "string" | "number" | "boolean" | "bigint";

export interface LiteralGroup {
  readonly kind: LiteralKind;
  readonly members: readonly LiteralMember[];
}

/** By kind, in order of first appearance. */
export function groupLiterals(members: readonly LiteralMember[]): LiteralGroup[] {
  const groups = new Map<LiteralKind, LiteralMember[]>();
  for (const member of members) {
    const kind = kindOf(member);
    groups.set(kind, [...(groups.get(kind) ?? []), member]);
  }
  return [...groups].map(([kind, members]) => ({ kind, members }));
}

export function kindOf({ value }: LiteralMember): LiteralKind {
  if (typeof value === "string") return "string";
  if (typeof value === "number") return "number";
  return typeof value === "bigint" ? "bigint" : "boolean";
}

export function toGroupDraft({ kind, members }: LiteralGroup, context: SchemaContext): Draft {
  if (isWholeBoolean(members)) return { keywords: { type: "boolean" }, ...textsOf(members) };
  const values = distinct(members.map(({ value }) => toJson(value, context)));
  const isRich = kind === "bigint" && context.purpose === "arguments";
  return { keywords: { type: typeOf(values), enum: values }, ...(isRich && { rich: "bigint" }), ...textsOf(members) };
}

/** `celsius: for most; fahrenheit: for the US`. */
function textsOf(members: readonly LiteralMember[]): { readonly memberTexts?: string } {
  const texts = members.flatMap(({ value, text }) => (text ? [`${value}: ${text.replace(/\s+/g, " ")}`] : []));
  return texts.length === 0 ? {} : { memberTexts: texts.join("; ") };
}

function isWholeBoolean(members: readonly LiteralMember[]): boolean {
  return members.some(({ value }) => value === true) && members.some(({ value }) => value === false);
}

function typeOf(values: readonly JsonValue[]): JsonTypeName {
  if (values.every((value) => typeof value === "string")) return "string";
  if (values.every((value) => typeof value === "boolean")) return "boolean";
  return values.every(Number.isInteger) ? "integer" : "number";
}

function toJson(value: LiteralMember["value"], context: SchemaContext): JsonValue {
  if (typeof value !== "bigint") return value;
  return context.purpose === "result" ? String(value) : Number(value);
}

function distinct(values: readonly JsonValue[]): JsonValue[] {
  return [...new Set(values)];
}
