/** For dialects whose union branches must be complete: what stands beside `anyOf` moves into each branch. */
import { hasOwn, without } from "../json-values.ts";
import { mergeSchemas } from "../merge-schemas.ts";
import { nodePass, type Pass } from "../pass.ts";
import { referred } from "../references.ts";

/** May stand beside `anyOf`: it speaks of the value as a whole. */
const STAYS = ["title", "description", "default", "examples", "deprecated", "$defs"];

export const distributeUnions: Pass = nodePass((node, root, notes) => {
  if (!node.anyOf) return node;
  const shared = notes.derive(node, without(node, "anyOf", ...STAYS));
  if (Object.keys(shared).length === 0) return node;
  const branches = node.anyOf.map((branch) => {
    const target = referred(branch, root);
    const whole = target ? mergeSchemas(without(branch, "$ref"), target, notes) : branch;
    return notes.derive(branch, mergeSchemas(shared, whole, notes));
  });
  const kept = Object.fromEntries(
    STAYS.filter((keyword) => hasOwn(node, keyword)).map((keyword) => [keyword, node[keyword]]),
  );
  return { ...kept, anyOf: branches };
});
