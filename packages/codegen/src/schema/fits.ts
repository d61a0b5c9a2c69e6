/**
 * Does a value fit a draft? For defaults and examples: enough of JSON Schema for what drafts are made of. Loading a
 * real validator for a handful of literals would cost more than all the rest.
 */
import type { JsonObject, JsonSchema, JsonTypeName, JsonValue } from "@runa/runtime/manifest";
import type { NamedType } from "../signature/type-shape.ts";
import type { Draft } from "./draft.ts";
import { FORMATS } from "./tags/formats.ts";

/** A named type without a draft yet contains itself; what is said of it inside itself is not judged. */
export type Bodies = ReadonlyMap<NamedType, Draft | undefined>;

export function fits(value: JsonValue, draft: Draft, bodies: Bodies): boolean {
  const body = draft.named === undefined ? undefined : bodies.get(draft.named);
  if (body !== undefined && !fits(value, body, bodies)) return false;
  if (!keywordsFit(value, draft.keywords)) return false;
  if (draft.anyOf !== undefined && !draft.anyOf.some((branch) => fits(value, branch, bodies))) return false;
  if (isList(value)) return itemsFit(value, draft, bodies);
  return typeof value !== "object" || value === null || propertiesFit(value, draft, bodies);
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function isType(value: JsonValue, type: JsonTypeName): boolean {
  if (type === "null") return value === null;
  if (type === "array") return isList(value);
  if (type === "object") return typeof value === "object" && value !== null && !isList(value);
  return type === "integer" ? Number.isInteger(value) : typeof value === type;
}

function keywordsFit(value: JsonValue, keywords: JsonSchema): boolean {
  const { type, enum: values } = keywords;
  if (type !== undefined && ![type].flat().some((one) => isType(value, one))) return false;
  if (values !== undefined && !values.includes(value)) return false;
  if (typeof value === "number") return numberFits(value, keywords);
  if (typeof value === "string") return stringFits(value, keywords);
  return !isList(value) || listFits(value, keywords);
}

function numberFits(value: number, keywords: JsonSchema): boolean {
  const { minimum = value, maximum = value, multipleOf, exclusiveMinimum, exclusiveMaximum } = keywords;
  return (
    value >= minimum &&
    value <= maximum &&
    (exclusiveMinimum === undefined || value > exclusiveMinimum) &&
    (exclusiveMaximum === undefined || value < exclusiveMaximum) &&
    (multipleOf === undefined || Number.isInteger(value / multipleOf))
  );
}

function stringFits(value: string, { minLength, maxLength, pattern, allOf, format }: JsonSchema): boolean {
  const length = [...value].length;
  const patterns = [pattern, ...(allOf ?? []).map((schema) => schema.pattern)].filter((one) => one !== undefined);
  return (
    length >= (minLength ?? 0) &&
    length <= (maxLength ?? length) &&
    patterns.every((one) => new RegExp(one, "u").test(value)) &&
    (format === undefined || FORMATS.get(format)?.test?.test(value) !== false)
  );
}

function listFits(value: readonly JsonValue[], { minItems, maxItems, uniqueItems }: JsonSchema): boolean {
  const distinct = new Set(value.map((item) => JSON.stringify(item)));
  return (
    value.length >= (minItems ?? 0) &&
    value.length <= (maxItems ?? value.length) &&
    (uniqueItems !== true || distinct.size === value.length)
  );
}

function itemsFit(value: readonly JsonValue[], { prefixItems = [], items = true }: Draft, bodies: Bodies): boolean {
  return value.every((item, index) => insideFits(item, prefixItems[index] ?? items, bodies));
}

function propertiesFit(value: JsonObject, draft: Draft, bodies: Bodies): boolean {
  const properties = new Map((draft.properties ?? []).map((property) => [property.name, property]));
  for (const { name, isRequired } of properties.values()) {
    if (isRequired && !Object.hasOwn(value, name)) return false;
  }
  return Object.entries(value).every(([name, inner]) => {
    const property = properties.get(name);
    const patterns = (draft.patternProperties ?? []).filter(([pattern]) => new RegExp(pattern, "u").test(name));
    const schemas = [...(property === undefined ? [] : [property.draft]), ...patterns.map(([, values]) => values)];
    if (schemas.length === 0) return insideFits(inner, draft.additionalProperties ?? true, bodies);
    return schemas.every((schema) => fits(inner, schema, bodies));
  });
}

function insideFits(value: JsonValue, schema: Draft | boolean, bodies: Bodies): boolean {
  return typeof schema === "boolean" ? schema : fits(value, schema, bodies);
}
