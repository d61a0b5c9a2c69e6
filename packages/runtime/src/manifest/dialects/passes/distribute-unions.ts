/** For dialects whose union branches must be complete: what stands beside `anyOf` moves into each branch. */
import type { JsonSchema } from "../../json-schema.ts";
import { type DefinitionOf, inliningPass } from "../inlining-pass.ts";
import { hasOwn, without } from "../json-values.ts";
import { mergeSchemas } from "../merge-schemas.ts";
import type { Notes } from "../notes.ts";
import type { Pass } from "../pass.ts";

/** May stand beside `anyOf`: it speaks of the value as a whole. */
const STAYS = ["title", "description", "default", "examples", "deprecated", "$defs"];

export const distributeUnions: Pass = inliningPass(distribute);

/** A branch may turn out to be a choice itself; `no-empty-circles` has seen to it that this ends. */
function distribute(node: JsonSchema, definitionOf: DefinitionOf, notes: Notes): JsonSchema {
  if (!node.anyOf) return node;
  const shared = notes.derive(node, without(node, "anyOf", ...STAYS));
  if (Object.keys(shared).length === 0) return node;
  const branches = node.anyOf.map((branch) => {
    const target = definitionOf(branch);
    const whole = target ? mergeSchemas(without(branch, "$ref"), target, notes) : branch;
    return distribute(notes.derive(branch, mergeSchemas(shared, whole, notes)), definitionOf, notes);
  });
  const kept = STAYS.filter((keyword) => hasOwn(node, keyword)).map((keyword) => [keyword, node[keyword]]);
  return { ...Object.fromEntries(kept), anyOf: branches };
}
