/**
 * Ollama, which reads a definition into a structure of its own and drops what has no place in it, without a word: then
 * neither server nor model knows of it. What would be dropped is told in words.
 *
 * @see https://github.com/ollama/ollama/blob/main/api/types.go
 */
import type { JsonSchema } from "../json-schema.ts";
import type { LoweredSchema } from "./lowered.ts";
import { type Pass, runPasses } from "./pass.ts";
import { itemsOnEveryArray, tupleToItems } from "./passes/array-items.ts";
import { declareRequired } from "./passes/declare-required.ts";
import { distributeUnions } from "./passes/distribute-unions.ts";
import { dropKeywords, type KnownKeywords } from "./passes/drop-keywords.ts";
import { constToEnum } from "./passes/enum-forms.ts";
import { inferTypes } from "./passes/explicit-types.ts";
import { inlineReferences, referencesInWords } from "./passes/inline-references.ts";
import { localReferences } from "./passes/local-references.ts";
import { mergeAllOf } from "./passes/merge-all-of.ts";
import { noEmptyCircles } from "./passes/no-empty-circles.ts";
import { objectRoot } from "./passes/object-root.ts";
import { oneOfToAnyOf } from "./passes/one-of-to-any-of.ts";
import { patternsToAdditional } from "./passes/patterns-to-additional.ts";
import { pruneDefinitions } from "./passes/prune-definitions.ts";
import { wellFormed } from "./passes/well-formed.ts";

const KEYWORDS: KnownKeywords = {
  type: true,
  description: true,
  enum: true,
  anyOf: true,
  items: true,
  properties: true,
  required: true,
  // Dropped as well, but nothing is lost by it: the properties are the ones there are.
  additionalProperties: (value) => (typeof value === "boolean" ? undefined : "keys of any name have no place in it"),
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
  patternsToAdditional,
  tupleToItems,
  itemsOnEveryArray,
  inlineReferences,
  referencesInWords,
  dropKeywords(KEYWORDS),
  pruneDefinitions,
];

export function lowerForOllama(neutral: JsonSchema): LoweredSchema {
  return runPasses(neutral, PASSES);
}
