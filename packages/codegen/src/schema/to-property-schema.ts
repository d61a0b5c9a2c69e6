/** A property or a parameter: its type, and everything that comments and tags say of it. */
import type { JsonSchema, JsonValue } from "@runa/runtime/manifest";
import type { DocTag } from "../signature/doc-comment.ts";
import type { PropertyShape } from "../signature/type-shape.ts";
import { applyConstraints, hasConstraints } from "./apply-constraints.ts";
import { type Draft, type DraftProperty, withKeywords } from "./draft.ts";
import type { Obstacle } from "./find-obstacle.ts";
import { fits } from "./fits.ts";
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
  for (const tag of tags) {
    const closest = findMisspelt(tag);
    if (closest !== undefined) {
      context.report("misspelt-tag", tag.location, { path: place.path, tag: tag.name, closest });
    }
  }
  const [hidden] = tagsNamed(tags, "hidden");
  if (hidden !== undefined && property.optional && !isResult) return undefined;
  if (hidden !== undefined) context.report("hidden-required", hidden.location, { path: place.path });
  const obstacle = context.obstacleOf(property.shape);
  if (obstacle !== undefined) {
    reportObstacle(obstacle, property, place, context);
    return undefined;
  }
  const copiesNames = hasConstraints(tags);
  const draft = applyConstraints(convert(property.shape, { ...place, copiesNames }), tags, place, context);
  const text = place.override?.doc?.text || property.doc?.text || "";
  const annotated = withKeywords(draft, {
    ...(text !== "" && { description: text }),
    ...defaultOf(property, draft, tags, place, context),
    ...examplesOf(draft, tags, place, context),
    ...(isDeprecated(tags) && { deprecated: true }),
  });
  return {
    name: property.name,
    draft: isSecret(tags) ? { ...annotated, isSecret: true } : annotated,
    isRequired: !property.optional,
  };
}

/** The tags of a `@param` win over those of the same name on the property itself. */
function mergeTags(own: readonly DocTag[], inherited: readonly DocTag[]): readonly DocTag[] {
  const names = new Set(own.map(({ name }) => name));
  return [...own, ...inherited.filter(({ name }) => !names.has(name))];
}

function isDroppedByStringify({ shape }: PropertyShape): boolean {
  return shape.kind === "inexpressible" && (shape.why === "function" || shape.why === "symbol");
}

const REASONS: { readonly [why in Obstacle["why"]]: string } = {
  function: "a function",
  symbol: "a symbol",
  never: "a type without values",
  "class-with-methods": "a class with methods or accessors",
  "framework-type": "an object of the runtime",
  "ambiguous-rich-types": "which JSON cannot tell apart",
};

function reportObstacle(obstacle: Obstacle, property: PropertyShape, place: Place, context: SchemaContext): void {
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

/** The initialiser says what happens, so it wins over the tag. */
function defaultOf(
  property: PropertyShape,
  draft: Draft,
  tags: readonly DocTag[],
  { path }: Place,
  context: SchemaContext,
): JsonSchema {
  const [tag] = tagsNamed(tags, "default");
  const initial = property.default;
  if (initial !== undefined) {
    if (fits(initial, draft, context.bodies)) return { default: initial };
    context.report("unfit-value", property.location, { path, tag: "default", value: JSON.stringify(initial) });
    return {};
  }
  if (tag === undefined) return {};
  const value = readValue(tag.text, draft, context);
  if (value !== undefined) return { default: value };
  context.report("unfit-value", tag.location, { path, tag: "default", value: tag.text });
  return {};
}

function examplesOf(draft: Draft, tags: readonly DocTag[], { path }: Place, context: SchemaContext): JsonSchema {
  const examples = tagsNamed(tags, "example").flatMap((tag) => {
    const value = readValue(tag.text, draft, context);
    if (value !== undefined) return [value];
    context.report("unfit-value", tag.location, { path, tag: "example", value: tag.text });
    return [];
  });
  return examples.length === 0 ? {} : { examples };
}

/** JSON if that fits the type, else the text if that fits. */
function readValue(text: string, draft: Draft, context: SchemaContext): JsonValue | undefined {
  const json = parseJson(text);
  if (json !== undefined && fits(json, draft, context.bodies)) return json;
  return text !== "" && fits(text, draft, context.bodies) ? text : undefined;
}

function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
