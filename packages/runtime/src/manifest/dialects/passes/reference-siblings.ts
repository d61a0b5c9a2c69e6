/** For dialects that allow nothing beside `$ref`: the reference moves into an `anyOf` of one, so that texts survive. */
import { nodePass, type Pass } from "../pass.ts";

export const wrapReferences: Pass = nodePass((node, _root, notes) => {
  if (!node.$ref || Object.keys(node).length === 1) return node;
  const { $ref, ...siblings } = node;
  return { ...siblings, anyOf: [notes.derive(node, { $ref })] };
});
