/** For dialects that allow nothing beside `$ref` and make a union cost something: a reference with text becomes a copy. */
import type { JsonSchema } from "../../json-schema.ts";
import { inliningPass } from "../inlining-pass.ts";
import { without } from "../json-values.ts";
import { mergeSchemas } from "../merge-schemas.ts";
import type { Pass } from "../pass.ts";

/** Copies of larger definitions make the request long; these are wrapped in an `anyOf` of one instead. */
const LARGEST_COPY = 4096;

export const inlineDescribedReferences: Pass = inliningPass((node, definitionOf, notes) => {
  if (!node.$ref || Object.keys(node).length === 1) return node;
  const { $ref, ...siblings } = node;
  const target = definitionOf(node);
  if (!target || target.$ref || JSON.stringify(target).length > LARGEST_COPY) {
    return { ...siblings, anyOf: [notes.derive<JsonSchema>(node, { $ref })] };
  }
  return mergeSchemas(without(node, "$ref"), target, notes);
});
