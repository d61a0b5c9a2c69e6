/** Whether a value is one that schema and compiler should agree on: the documented exceptions that lie in values. */
import type { JsonValue } from "@runa/runtime/manifest";
import { type Member, membersOf, type Structure } from "./structure.ts";

export function isJudged(structure: Structure, value: JsonValue): boolean {
  const members = membersOf(structure);
  const has = (kind: Member["kind"]): boolean => members.some((member) => member.kind === kind);
  // `{}` and an empty interface are unconstrained, but the compiler refuses `null` there.
  if (value === null) return !has("non-null") || has("null");
  if (typeof value === "number") return Number.isSafeInteger(value) || !Number.isInteger(value) || !has("bigint");
  // Where each key may have any value, the compiler takes a list too.
  if (isList(value) && members.some(isRecordOfAny)) return false;
  // A list and a text have numbers for keys.
  if ((isList(value) || typeof value === "string") && members.some(hasNumberIndex)) return false;
  if (typeof value !== "object") return true;
  if (isList(value)) {
    // The duplicates of a `Set` vanish, and are refused in JSON.
    if (has("set") && new Set(value.map((item) => JSON.stringify(item))).size < value.length) return false;
    return value.every((item, index) => {
      const there = members.flatMap((member) => elementAt(member, index));
      return isJudged({ kind: "union", members: there }, item);
    });
  }
  return Object.entries(value).every(([key, inner]) => {
    const there = members.flatMap((member) => propertyAt(member, key));
    return isJudged({ kind: "union", members: there }, inner);
  });
}

/** `Array.isArray`, for lists that may only be read. */
export function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function isRecordOfAny(member: Member): boolean {
  if (member.kind !== "object" || member.index?.key !== "string") return false;
  return membersOf(member.index.values).some((inner) => inner.kind === "anything" && inner.keyword === "any");
}

function hasNumberIndex(member: Member): boolean {
  return member.kind === "object" && member.index?.key === "number";
}

/** The types that a member has at an index of a list; none, if it is no list or ends before. */
export function elementAt(member: Member, index: number): readonly Structure[] {
  if (member.kind === "array" || member.kind === "set") return [member.items];
  if (member.kind !== "tuple") return [];
  const type = member.elements[index]?.type ?? member.rest;
  return type ? [type] : [];
}

/** The types that a member has at a key; none, if it has no such key. */
export function propertyAt(member: Member, key: string): readonly Structure[] {
  if (member.kind === "map") return [member.values];
  if (member.kind !== "object") return [];
  const type = member.properties.find(({ name }) => name === key)?.type ?? member.index?.values;
  return type ? [type] : [];
}
