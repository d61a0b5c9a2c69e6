/** For dialects that allow nothing beside `$ref` and make a union cost something: a reference with text becomes a copy. */
import type { JsonSchema } from "../../json-schema.ts";
import { without } from "../json-values.ts";
import { mergeSchemas } from "../merge-schemas.ts";
import { nodePass, type Pass } from "../pass.ts";
import { referred } from "../references.ts";

/** Copies of larger definitions would make the request grow without bound; these are wrapped instead. */
const LARGEST_COPY = 4096;

export const inlineDescribedReferences: Pass = nodePass((node, root, notes) => {
  const target = referred(node, root);
  if (!target || Object.keys(node).length === 1) return node;
  const { $ref = "", ...siblings } = node;
  if (JSON.stringify(target).length > LARGEST_COPY || target.$ref) {
    return { ...siblings, anyOf: [notes.derive<JsonSchema>(node, { $ref })] };
  }
  return mergeSchemas(without(node, "$ref"), target, notes);
});
