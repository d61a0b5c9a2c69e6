/** Signatures written by hand, for tests of the stages that follow the reader. */
import type { DocComment, DocTag } from "../../src/signature/doc-comment.ts";
import type { SourceLocation } from "../../src/signature/source-location.ts";
import type { ToolSignature } from "../../src/signature/tool-signature.ts";
import type { LiteralMember, NamedType, PropertyShape, TypeShape } from "../../src/signature/type-shape.ts";

export function at(line: number, column = 1): SourceLocation {
  return { file: "/src/tools.ts", line, column, endLine: line, endColumn: column + 1 };
}

/** `doc("How many", "minimum 1")`. */
export function doc(text: string, ...tags: readonly string[]): DocComment {
  return { text, tags: tags.map(tag), location: at(1) };
}

function tag(written: string): DocTag {
  const [name = "", ...words] = written.split(" ");
  return { name, text: words.join(" "), inline: false, tags: [], location: at(2) };
}

export function property(name: string, shape: TypeShape, more: Partial<PropertyShape> = {}): PropertyShape {
  return { name, shape, optional: false, location: at(3), ...more };
}

/** A tool with these parameters. A text that is missing is no matter here, so it has all of them. */
export function signature(properties: readonly PropertyShape[], more: Partial<ToolSignature> = {}): ToolSignature {
  return {
    name: "use",
    location: at(4),
    module: "/src/tools.ts",
    exportName: "use",
    doc: doc("Use it."),
    parameters: properties.map((property) => ({ kind: "property", property })),
    paramDocs: [],
    isAsync: false,
    thread: "main",
    isExternal: false,
    isReadonly: false,
    isDestructive: false,
    isIdempotent: false,
    isDeprecated: false,
    ...more,
  };
}

export const text: TypeShape = { kind: "string" };
export const number: TypeShape = { kind: "number" };
export const nothing: TypeShape = { kind: "null" };
export const date: TypeShape = { kind: "date" };
export const callback: TypeShape = { kind: "inexpressible", why: "function", typeText: "() => void" };

export function literals(...values: readonly LiteralMember["value"][]): TypeShape {
  return { kind: "literals", members: values.map((value) => ({ value })) };
}

export function union(...members: readonly TypeShape[]): TypeShape {
  return { kind: "union", members };
}

export function object(...properties: readonly PropertyShape[]): TypeShape {
  return { kind: "object", properties };
}

export function list(items: TypeShape): TypeShape {
  return { kind: "array", items };
}

/** A type with a name, which its own shape may refer to. */
export function named(
  name: string,
  shape: TypeShape | ((self: TypeShape) => TypeShape),
  comment?: DocComment,
): TypeShape {
  const self: TypeShape = {
    kind: "named",
    type: {
      name,
      get shape(): TypeShape {
        return built;
      },
      ...(comment && { doc: comment }),
    } satisfies NamedType,
  };
  const built = typeof shape === "function" ? shape(self) : shape;
  return self;
}
