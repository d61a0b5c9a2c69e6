/** Which keywords speak of which type of value. */
import type { JsonSchema, JsonTypeName } from "../json-schema.ts";
import { typesOf, without } from "./json-values.ts";

/** An integer is a number here. */
export const SPEAKS_OF: readonly (readonly [JsonTypeName, readonly string[]])[] = [
  [
    "object",
    [
      "properties",
      "required",
      "additionalProperties",
      "patternProperties",
      "propertyNames",
      "minProperties",
      "maxProperties",
    ],
  ],
  ["array", ["items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains"]],
  ["string", ["pattern", "format", "minLength", "maxLength", "contentEncoding", "contentMediaType"]],
  ["number", ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]],
];

/** The node without keywords that speak of types which it excludes; the same object where it has none. */
export function withoutIdle(node: JsonSchema): JsonSchema {
  const types = typesOf(node);
  if (types.length === 0) return node;
  const idle = SPEAKS_OF.filter(
    ([type]) => !types.includes(type) && !(type === "number" && types.includes("integer")),
  ).flatMap(([, keywords]) => keywords);
  return without(node, ...idle);
}
