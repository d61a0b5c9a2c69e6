/**
 * A type as the judge draws it: how it is written, part by part. From a sketch come the TypeScript text
 * (`print-sketch.ts`) and what the type is once everything in it is worked out (`resolve-sketch.ts`); neither knows the
 * code under test.
 */
import type { JsonValue } from "@runa/runtime/manifest";

export type Keyword = "string" | "number" | "boolean" | "null" | "unknown" | "any" | "object" | "{}";

export type Sketch =
  | { readonly kind: "keyword"; readonly name: Keyword }
  | { readonly kind: "literal"; readonly value: string | number | boolean | bigint }
  | EnumSketch
  | { readonly kind: "template"; readonly parts: readonly TemplatePart[] }
  | { readonly kind: "casing"; readonly name: Casing }
  /** `string & { readonly __brand: … }`. */
  | { readonly kind: "brand"; readonly id: string; readonly base: "string" | "number" }
  | { readonly kind: "rich"; readonly name: "Date" | "URL" | "bigint" | "Uint8Array" }
  | { readonly kind: "set"; readonly items: Sketch; readonly isReadonly: boolean }
  | { readonly kind: "map"; readonly values: Sketch; readonly isReadonly: boolean }
  | { readonly kind: "array"; readonly items: Sketch; readonly style: ArrayStyle }
  | TupleSketch
  | ObjectSketch
  | { readonly kind: "union"; readonly members: readonly Sketch[] }
  | { readonly kind: "intersection"; readonly parts: readonly Sketch[] }
  | NamedSketch
  /** A type within its own declaration. */
  | { readonly kind: "self"; readonly id: string }
  | GenericSketch
  /** The type parameter within a generic declaration. */
  | { readonly kind: "parameter"; readonly id: string }
  | { readonly kind: "utility"; readonly name: Utility; readonly of: Sketch; readonly keys: readonly string[] }
  | { readonly kind: "record"; readonly keys: readonly string[]; readonly values: Sketch }
  /** A detour that comes back to the same type. */
  | { readonly kind: "detour"; readonly by: Detour; readonly of: Sketch }
  | { readonly kind: "keyof"; readonly of: Sketch }
  | { readonly kind: "lookup"; readonly of: Sketch; readonly keys: readonly string[] }
  | { readonly kind: "constant"; readonly id: string; readonly value: JsonValue; readonly by: ConstantUse };

export type ArrayStyle = "T[]" | "Array" | "readonly T[]" | "ReadonlyArray";

export type Casing = "Uppercase" | "Lowercase" | "Capitalize" | "Uncapitalize";

export type TemplatePart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "hole"; readonly of: "string" | "number" | "bigint" | "boolean" | Casing }
  | { readonly kind: "choice"; readonly texts: readonly string[] };

export interface EnumSketch {
  readonly kind: "enum";
  readonly id: string;
  readonly isConst: boolean;
  readonly members: readonly EnumMember[];
  /** `E.First`: one member in place of all. */
  readonly only?: EnumMember;
}

export interface EnumMember {
  readonly name: string;
  readonly value: string | number;
  /** Numbered by the compiler, which must come to the same value. */
  readonly isAutomatic: boolean;
}

export interface TupleSketch {
  readonly kind: "tuple";
  readonly elements: readonly { readonly type: Sketch; readonly optional: boolean }[];
  readonly rest?: Sketch;
  readonly isReadonly: boolean;
  readonly isLabelled: boolean;
}

export interface ObjectSketch {
  readonly kind: "object";
  readonly properties: readonly PropertySketch[];
  readonly index?: IndexSketch;
}

export interface PropertySketch {
  readonly name: string;
  readonly type: Sketch;
  readonly optional: boolean;
  readonly orUndefined: boolean;
  readonly isReadonly: boolean;
}

export interface IndexSketch {
  readonly key: "string" | "number" | readonly TemplatePart[];
  readonly values: Sketch;
}

export interface NamedSketch {
  readonly kind: "named";
  readonly id: string;
  readonly form: "alias" | "interface" | "class";
  readonly body: Sketch;
  /** What an interface or a class extends: a named one of the same form. */
  readonly base?: NamedSketch;
  /** Of a class: a private field, which no literal can have. */
  readonly hasPrivate?: boolean;
}

