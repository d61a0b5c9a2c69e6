/**
 * From a JSON value to the TypeScript that says it: JSON text is TypeScript, but for enums and branded types, a missing
 * property that must be `undefined`, and the rich types, which the function receives as the real thing.
 */
import type { JsonValue } from "@runa/runtime/manifest";
import { elementAt, isList, propertyAt } from "./is-judged.ts";
import { declaredName } from "./print-sketch.ts";
import { isDateText, isUrlText } from "./rich-texts.ts";
import { type Member, membersOf, type ObjectStructure, type Structure } from "./structure.ts";

/** What the written values call; goes into the file of checks. */
export const VALUE_PRELUDE: string = [
  "declare function asSet<T>(items: readonly NoInfer<T>[]): Set<T>;",
  "declare function asMap<V>(entries: { [key: string]: NoInfer<V> }): Map<string, V>;",
  "declare function asInstance<C>(fields: { [K in keyof C]: C[K] }): C;",
].join("\n");

/** `prefix` as for `printSketch`. */
export function writeValue(structure: Structure, value: JsonValue, prefix: string): string {
  return write(membersOf(structure), value, prefix);
}

function write(members: readonly Member[], value: JsonValue, prefix: string): string {
  if (value === null || typeof value === "boolean") return JSON.stringify(value);
  if (typeof value === "number") return writeNumber(members, value, prefix);
  if (typeof value === "string") return writeText(members, value, prefix);
  return isList(value) ? writeList(members, value, prefix) : writeRecord(members, value, prefix);
}

function writeNumber(members: readonly Member[], value: number, prefix: string): string {
  const text = JSON.stringify(value);
  if (members.some(({ kind }) => kind === "number")) return text;
  for (const member of members) {
    if (member.kind === "bigint" && Number.isSafeInteger(value)) return `${text}n`;
    if (member.kind === "literal" && typeof member.value === "bigint" && Number(member.value) === value)
      return `${text}n`;
    if (member.kind === "literal" && member.value === value) return text;
    if (member.kind === "brand" && member.base === "number") return `(${text} as ${declaredName(member.id, prefix)})`;
  }
  return text;
}

function writeText(members: readonly Member[], value: string, prefix: string): string {
  const text = JSON.stringify(value);
  if (members.some(({ kind }) => kind === "string")) return text;
  for (const member of members) {
    if (member.kind === "literal" && member.value === value) {
      return member.member ? `${declaredName(member.member.id, prefix)}.${member.member.name}` : text;
    }
    if (member.kind === "date" && isDateText(value)) return `new Date(${text})`;
    if (member.kind === "url" && isUrlText(value)) return `new URL(${text})`;
    // Whether it is base64 is seen when it is converted: for JSON Schema that is an annotation.
    if (member.kind === "bytes") return "new Uint8Array(1)";
    if (member.kind === "brand" && member.base === "string") return `(${text} as ${declaredName(member.id, prefix)})`;
  }
  return text;
}

function writeList(members: readonly Member[], value: readonly JsonValue[], prefix: string): string {
  const lists = members.filter(({ kind }) => kind === "array" || kind === "tuple");
  const sets = lists.length > 0 ? [] : members.filter(({ kind }) => kind === "set");
  const from = lists.length > 0 ? lists : sets;
  const items = value.map((item, index) =>
    write(from.flatMap((list) => elementAt(list, index)).flatMap(membersOf), item, prefix),
  );
  const text = `[${items.join(", ")}]`;
  return sets.length > 0 ? `asSet(${text})` : text;
}

function writeRecord(members: readonly Member[], value: { readonly [key: string]: JsonValue }, prefix: string): string {
  const objects = members.filter((member) => member.kind === "object");
  const meant = objects.toSorted((one, other) => distance(one, value) - distance(other, value))[0];
  const maps = meant ? [] : members.filter(({ kind }) => kind === "map");
  const from = meant ? [meant] : maps;
  const entries = Object.entries(value).map(([key, inner]) => {
    const there = from.flatMap((member) => propertyAt(member, key)).flatMap(membersOf);
    return `${writeKey(key)}: ${write(there, inner, prefix)}`;
  });
  // A key that the one meant does not have may be another member's: what is filled in beside it would mix the two.
  const filled = meant && unknownKeys(meant, value).length === 0 ? meant.properties : [];
  for (const { name, optional, orUndefined } of filled) {
    if (orUndefined && !optional && !Object.hasOwn(value, name)) entries.push(`${writeKey(name)}: undefined`);
  }
  const text = `{ ${entries.join(", ")} }`;
  if (maps.length > 0) return `asMap(${text})`;
  return meant?.classId === undefined ? text : `asInstance<${declaredName(meant.classId, prefix)}>(${text})`;
}

/** `{ "__proto__": 1 }` sets the prototype, and is no property. */
function writeKey(key: string): string {
  return key === "__proto__" ? '["__proto__"]' : JSON.stringify(key);
}

/** How far a value is from the one member of a union that it was drawn from. */
function distance(meant: ObjectStructure, value: { readonly [key: string]: JsonValue }): number {
  const wrong = meant.properties.filter(({ name, type, optional, orUndefined }) => {
    const there = value[name];
    if (there === undefined) return !optional && !orUndefined;
    const members = membersOf(type);
    return members.every((member) => member.kind === "literal" && !isSame(member.value, there));
  });
  return unknownKeys(meant, value).length + wrong.length;
}

function unknownKeys({ properties, index }: ObjectStructure, value: { readonly [key: string]: JsonValue }): string[] {
  return Object.keys(value).filter((key) => !index && !properties.some(({ name }) => name === key));
}

/** A bigint is a number in JSON. */
function isSame(literal: string | number | boolean | bigint, value: JsonValue): boolean {
  return typeof literal === "bigint" ? Number(literal) === value : literal === value;
}
