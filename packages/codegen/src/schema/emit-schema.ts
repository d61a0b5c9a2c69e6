/** From a draft to JSON Schema, keyword by keyword, in one order. */
import type { JsonSchema } from "@runa/runtime/manifest";
import type { NamedType } from "../signature/type-shape.ts";
import { type Draft, withKeywords } from "./draft.ts";

export interface EmitOptions {
  /** The `$ref` to a named type, or the draft that is to stand in its place. */
  readonly refer: (type: NamedType) => string | Draft;
  /** Called for each place that is rich or secret, with its JSON pointer. */
  readonly mark?: (pointer: string, draft: Draft) => void;
}

const ORDER: readonly string[] = [
  ...["$ref", "type", "enum", "description", "default", "examples", "deprecated"],
  ...["format", "contentEncoding", "pattern", "minLength", "maxLength", "allOf"],
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  ...["prefixItems", "items", "minItems", "maxItems", "uniqueItems"],
  ...["properties", "patternProperties", "required", "additionalProperties", "anyOf", "$defs"],
];

export function emitSchema(draft: Draft, pointer: string, options: EmitOptions): JsonSchema {
  const target = draft.named === undefined ? undefined : options.refer(draft.named);
  if (typeof target === "object") return emitSchema(inPlaceOf(draft, target), pointer, options);
  if (draft.rich !== undefined || draft.isSecret) options.mark?.(pointer, draft);

  const emit = (inner: Draft, step: string) => emitSchema(inner, `${pointer}/${step}`, options);
  const emitOrFlag = (inner: Draft | boolean, step: string) => (typeof inner === "boolean" ? inner : emit(inner, step));
  const { properties, patternProperties, additionalProperties, prefixItems, items } = draft;
  const anyOf = draft.anyOf?.flatMap((branch) => spliceBranch(branch, options));
  const required = properties?.filter(({ isRequired }) => isRequired).map(({ name }) => name) ?? [];
  return inOrder({
    ...(target !== undefined && { $ref: target }),
    ...draft.keywords,
    ...describe(draft),
    ...(prefixItems && { prefixItems: prefixItems.map((inner, index) => emit(inner, `prefixItems/${index}`)) }),
    ...(items !== undefined && { items: emitOrFlag(items, "items") }),
    ...(properties && {
      properties: Object.fromEntries(
        properties.map(({ name, draft }) => [name, emit(draft, `properties/${escapePointer(name)}`)]),
      ),
    }),
    ...(patternProperties && {
      patternProperties: Object.fromEntries(
        patternProperties.map(([pattern, values]) => [
          pattern,
          emit(values, `patternProperties/${escapePointer(pattern)}`),
        ]),
      ),
    }),
    ...(required.length > 0 && { required }),
    ...(additionalProperties !== undefined && {
      additionalProperties: emitOrFlag(additionalProperties, "additionalProperties"),
    }),
    ...(anyOf && { anyOf: anyOf.map((branch, index) => emit(branch, `anyOf/${index}`)) }),
  });
}

/** What the use says wins over what the type says of itself. */
function inPlaceOf(use: Draft, body: Draft): Draft {
  const inlined = withKeywords(body, use.keywords);
  return use.isSecret ? { ...inlined, isSecret: true } : inlined;
}

/** A union in a union is one union, also where the inner one had a name, as long as it says nothing of its own. */
function spliceBranch(branch: Draft, options: EmitOptions): Draft[] {
  const target = branch.named === undefined ? branch : options.refer(branch.named);
  if (typeof target === "string") return [branch];
  const inlined = branch.named === undefined ? branch : inPlaceOf(branch, target);
  const isBare = Object.keys(inlined.keywords).length === 0 && !inlined.isSecret;
  return isBare && inlined.anyOf !== undefined
    ? inlined.anyOf.flatMap((inner) => spliceBranch(inner, options))
    : [inlined];
}

function describe({ keywords, memberTexts }: Draft): JsonSchema {
  if (memberTexts === undefined) return {};
  const { description } = keywords;
  return { description: description === undefined ? memberTexts : `${description} (${memberTexts})` };
}

export function escapePointer(step: string): string {
  return step.replaceAll("~", "~0").replaceAll("/", "~1");
}

export function inOrder(schema: JsonSchema): JsonSchema {
  const present = Object.keys(schema).filter((keyword) => PLACES.has(keyword));
  present.sort((left, right) => (PLACES.get(left) ?? 0) - (PLACES.get(right) ?? 0));
  return Object.fromEntries(present.map((keyword) => [keyword, schema[keyword]])) as JsonSchema;
}

const PLACES: ReadonlyMap<string, number> = new Map(ORDER.map((keyword, place) => [keyword, place]));