export interface GenericSketch {
  readonly kind: "generic";
  readonly id: string;
  readonly form: "alias" | "interface";
  readonly body: Sketch;
  readonly fallback?: Sketch;
  /** Absent: the fallback is taken. */
  readonly argument?: Sketch;
}

export type Utility =
  | "Partial"
  | "Required"
  | "Readonly"
  | "Pick"
  | "Omit"
  | "mapped-copy"
  | "mapped-required"
  | "mapped-nullable"
  | "mapped-renamed"
  | "mapped-flags";

export type Detour =
  | "Awaited"
  | "ReturnType"
  | "Parameters"
  | "property"
  | "element"
  | "index"
  | "infer"
  | "conditional"
  | "NonNullable"
  | "Exclude"
  | "Extract";

export type ConstantUse = "as const" | "widened" | "element" | "keys" | "values";

/** A part of a sketch, and the sketch with that part exchanged. */
export interface SketchPart {
  readonly part: Sketch;
  readonly exchange: (part: Sketch) => Sketch;
}

/** The parts that can be exchanged; the body of a generic declaration is not among them, as others may use it too. */
export function partsOf(sketch: Sketch): readonly SketchPart[] {
  switch (sketch.kind) {
    case "set":
    case "array":
      return [{ part: sketch.items, exchange: (items) => ({ ...sketch, items }) }];
    case "map":
    case "record":
      return [{ part: sketch.values, exchange: (values) => ({ ...sketch, values }) }];
    case "tuple":
      return [
        ...sketch.elements.map((element, index) => ({
          part: element.type,
          exchange: (type: Sketch): Sketch => ({
            ...sketch,
            elements: sketch.elements.with(index, { ...element, type }),
          }),
        })),
        ...(sketch.rest ? [{ part: sketch.rest, exchange: (rest: Sketch): Sketch => ({ ...sketch, rest }) }] : []),
      ];
    case "object":
      return objectParts(sketch);
    case "union":
      return sketch.members.map((part, index) => ({
        part,
        exchange: (member) => ({ ...sketch, members: sketch.members.with(index, member) }),
      }));
    case "intersection":
      return sketch.parts.map((part, index) => ({
        part,
        exchange: (other) => ({ ...sketch, parts: sketch.parts.with(index, other) }),
      }));
    case "named":
      return [
        { part: sketch.body, exchange: (body) => ({ ...sketch, body }) },
        ...(sketch.base
          ? [
              {
                part: sketch.base,
                exchange: (base: Sketch): Sketch => (base.kind === "named" ? { ...sketch, base } : sketch),
              },
            ]
          : []),
      ];
    case "generic":
      return sketch.argument ? [{ part: sketch.argument, exchange: (argument) => ({ ...sketch, argument }) }] : [];
    case "utility":
    case "detour":
    case "keyof":
    case "lookup":
      return [{ part: sketch.of, exchange: (of) => ({ ...sketch, of }) }];
    case "keyword":
    case "literal":
    case "enum":
    case "template":
    case "casing":
    case "brand":
    case "rich":
    case "self":
    case "parameter":
    case "constant":
      return [];
  }
}

function objectParts(sketch: ObjectSketch): readonly SketchPart[] {
  const { index } = sketch;
  return [
    ...sketch.properties.map((property, at) => ({
      part: property.type,
      exchange: (type: Sketch): Sketch => ({
        ...sketch,
        properties: sketch.properties.with(at, { ...property, type }),
      }),
    })),
    ...(index
      ? [{ part: index.values, exchange: (values: Sketch): Sketch => ({ ...sketch, index: { ...index, values } }) }]
      : []),
  ];
}

/** Whether every `self` and `parameter` in it stands within what it refers to. */
export function isClosed(sketch: Sketch, known: ReadonlySet<string> = new Set()): boolean {
  if (sketch.kind === "self" || sketch.kind === "parameter") return known.has(sketch.id);
  const inner = sketch.kind === "named" || sketch.kind === "generic" ? new Set([...known, sketch.id]) : known;
  if (sketch.kind === "generic" && !isClosed(sketch.body, inner)) return false;
  if (sketch.kind === "generic" && sketch.argument) return isClosed(sketch.argument, known);
  return partsOf(sketch).every(({ part }) => isClosed(part, inner));
}
