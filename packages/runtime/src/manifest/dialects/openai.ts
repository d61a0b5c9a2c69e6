/**
 * OpenAI, for Chat Completions and Responses alike.
 *
 * Plain: any JSON Schema is shown to the model, but the root is checked and every array needs `items`. Strict
 * (Structured Outputs): a closed subset, enforced while the model writes.
 *
 * @see https://platform.openai.com/docs/guides/structured-outputs#supported-schemas
 */
import type { JsonSchema } from "../json-schema.ts";
import type { LoweredSchema } from "./lowered.ts";
import { measureSchema } from "./measure-schema.ts";
import { type Pass, runPasses } from "./pass.ts";
import { itemsOnEveryArray, tupleToItems } from "./passes/array-items.ts";
import { closeObjects } from "./passes/close-objects.ts";
import { declareRequired } from "./passes/declare-required.ts";
import { distributeUnions } from "./passes/distribute-unions.ts";
import { dropKeywords, type KnownKeywords, oneOfFormats, regularPattern } from "./passes/drop-keywords.ts";
import { inferTypes, splitMixedTypes } from "./passes/explicit-types.ts";
import { localReferences } from "./passes/local-references.ts";
import { mapsToPairs } from "./passes/maps-to-pairs.ts";
import { mergeAllOf } from "./passes/merge-all-of.ts";
import { noEmptyCircles } from "./passes/no-empty-circles.ts";
import { objectRoot } from "./passes/object-root.ts";
import { oneOfToAnyOf } from "./passes/one-of-to-any-of.ts";
import { optionalToNullable } from "./passes/optional-to-nullable.ts";
import { pruneDefinitions } from "./passes/prune-definitions.ts";
import { wrapReferences } from "./passes/reference-siblings.ts";
import { wellFormed } from "./passes/well-formed.ts";

/** `minLength` and `maxLength` are in no list and refused by none: told in words, since a refusal costs the request. */
const STRICT_KEYWORDS: KnownKeywords = {
  type: true,
  title: true,
  description: true,
  enum: true,
  const: true,
  anyOf: true,
  $ref: true,
  $defs: true,
  properties: true,
  required: true,
  additionalProperties: true,
  items: true,
  minItems: true,
  maxItems: true,
  minimum: true,
  maximum: true,
  exclusiveMinimum: true,
  exclusiveMaximum: true,
  multipleOf: true,
  pattern: regularPattern,
  format: oneOfFormats(["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"]),
};

const LIMITS = {
  properties: 5000,
  depth: 10,
  enumValues: 1000,
  characters: 120_000,
  longEnum: 250,
  longEnumCharacters: 15_000,
};

/** Whether an array is a level is documented nowhere; counted as one, since a refusal costs the request. */
const withinLimits: Pass = (schema, notes) => {
  const size = measureSchema(schema);
  const over = (keyword: string, is: number, limit: number, what: string): void => {
    if (is > limit) notes.obstruct(schema, keyword, `${is} ${what}, of which ${limit} are allowed`);
  };
  over("properties", size.properties, LIMITS.properties, "properties");
  over("type", size.depth, LIMITS.depth, "levels of objects and arrays");
  over("enum", size.enumValues, LIMITS.enumValues, "enum values");
  over("title", size.characters, LIMITS.characters, "characters of names and fixed values");
  if (size.largestEnum.values > LIMITS.longEnum)
    over("enum", size.largestEnum.characters, LIMITS.longEnumCharacters, "characters in one enum");
  return { schema };
};

const PLAIN: readonly Pass[] = [
  localReferences,
  noEmptyCircles,
  wellFormed,
  objectRoot,
  declareRequired,
  itemsOnEveryArray,
  pruneDefinitions,
];

const STRICT: readonly Pass[] = [
  localReferences,
  noEmptyCircles,
  wellFormed,
  mergeAllOf,
  oneOfToAnyOf,
  inferTypes,
  objectRoot,
  splitMixedTypes,
  distributeUnions,
  declareRequired,
  mapsToPairs,
  closeObjects,
  optionalToNullable,
  tupleToItems,
  dropKeywords(STRICT_KEYWORDS),
  wrapReferences,
  pruneDefinitions,
  withinLimits,
];

export function lowerForOpenAi(neutral: JsonSchema): LoweredSchema {
  return runPasses(neutral, PLAIN);
}

export function lowerForOpenAiStrict(neutral: JsonSchema): LoweredSchema {
  return runPasses(neutral, STRICT);
}
