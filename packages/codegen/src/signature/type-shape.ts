/**
 * What a type is, as plain data: the reader's output and the schema stage's input. It knows neither the compiler nor
 * JSON Schema. Shapes may form cycles, through `NamedType` only.
 */
import type { JsonValue } from "@runa/runtime/manifest";
import type { DocComment } from "./doc-comment.ts";
import type { SourceLocation } from "./source-location.ts";

export type TypeShape =
  | AnythingShape
  | { readonly kind: "null" }
  | { readonly kind: "boolean" }
  | { readonly kind: "number" }
  | { readonly kind: "integer" }
  | StringShape
  | LiteralsShape
  | { readonly kind: "array"; readonly items: TypeShape }
  | TupleShape
  | ObjectShape
  /** `object`: an object or an array. */
  | { readonly kind: "non-primitive" }
  | { readonly kind: "date" }
  | { readonly kind: "url" }
  | { readonly kind: "bytes" }
  | { readonly kind: "bigint" }
  | { readonly kind: "set"; readonly items: TypeShape }
  /** `keys` where not every text is one: literals and texts with a pattern. */
  | { readonly kind: "map"; readonly keys?: TypeShape; readonly values: TypeShape }
  | { readonly kind: "union"; readonly members: readonly TypeShape[] }
  | { readonly kind: "named"; readonly type: NamedType }
  | InexpressibleShape;

/** Every JSON value. With a `gap`, because the type could not be said; without, because the author declared it so. */
export interface AnythingShape {
  readonly kind: "anything";
  readonly gap?: Gap;
}

/** Why a type is not said exactly. */
export interface Gap {
  readonly why:
    | "open-type-parameter"
    | "no-json-form"
    | "undefined-element"
    | "unresolved"
    /** `[...string[], number]`: JSON Schema counts elements from the front. */
    | "leading-rest"
    /** A type that grows with every step: `interface Chain<T> { next?: Chain<T[]> }`. */
    | "endless";
  /** The type as the author wrote it. */
  readonly typeText: string;
}

export interface StringShape {
  readonly kind: "string";
  /** Each must match. From template literal types. */
  readonly patterns?: readonly string[];
}

/** A literal, several, or an enum; in the order of their declaration. `null` is not among them: it is a shape. */
export interface LiteralsShape {
  readonly kind: "literals";
  readonly members: readonly LiteralMember[];
}

export interface LiteralMember {
  /** A bigint literal stands for itself; it is an integer in JSON. */
  readonly value: string | number | boolean | bigint;
  /** The comment on the enum member or union member. */
  readonly text?: string;
}

export interface TupleShape {
  readonly kind: "tuple";
  readonly elements: readonly TupleElement[];
  /** What may follow the elements, any number of times. */
  readonly rest?: TypeShape;
  /** Elements follow the rest: it stands for all of them. */
  readonly gap?: Gap;
}

export interface TupleElement {
  readonly shape: TypeShape;
  readonly optional: boolean;
}

export interface ObjectShape {
  readonly kind: "object";
  readonly properties: readonly PropertyShape[];
  /** The value type of a string index signature: keys that no property names. */
  readonly index?: TypeShape;
  /** Index signatures with template literal or number keys. */
  readonly patterns?: readonly { readonly pattern: string; readonly values: TypeShape }[];
  /** No keys but those of the properties: `Record<string, never>`, where `{}` without properties takes everything. */
  readonly isSealed?: boolean;
}

/** A property of an object, or a parameter of a function: both reach the model as a property. */
export interface PropertyShape {
  readonly name: string;
  readonly shape: TypeShape;
  readonly optional: boolean;
  readonly doc?: DocComment;
  /** A literal initialiser. */
  readonly default?: JsonValue;
  readonly location: SourceLocation;
}

/** A type with a name, read once, wherever it is used. */
export interface NamedType {
  /** `Box_string` for `Box<string>`; not unique. */
  readonly name: string;
  /** Filled in when reading is done: a named type may contain itself. */
  readonly shape: TypeShape;
  /** The type's own comment; never that of the default library. */
  readonly doc?: DocComment;
}

/** No model can send it. An error where it is required; left out where it is optional. */
export interface InexpressibleShape {
  readonly kind: "inexpressible";
  readonly why: "function" | "symbol" | "never" | "class-with-methods" | "framework-type" | "ambiguous-rich-types";
  /** The type as the author wrote it. */
  readonly typeText: string;
}
