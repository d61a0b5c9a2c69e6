/** Named types: each is converted once, and referred to wherever it is used. */
import type { NamedType } from "../signature/type-shape.ts";
import { applyConstraints } from "./apply-constraints.ts";
import { type Draft, withKeywords } from "./draft.ts";
import type { Convert, Place, SchemaContext } from "./schema-context.ts";
import { isDeprecated, isSecret } from "./tags/annotation-tags.ts";
import { alternatives } from "./through-names.ts";

/**
 * A use that says something of its own about what is inside, or puts a constraint on it, gets a copy: the others must
 * not change with it.
 */
export function toNamedDraft(type: NamedType, place: Place, context: SchemaContext, convert: Convert): Draft {
  const hasOwnTexts = (place.override?.inside.size ?? 0) > 0;
  if (hasOwnTexts || (place.copiesNames && canBeConstrained(type))) return toBody(type, place, context, convert);
  if (!context.bodies.has(type)) {
    context.bodies.set(type, undefined);
    context.bodies.set(type, toBody(type, { path: place.path, location: place.location }, context, convert));
  }
  return { keywords: {}, named: type };
}

/** The type itself, with its own comment. Of the tags there, those count that hold for every use. */
export function toBody(type: NamedType, place: Place, context: SchemaContext, convert: Convert): Draft {
  const { text = "", tags = [] } = type.doc ?? {};
  const draft = applyConstraints(convert(type.shape, place), tags, place, context);
  if (text === "" && tags.length === 0) return draft;
  const keywords = {
    ...(text !== "" && { description: text }),
    ...(isDeprecated(tags) && { deprecated: true }),
  };
  return { ...withKeywords(draft, keywords), ...(isSecret(tags) && { isSecret: true }) };
}

function canBeConstrained(type: NamedType): boolean {
  return alternatives(type.shape).some(({ kind }) => kind !== "object" && kind !== "map" && kind !== "non-primitive");
}
