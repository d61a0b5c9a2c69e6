/**
 * Which types may stand side by side in a union. The documented exceptions are left out here, when a type is drawn:
 * members without a discriminant whose properties a value could mix, and JSON forms that two members share.
 */
import { type Member, membersOf, type Structure } from "./structure.ts";

export function canStandTogether(left: Structure, right: Structure): boolean {
  return membersOf(left).every((one) => membersOf(right).every((other) => areApart(one, other)));
}

function areApart(one: Member, other: Member): boolean {
  const kinds = [one.kind, other.kind];
  const areAll = (allowed: ReadonlySet<string>): boolean => kinds.every((kind) => allowed.has(kind));
  if (kinds.includes("anything")) return false;
  if (kinds.includes("non-null")) return kinds.includes("null");
  if (kinds.includes("non-primitive")) return !areAll(CONTAINERS);
  if (areAll(LISTS)) return !kinds.includes("set") && areMixFree(one, other);
  if (areAll(RECORDS)) return !kinds.includes("map") && areMixFree(one, other);
  // A text that fits both is passed as it is: which of them it is meant for cannot be told from the JSON.
  if (areAll(TEXTS)) return !kinds.some((kind) => RICH_TEXTS.has(kind)) || kinds.includes("string");
  // A list has numbers for keys, and a text does.
  if (hasNumberIndex(one) || hasNumberIndex(other)) return !kinds.some((kind) => LISTS.has(kind) || TEXTS.has(kind));
  return true;
}

const LISTS: ReadonlySet<string> = new Set(["array", "tuple", "set", "non-primitive"]);
const RECORDS: ReadonlySet<string> = new Set(["object", "map", "non-primitive"]);
const CONTAINERS: ReadonlySet<string> = new Set([...LISTS, ...RECORDS]);
const RICH_TEXTS: ReadonlySet<string> = new Set(["date", "url", "bytes"]);
const TEXTS: ReadonlySet<string> = new Set([...RICH_TEXTS, "string", "template", "casing"]);

function hasNumberIndex(member: Member): boolean {
  return member.kind === "object" && member.index?.key === "number";
}

function areMixFree(one: Member, other: Member): boolean {
  const [left, right] = [survey(one), survey(other)];
  if (left.isOpen || right.isOpen) return false;
  return [...left.names].every((name) => !right.names.has(name));
}

interface Survey {
  /** Of all properties, at any depth. */
  readonly names: ReadonlySet<string>;
  /**
   * Holds what takes any key; or an enum, a brand, a rich type or a class with a private field, which are written in another way
   * than the same JSON of another member.
   */
  readonly isOpen: boolean;
}

/** What there is in a type, at any depth. */
export function survey(structure: Structure): Survey {
  const names = new Set<string>();
  let isOpen = false;
  const seen = new Set<Structure>();
  const visit = (at: Structure): void => {
    for (const member of membersOf(at)) {
      if (seen.has(member)) continue;
      seen.add(member);
      if (OPEN.has(member.kind) || isWrittenOtherwise(member)) isOpen = true;
      for (const inner of innerTypes(member)) visit(inner);
      if (member.kind !== "object") continue;
      for (const { name } of member.properties) names.add(name);
      if (member.index || member.classId !== undefined) isOpen = true;
    }
  };
  visit(structure);
  return { names, isOpen };
}

/** An enum's text, `1n`. */
function isWrittenOtherwise(member: Member): boolean {
  return member.kind === "literal" && (member.member !== undefined || typeof member.value === "bigint");
}

const OPEN: ReadonlySet<string> = new Set([
  "anything",
  "non-null",
  "non-primitive",
  "map",
  "set",
  "bigint",
  "brand",
  ...RICH_TEXTS,
]);

export function innerTypes(member: Member): readonly Structure[] {
  switch (member.kind) {
    case "array":
    case "set":
      return [member.items];
    case "map":
      return [member.values];
    case "tuple":
      return [...member.elements.map(({ type }) => type), ...(member.rest ? [member.rest] : [])];
    case "object":
      return [...member.properties.map(({ type }) => type), ...(member.index ? [member.index.values] : [])];
    default:
      return [];
  }
}
