/** For dialects without `patternProperties`: their schemas hold for every further key, and the patterns are told in words. */
import type { JsonSchema } from "../../json-schema.ts";
import { describe } from "../describe-keyword.ts";
import { isSchema, jsonEquals } from "../json-values.ts";
import { nodePass, type Pass } from "../pass.ts";

export const patternsToAdditional: Pass = nodePass((node, _root, notes) => {
  if (!node.patternProperties) return node;
  const { additionalProperties } = node;
  const described = describe(node, "patternProperties", "keys are not told apart by a pattern", notes);
  // Without `additionalProperties` every key is allowed already, with any value.
  if (additionalProperties === undefined || additionalProperties === true) return described;
  const schemas: readonly JsonSchema[] = [
    ...Object.values(node.patternProperties),
    ...(isSchema(additionalProperties) ? [additionalProperties] : []),
  ];
  const different = schemas.filter(
    (schema, index) => schemas.findIndex((other) => jsonEquals(schema, other)) === index,
  );
  const [only] = different;
  if (!only) return described;
  return {
    ...described,
    additionalProperties: different.length === 1 ? only : notes.derive(node, { anyOf: different }),
  };
});
