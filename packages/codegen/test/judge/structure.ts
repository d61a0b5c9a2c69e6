/** What a type is, once everything in it is worked out: enough to make values for it and to write them as TypeScript. */
import type { Casing, TemplatePart } from "./sketch.ts";

export type Structure =
  | { readonly kind: "string" }
  | { readonly kind: "number" }
  | { readonly kind: "boolean" }
  | { readonly kind: "null" }
  | { readonly kind: "anything"; readonly keyword: "unknown" | "any" }
  /** `{}`. */
  | { readonly kind: "non-null" }
  /** `object`. */
  | { readonly kind: "non-primitive" }
  | LiteralStructure
  | { readonly kind: "template"; readonly parts: readonly TemplatePart[] }
  | { readonly kind: "casing"; readonly name: Casing }
  /** `id` is the brand's declaration. */
  | { readonly kind: "brand"; readonly base: "string" | "number"; readonly id: string }
  | { readonly kind: "date" }
  | { readonly kind: "url" }
  | { readonly kind: "bytes" }
  | { readonly kind: "bigint" }
  | { readonly kind: "array"; readonly items: Structure }
  | { readonly kind: "set"; readonly items: Structure }
  | { readonly kind: "map"; readonly values: Structure }
  | TupleStructure
  | ObjectStructure
  | UnionStructure
  /** A type within itself. */
  | { readonly kind: "later"; readonly get: () => Structure };

export interface LiteralStructure {
  readonly kind: "literal";
  readonly value: string | number | boolean | bigint;
  /** A string enum's member, which a plain string is not: `id` of the enum and the member's name. */
  readonly member?: { readonly id: string; readonly name: string };
}

export interface TupleStructure {
  readonly kind: "tuple";
  readonly elements: readonly { readonly type: Structure; readonly optional: boolean }[];
  readonly rest?: Structure;
}

export interface ObjectStructure {
  readonly kind: "object";
  readonly properties: readonly PropertyStructure[];
  readonly index?: { readonly key: "string" | "number" | readonly TemplatePart[]; readonly values: Structure };
  /** A class with a private field: its declaration. */
  readonly classId?: string;
}

export interface PropertyStructure {
  readonly name: string;
  readonly type: Structure;
  readonly optional: boolean;
  /** Not optional, but may be `undefined`: may be missing in JSON. */
  readonly orUndefined: boolean;
}

export interface UnionStructure {
  readonly kind: "union";
  readonly members: readonly Structure[];
}

type Member = Exclude<Structure, { readonly kind: "union" | "later" }>;

/** The members of a union, and of the unions in it; of any other type, itself. */
export function membersOf(structure: Structure): readonly Member[] {
  if (structure.kind === "later") return membersOf(structure.get());
  return structure.kind === "union" ? structure.members.flatMap(membersOf) : [structure];
}

export type { Member };
