/** Passes for dialects without `allOf`: its parts are merged into the schema that they refine. */
import type { JsonSchema } from "../../json-schema.ts";
import { without } from "../json-values.ts";
import { mergeSchemas } from "../merge-schemas.ts";
import type { Notes } from "../notes.ts";
import { nodePass, type Pass } from "../pass.ts";
import { referred } from "../references.ts";

export const mergeAllOf: Pass = nodePass((node, root, notes) => mergedAllOf(node, root, notes));

/** One node without `allOf`; the same object where it has none. `no-empty-circles` has seen to it that this ends. */
export function mergedAllOf(node: JsonSchema, root: JsonSchema, notes: Notes): JsonSchema {
  if (!node.allOf) return node;
  const base = notes.derive(node, without(node, "allOf"));
  const [only] = node.allOf;
  // `{ allOf: [{ $ref }], description }` is how text is put beside a reference in drafts that ignore siblings.
  if (node.allOf.length === 1 && only?.$ref && !base.$ref && isOnlyText(base)) return { ...only, ...base };
  return node.allOf.reduce((sofar, part) => {
    const target = referred(part, root);
    const whole = target ? mergeSchemas(without(part, "$ref"), target, notes) : part;
    return notes.derive(node, mergeSchemas(sofar, mergedAllOf(whole, root, notes), notes));
  }, base);
}

function isOnlyText(node: JsonSchema): boolean {
  return Object.keys(node).every((keyword) =>
    ["title", "description", "default", "examples", "deprecated"].includes(keyword),
  );
}
