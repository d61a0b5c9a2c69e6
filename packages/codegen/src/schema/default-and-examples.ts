/** The values that a property shows the model: its default, and its examples. All of them fit its schema. */
import type { JsonSchema, JsonValue } from "@runa/runtime/manifest";
import type { DocTag } from "../signature/doc-comment.ts";
import type { PropertyShape } from "../signature/type-shape.ts";
import type { Draft } from "./draft.ts";
import { fits } from "./fits.ts";
import type { Place, SchemaContext } from "./schema-context.ts";
import { tagsNamed } from "./tags/annotation-tags.ts";

/** The initialiser says what happens, so it wins over the tag. */
export function defaultOf(
  property: PropertyShape,
  draft: Draft,
  tags: readonly DocTag[],
  { path }: Place,
  context: SchemaContext,
): JsonSchema {
  const [tag] = tagsNamed(tags, "default");
  const value = tag && readValue(tag.text, draft, context);
  if (tag && value === undefined)
    context.report("unfit-value", tag.location, { path, tag: "default", value: tag.text });
  const initial = property.default;
  if (initial !== undefined) {
    if (fits(initial, draft, context.bodies)) return { default: initial };
    context.report("unfit-value", property.location, { path, tag: "default", value: JSON.stringify(initial) });
    return {};
  }
  return value === undefined ? {} : { default: value };
}

export function examplesOf(draft: Draft, tags: readonly DocTag[], { path }: Place, context: SchemaContext): JsonSchema {
  const examples = tagsNamed(tags, "example").flatMap((tag) => {
    const value = readValue(tag.text, draft, context);
    if (value !== undefined) return [value];
    context.report("unfit-value", tag.location, { path, tag: "example", value: tag.text });
    return [];
  });
  return examples.length === 0 ? {} : { examples };
}

/** JSON if that fits the type, else the text if that fits; quotes that JSON does not know are quotes all the same. */
function readValue(text: string, draft: Draft, context: SchemaContext): JsonValue | undefined {
  const quoted = /^(['`])(.*)\1$/s.exec(text)?.[2];
  const readings = [parseJson(text), quoted, text === "" ? undefined : text];
  return readings.find((value) => value !== undefined && fits(value, draft, context.bodies));
}

function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
