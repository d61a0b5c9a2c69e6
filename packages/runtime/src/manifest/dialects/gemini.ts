/**
 * Google Gemini, as `parametersJsonSchema`: JSON Schema with a list of keywords that are known. What is not on the list
 * is at best ignored, so it is told in words.
 *
 * @see https://ai.google.dev/api/caching#FunctionDeclaration
 */
import type { JsonSchema } from "../json-schema.ts";
import type { LoweredSchema } from "./lowered.ts";
import { type Pass, runPasses } from "./pass.ts";
import { itemsOnEveryArray } from "./passes/array-items.ts";
import { declareRequired } from "./passes/declare-required.ts";
import { distributeUnions } from "./passes/distribute-unions.ts";
import { dropKeywords, type KnownKeywords } from "./passes/drop-keywords.ts";
import { constToEnum, splitMixedEnums } from "./passes/enum-forms.ts";
import { inferTypes } from "./passes/explicit-types.ts";
import { localReferences } from "./passes/local-references.ts";
import { mergeAllOf } from "./passes/merge-all-of.ts";
import { noEmptyCircles } from "./passes/no-empty-circles.ts";
import { objectRoot } from "./passes/object-root.ts";
import { oneOfToAnyOf } from "./passes/one-of-to-any-of.ts";
import { patternsToAdditional } from "./passes/patterns-to-additional.ts";
import { pruneDefinitions } from "./passes/prune-definitions.ts";
import { wrapReferences } from "./passes/reference-siblings.ts";
import { requireNoCycles } from "./passes/require-no-cycles.ts";
import { wellFormed } from "./passes/well-formed.ts";

const KEYWORDS: KnownKeywords = {
  type: true,
  format: true,
  title: true,
  description: true,
  enum: true,
  items: true,
  prefixItems: true,
  minItems: true,
  maxItems: true,
  minimum: true,
  maximum: true,
  anyOf: true,
  properties: true,
  additionalProperties: true,
  required: true,
  propertyOrdering: true,
  $ref: true,
  $defs: true,
};

const PASSES: readonly Pass[] = [
  localReferences,
  noEmptyCircles,
  wellFormed,
  mergeAllOf,
  oneOfToAnyOf,
  objectRoot,
  distributeUnions,
  constToEnum,
  inferTypes,
  declareRequired,
  splitMixedEnums,
  patternsToAdditional,
  itemsOnEveryArray,
  dropKeywords(KEYWORDS),
  requireNoCycles,
  wrapReferences,
  pruneDefinitions,
];

export function lowerForGemini(neutral: JsonSchema): LoweredSchema {
  return runPasses(neutral, PASSES);
}
