/** How a signature's types become shapes: the part of the type reader that signatures use. */
import type { ts } from "ts-morph";
import type { PropertyShape, TypeShape } from "../signature/type-shape.ts";

export interface TypeReading {
  /**
   * The shape of a type. `node` is where it was written, for the order of its members: a type node, or a declaration,
   * whose annotation or initialiser counts.
   */
  read(type: ts.Type, node: ts.Node): TypeShape;
  /** The properties of an object type, for a parameter that is flattened; none of any other type. */
  properties(type: ts.Type, node: ts.Node): readonly PropertyShape[];
}
