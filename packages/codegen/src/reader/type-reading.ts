/** How a signature's types become shapes: the part of the type reader that signatures use. */
import type { ts } from "ts-morph";
import type { Where } from "../diagnostics/diagnostic-log.ts";
import type { PropertyShape, TypeShape } from "../signature/type-shape.ts";

export interface TypeReading {
  /** The shape of a type. `node` is where it was written, for the order of its members. */
  read(type: ts.Type, node: ts.Node, at: Where): TypeShape;
  /** The properties of an object type, for a parameter that is flattened. */
  properties(type: ts.Type, node: ts.Node, at: Where): readonly PropertyShape[];
}
