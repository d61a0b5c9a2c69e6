/** A name that is required but not declared is a 400 at two providers; declared without a type it means the same. */
import { hasOwn, typesOf } from "../json-values.ts";
import { nodePass, type Pass } from "../pass.ts";

export const declareRequired: Pass = nodePass((node) => {
  if (!node.required || !(node.properties || typesOf(node).includes("object"))) return node;
  const { properties = {} } = node;
  const missing = node.required.filter((name) => !hasOwn(properties, name));
  if (missing.length === 0) return node;
  return { ...node, properties: { ...properties, ...Object.fromEntries(missing.map((name) => [name, {}])) } };
});
