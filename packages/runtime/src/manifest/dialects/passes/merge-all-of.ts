/** For dialects without `allOf`: its parts are merged into the schema that they refine. */
import type { JsonSchema } from "../../json-schema.ts";
import { type DefinitionOf, inliningPass } from "../inlining-pass.ts";
import { without } from "../json-values.ts";
import { mergeSchemas } from "../merge-schemas.ts";
import type { Notes } from "../notes.ts";
import type { Pass } from "../pass.ts";

/** A reference with more than text beside it is one too: both hold. */
export const mergeAllOf: Pass = inliningPass((node, definitionOf, notes) => {
  const { allOf = [], ...base } = node;
  const [only] = allOf;
  // `{ allOf: [{ $ref }], description }` is how text is put beside a reference in drafts that ignore siblings.
  if (allOf.length === 1 && only?.$ref && !base.$ref && isOnlyText(base)) return { ...only, ...base };
  const start = isOnlyText(without(base, "$ref")) ? base : expand(base, definitionOf, notes);
  if (allOf.length === 0 && start === base) return node;
  return allOf.reduce(
    (sofar, part) => notes.derive(node, mergeSchemas(sofar, expand(part, definitionOf, notes), notes)),
    notes.derive(node, start),
  );
});

/** The inner nodes have been merged already; only a definition that contains this very node has not. */
function expand(part: JsonSchema, definitionOf: DefinitionOf, notes: Notes): JsonSchema {
  const target = definitionOf(part);
  if (!target) return part;
  const { allOf, ...whole } = mergeSchemas(without(part, "$ref"), target, notes);
  if (allOf) notes.lose(part, "allOf", "the definition contains itself, and is merged once");
  return notes.derive(part, whole);
}

function isOnlyText(node: JsonSchema): boolean {
  return Object.keys(node).every((keyword) =>
    ["title", "description", "default", "examples", "deprecated"].includes(keyword),
  );
}
