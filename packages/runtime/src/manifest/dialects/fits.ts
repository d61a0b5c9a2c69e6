/** Whether a value has the shape that a lowered schema asks for: enough to tell the branches of a union apart. */
import type { JsonSchema, JsonValue } from "../json-schema.ts";
import { hasOwn, isJsonArray, isJsonObject, isSchema, jsonEquals, typeNameOf, typesOf } from "./json-values.ts";
import { referred } from "./references.ts";

/**
 * Types, fixed values, keys and items, at every depth; not lengths, ranges, patterns and formats. `no-empty-circles` has
 * seen to it that following references ends.
 */
export function fits(value: JsonValue, node: JsonSchema, root: JsonSchema): boolean {
  const here = (branch: JsonSchema): boolean => fits(value, branch, root);
  const target = referred(node, root);
  if (target && !here(target)) return false;
  if (!fitsType(value, node)) return false;
  if (hasOwn(node, "const") && !jsonEquals(value, node.const)) return false;
  if (node.enum && !node.enum.some((other) => jsonEquals(value, other))) return false;
  if (node.anyOf && !node.anyOf.some(here)) return false;
  if (node.allOf && !node.allOf.every(here)) return false;
  const oneOf: unknown = node.oneOf;
  if (Array.isArray(oneOf) && !oneOf.some((branch) => isSchema(branch) && here(branch))) return false;
  if (isJsonArray(value)) return fitsItems(value, node, root);
  return !isJsonObject(value) || fitsProperties(value, node, root);
}

function fitsType(value: JsonValue, node: JsonSchema): boolean {
  if (node.type === undefined) return true;
  const types = typesOf(node);
  const type = typeNameOf(value);
  return types.includes(type) || (type === "integer" && types.includes("number"));
}

function fitsItems(value: readonly JsonValue[], node: JsonSchema, root: JsonSchema): boolean {
  const { prefixItems = [], items } = node;
  if (value.length < (node.minItems ?? 0) || value.length > (node.maxItems ?? Number.POSITIVE_INFINITY)) return false;
  return value.every((item, index) => {
    const schema = prefixItems[index] ?? items;
    return isSchema(schema) ? fits(item, schema, root) : schema !== false;
  });
}

function fitsProperties(value: { readonly [key: string]: JsonValue }, node: JsonSchema, root: JsonSchema): boolean {
  const { properties = {}, required = [], patternProperties, additionalProperties } = node;
  if (!required.every((key) => hasOwn(value, key))) return false;
  return Object.entries(value).every(([key, inner]) => {
    const schema = hasOwn(properties, key) ? properties[key] : patternProperties ? undefined : additionalProperties;
    return isSchema(schema) ? fits(inner, schema, root) : schema !== false;
  });
}
