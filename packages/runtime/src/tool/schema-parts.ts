/**
 * Walking a schema along a value that may not fit it: all parts of the schema that say something of a value, whichever
 * branch of a union is meant.
 */
import type { JsonSchema } from "../manifest/index.ts";
import { escapePointer, followPointer } from "../manifest/json-pointer.ts";

/** A part of the schema, and where it is. */
export interface Part {
  readonly schema: unknown;
  readonly pointer: string;
}

/** Adds all that speaks of the same value: what references lead to, and branches. */
export function withBranches(root: JsonSchema, start: readonly Part[]): readonly Part[] {
  const all = new Map<string, Part>();
  const pending = [...start];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    // References may form a circle.
    if (all.has(part.pointer)) continue;
    all.set(part.pointer, part);
    pending.push(...branches(root, part));
  }
  return [...all.values()];
}

function branches(root: JsonSchema, { schema, pointer }: Part): readonly Part[] {
  if (!isSchema(schema)) return [];
  const parts: Part[] = [];
  if (typeof schema.$ref === "string" && schema.$ref.startsWith("#")) {
    const target = schema.$ref.slice(1);
    parts.push({ schema: followPointer(root, target), pointer: target });
  }
  for (const keyword of ["anyOf", "oneOf", "allOf"]) {
    const list: unknown = schema[keyword];
    if (!Array.isArray(list)) continue;
    for (const [index, branch] of list.entries())
      parts.push({ schema: branch, pointer: `${pointer}/${keyword}/${index}` });
  }
  return parts;
}

export function itemParts({ schema, pointer }: Part, index: number): readonly Part[] {
  if (!isSchema(schema)) return [];
  const first = schema.prefixItems?.[index];
  if (first !== undefined) return [{ schema: first, pointer: `${pointer}/prefixItems/${index}` }];
  return schema.items === undefined ? [] : [{ schema: schema.items, pointer: `${pointer}/items` }];
}

export function propertyParts({ schema, pointer }: Part, key: string): readonly Part[] {
  if (!isSchema(schema)) return [];
  const { properties = {}, patternProperties = {}, additionalProperties } = schema;
  const parts: Part[] = [];
  if (Object.hasOwn(properties, key))
    parts.push({ schema: properties[key], pointer: `${pointer}/properties/${escapePointer(key)}` });
  for (const [source, inner] of Object.entries(patternProperties)) {
    if (new RegExp(source, "u").test(key))
      parts.push({ schema: inner, pointer: `${pointer}/patternProperties/${escapePointer(source)}` });
  }
  if (parts.length === 0 && isSchema(additionalProperties))
    parts.push({ schema: additionalProperties, pointer: `${pointer}/additionalProperties` });
  return parts;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null;
}
