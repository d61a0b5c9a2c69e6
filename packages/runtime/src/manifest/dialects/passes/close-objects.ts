/** For strict dialects: every object lists its keys and allows no other, and every value has a type. */
import type { JsonSchema } from "../../json-schema.ts";
import { hasOwn, isSchema, typesOf } from "../json-values.ts";
import type { Notes } from "../notes.ts";
import { nodePass, type Pass } from "../pass.ts";

/**
 * Runs after `maps-to-pairs`. An object of a foreign schema that says nothing of further keys is closed: its author
 * listed the keys that count. One that asks for further keys is an obstacle.
 */
export const closeObjects: Pass = (root, notes) => {
  const isSilent = root.type === "object" && root.additionalProperties === undefined && !hasPatterns(root);
  return closeEach(isSilent ? notes.derive(root, { ...root, additionalProperties: false }) : root, notes);
};

const closeEach: Pass = nodePass((node, _root, notes) => {
  checkValue(node, notes);
  if (!typesOf(node).includes("object")) return node;
  const { additionalProperties, properties } = node;
  if (additionalProperties === false && !hasPatterns(node) && properties) return node;
  const isOpen = additionalProperties !== undefined && additionalProperties !== false;
  if (hasPatterns(node)) notes.obstruct(node, "patternProperties", "an object with keys that are not listed");
  else if (isOpen) notes.obstruct(node, "additionalProperties", "an object with keys that are not listed");
  else if (additionalProperties === undefined && Object.keys(properties ?? {}).length === 0)
    notes.obstruct(node, "properties", "an object of which no key is known");
  return { ...node, properties: properties ?? {}, additionalProperties: false };
});

function hasPatterns(node: JsonSchema): boolean {
  return Object.keys(node.patternProperties ?? {}).length > 0;
}

function checkValue(node: JsonSchema, notes: Notes): void {
  if (node.type === undefined && !node.anyOf && !node.$ref) notes.obstruct(node, "type", "a value of any type");
  const values = hasOwn(node, "const") ? [node.const] : (node.enum ?? []);
  if (values.some((value) => typeof value === "object" && value !== null))
    notes.obstruct(node, "enum", "a fixed value that is an object or an array");
  const hasItems = isSchema(node.items) || (node.prefixItems !== undefined && node.items === false);
  if (typesOf(node).includes("array") && !hasItems)
    notes.obstruct(node, "items", "an array of which the items are not known");
}
