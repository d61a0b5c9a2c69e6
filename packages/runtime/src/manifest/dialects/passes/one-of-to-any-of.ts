/** `oneOf` becomes `anyOf`: no dialect enforces that the branches exclude each other, and several refuse the word. */
import type { JsonSchema } from "../../json-schema.ts";
import { describe } from "../describe-keyword.ts";
import { without } from "../json-values.ts";
import { nodePass, type Pass } from "../pass.ts";

export const oneOfToAnyOf: Pass = nodePass((node, _root, notes) => {
  const branches = node.oneOf as readonly JsonSchema[] | undefined;
  if (!branches) return node;
  if (node.anyOf) return describe(node, "oneOf", "one choice stands beside another", notes);
  return { ...without(node, "oneOf"), anyOf: branches };
});
