/** Passes for dialects that want one `items` schema on every array. */
import type { JsonSchema } from "../../json-schema.ts";
import { describe } from "../describe-keyword.ts";
import { isSchema, jsonEquals, typesOf } from "../json-values.ts";
import { nodePass, type Pass } from "../pass.ts";

/** `prefixItems` may stay, but `items` must be there and be a schema. With `maxItems`, `{}` in place of `false` means the same. */
export const itemsOnEveryArray: Pass = nodePass((node) => {
  if (isSchema(node.items) || !(typesOf(node).includes("array") || node.prefixItems)) return node;
  return { ...node, items: {}, ...(node.items === false && { maxItems: longest(node) }) };
});

/**
 * A tuple becomes an array of any of its members, of the right length; the order is told in words. Runs after the passes
 * that have a way back: these need to know which member stands where.
 */
export const tupleToItems: Pass = nodePass((node, _root, notes) => {
  if (!node.prefixItems) return node;
  const rest = node.items;
  const members = [...node.prefixItems, ...(isSchema(rest) ? [rest] : [])];
  const different = members.filter(
    (member, index) => members.findIndex((other) => jsonEquals(member, other)) === index,
  );
  const [only] = different;
  const items = rest === undefined ? {} : different.length === 1 && only ? only : { anyOf: different };
  return {
    ...describe(node, "prefixItems", "an array has one schema for all its items", notes),
    items: notes.derive(node, items),
    ...(rest === false && { maxItems: longest(node) }),
  };
});

function longest(node: JsonSchema): number {
  return Math.min(node.maxItems ?? Number.POSITIVE_INFINITY, node.prefixItems?.length ?? 0);
}
