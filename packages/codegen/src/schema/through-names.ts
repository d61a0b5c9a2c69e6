/** A shape behind its names. */
import type { TypeShape } from "../signature/type-shape.ts";

export type UnnamedShape = Exclude<TypeShape, { kind: "named" }>;

/** Names may stand for names; none stands for itself alone. */
export function throughNames(shape: TypeShape): UnnamedShape {
  let inner = shape;
  while (inner.kind === "named") inner = inner.type.shape;
  return inner;
}

/** The members of a union, of unions in it, and of unions behind names. Any other shape is its own only member. */
export function alternatives(shape: TypeShape): UnnamedShape[] {
  const inner = throughNames(shape);
  return inner.kind === "union" ? inner.members.flatMap(alternatives) : [inner];
}
