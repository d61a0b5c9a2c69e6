/** Tuples: elements by position, and nothing behind them unless the type says so. */
import type { TupleShape } from "../signature/type-shape.ts";
import type { Draft } from "./draft.ts";
import type { Convert, Place } from "./schema-context.ts";

export function toTupleDraft({ elements, rest }: TupleShape, place: Place, convert: Convert): Draft {
  const at = (step: string): Place => ({ path: `${place.path}[${step}]`, location: place.location });
  const items = rest === undefined ? false : convert(rest, at(""));
  const minItems = elements.filter(({ optional }) => !optional).length;
  return {
    keywords: { type: "array", ...(minItems > 0 && { minItems }) },
    // An empty list is no valid `prefixItems`.
    ...(elements.length > 0 && { prefixItems: elements.map(({ shape }, index) => convert(shape, at(String(index)))) }),
    items,
  };
}
