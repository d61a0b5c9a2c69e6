/** Says that something is left out, or that the tool cannot be, because no model can send a type. */
import type { PropertyShape } from "../signature/type-shape.ts";
import type { Obstacle } from "./find-obstacle.ts";
import type { Place, SchemaContext } from "./schema-context.ts";

const REASONS: { readonly [why in Obstacle["why"]]: string } = {
  function: "a function",
  symbol: "a symbol",
  never: "a type without values",
  "class-with-methods": "a class with methods or accessors",
  "framework-type": "an object of the runtime",
  "ambiguous-rich-types": "which JSON cannot tell apart",
};

export function reportObstacle(
  obstacle: Obstacle,
  property: PropertyShape,
  place: Place,
  context: SchemaContext,
): void {
  const { why, typeText } = obstacle;
  const path = place.path + obstacle.path;
  const facts = { path, type: typeText, reason: REASONS[why] };
  if (why === "ambiguous-rich-types") {
    context.report("ambiguous-rich-types", property.location, { path, type: typeText });
  } else if (!property.optional) {
    context.report("inexpressible-type", property.location, facts);
  } else {
    const isMeant = why === "framework-type" || why === "class-with-methods";
    const name = isMeant ? "left-out-note" : "left-out";
    context.report(name, property.location, { ...facts, leftOut: place.path });
  }
}

/** Of a union whose other members can be sent. */
export function reportMember({ why, typeText, path }: Obstacle, place: Place, context: SchemaContext): void {
  const facts = { path: place.path + path, type: typeText, reason: REASONS[why] };
  if (why === "ambiguous-rich-types") context.report("ambiguous-rich-types", place.location, facts);
  else context.report("member-left-out", place.location, { ...facts, union: place.path });
}
