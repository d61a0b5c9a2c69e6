/** Objects: closed where they are arguments, open where they are a result. */
import type { ObjectShape } from "../signature/type-shape.ts";
import { ANYTHING, type Draft, type DraftProperty, valuesOrTrue } from "./draft.ts";
import { isNever } from "./find-obstacle.ts";
import { type Convert, type Place, type SchemaContext, valuesOf } from "./schema-context.ts";
import { toPropertyDraft } from "./to-property-schema.ts";

/** `{}` and an empty interface say nothing, as to the compiler. */
export function toObjectDraft(shape: ObjectShape, place: Place, context: SchemaContext, convert: Convert): Draft {
  const { properties, index, patterns = [], isSealed } = shape;
  if (properties.length === 0 && index === undefined && patterns.length === 0 && !isSealed) return ANYTHING;
  const isOpen = context.purpose === "result" && index === undefined;
  return {
    keywords: { type: "object" },
    ...(properties.length > 0 && { properties: toPropertyDrafts(shape, place, context, convert) }),
    ...(patterns.length > 0 && {
      patternProperties: patterns.map(({ pattern, values }) => [pattern, convert(values, valuesOf(place))] as const),
    }),
    ...(!isOpen && {
      additionalProperties:
        index === undefined || isNever(index) ? false : valuesOrTrue(convert(index, valuesOf(place))),
    }),
  };
}

function toPropertyDrafts(
  { properties }: ObjectShape,
  place: Place,
  context: SchemaContext,
  convert: Convert,
): DraftProperty[] {
  return properties.flatMap((property) => {
    const override = place.override?.inside.get(property.name);
    const path = `${place.path}.${property.name}`;
    const inner = { path, location: property.location, ...(override && { override }) };
    return toPropertyDraft(property, inner, context, convert) ?? [];
  });
}
