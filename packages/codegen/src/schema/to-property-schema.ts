/** A property or a parameter: its type, and everything that comments and tags say of it. */
import type { DocTag } from "../signature/doc-comment.ts";
import type { PropertyShape } from "../signature/type-shape.ts";
import { applyConstraints, hasConstraints } from "./apply-constraints.ts";
import { defaultOf, examplesOf } from "./default-and-examples.ts";
import { type DraftProperty, withKeywords } from "./draft.ts";
import { reportObstacle } from "./report-obstacle.ts";
import type { Convert, Place, SchemaContext } from "./schema-context.ts";
import { isDeprecated, isSecret, tagsNamed } from "./tags/annotation-tags.ts";
import { findMisspelt } from "./tags/find-misspelt.ts";

/** Nothing is returned for what is left out: hidden, or not to be sent by any model. */
export function toPropertyDraft(
  property: PropertyShape,
  place: Place,
  context: SchemaContext,
  convert: Convert,
): DraftProperty | undefined {
  const isResult = context.purpose === "result";
  if (isResult && isDroppedByStringify(property)) return undefined;
  const tags = mergeTags(place.override?.doc?.tags ?? [], property.doc?.tags ?? []);
  reportMisspelt(tags, place, context);
  const [hidden] = tagsNamed(tags, "hidden");
  if (hidden !== undefined && property.optional && !isResult) return undefined;
  if (hidden !== undefined) context.report("hidden-required", hidden.location, { path: place.path });
  if (property.name === "__proto__" && !isResult) {
    const code = property.optional ? "unsafe-name-left-out" : "unsafe-name";
    context.report(code, property.location, { path: place.path, name: property.name });
    return undefined;
  }
  const obstacle = context.obstacleOf(property.shape);
  if (obstacle !== undefined) {
    reportObstacle(obstacle, property, place, context);
    return undefined;
  }
  const copiesNames = hasConstraints(tags);
  const draft = applyConstraints(convert(property.shape, { ...place, copiesNames }), tags, place, context);
  const text = place.override?.doc?.text || property.doc?.text || "";
  if (tags.length === 0 && text === "" && property.default === undefined)
    return { name: property.name, draft, isRequired: !property.optional };
  const said = text === "" ? {} : { description: text };
  const annotated = withKeywords(
    draft,
    tags.length === 0 && property.default === undefined
      ? said
      : {
          ...said,
          ...defaultOf(property, draft, tags, place, context),
          ...examplesOf(draft, tags, place, context),
          ...(isDeprecated(tags) && { deprecated: true }),
        },
  );
  return {
    name: property.name,
    draft: isSecret(tags) ? { ...annotated, isSecret: true } : annotated,
    isRequired: !property.optional,
  };
}

/** The tags of a `@param` win over those of the same name on the property itself. */
function mergeTags(own: readonly DocTag[], inherited: readonly DocTag[]): readonly DocTag[] {
  if (own.length === 0 || inherited.length === 0) return own.length === 0 ? inherited : own;
  const names = new Set(own.map(({ name }) => name));
  return [...own, ...inherited.filter(({ name }) => !names.has(name))];
}

function isDroppedByStringify({ shape }: PropertyShape): boolean {
  return shape.kind === "inexpressible" && (shape.why === "function" || shape.why === "symbol");
}

function reportMisspelt(tags: readonly DocTag[], { path }: Place, context: SchemaContext): void {
  for (const tag of tags) {
    const closest = findMisspelt(tag);
    if (closest !== undefined) context.report("misspelt-tag", tag.location, { path, tag: tag.name, closest });
  }
}
