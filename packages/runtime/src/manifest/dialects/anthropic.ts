/**
 * Anthropic's Messages API.
 *
 * Plain: any JSON Schema 2020-12 whose root is an object without combinators, with limited property names. Strict: a
 * subset without recursion and without most constraints, in which optional properties stay optional.
 *
 * @see https://platform.claude.com/docs/en/build-with-claude/structured-outputs
 */
import type { JsonSchema } from "../json-schema.ts";
import type { LoweredSchema } from "./lowered.ts";
import { measureSchema } from "./measure-schema.ts";
import { type Pass, runPasses } from "./pass.ts";
import { tupleToItems } from "./passes/array-items.ts";
import { closeObjects } from "./passes/close-objects.ts";
import { declareRequired } from "./passes/declare-required.ts";
import { distributeUnions } from "./passes/distribute-unions.ts";
import { dropKeywords, type KnownKeywords, oneOfFormats, regularPattern } from "./passes/drop-keywords.ts";
import { inferTypes, splitMixedTypes } from "./passes/explicit-types.ts";
import { inlineDescribedReferences } from "./passes/inline-references.ts";
import { localReferences } from "./passes/local-references.ts";
import { mapsToPairs } from "./passes/maps-to-pairs.ts";
import { mergeAllOf } from "./passes/merge-all-of.ts";
import { noEmptyCircles } from "./passes/no-empty-circles.ts";
import { objectRoot } from "./passes/object-root.ts";
import { oneOfToAnyOf } from "./passes/one-of-to-any-of.ts";
import { pruneDefinitions } from "./passes/prune-definitions.ts";
import { renameProperties } from "./passes/rename-properties.ts";
import { wellFormed } from "./passes/well-formed.ts";
import { recursiveNames, referredName } from "./references.ts";
import { subschemasOf } from "./subschemas.ts";

const PROPERTY_NAMES = renameProperties({ refused: /[^a-zA-Z0-9_.-]/g, longest: 64 });

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
  default: true,
  minItems: (value) => (Number(value) > 1 ? "minItems is 0 or 1" : undefined),
  pattern: regularPattern,
  format: oneOfFormats(["date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid"]),
};

/**
 * What all strict tools of one request may have together. Beyond: 400, `Schema is too complex for compilation`, which
 * some hundreds of enum values cause as well.
 */
export const ANTHROPIC_STRICT_LIMITS = { tools: 20, optional: 24, unions: 16, enumValues: 200 } as const;

/** A tool that alone is over the limits of a request can never be sent strictly. */
const withinLimits: Pass = (schema, notes) => {
  const size = measureSchema(schema);
  const over = (keyword: string, is: number, limit: number, what: string): void => {
    if (is > limit) notes.obstruct(schema, keyword, `${is} ${what}, of which a request may have ${limit}`);
  };
  over("required", size.optional, ANTHROPIC_STRICT_LIMITS.optional, "optional properties");
  over("anyOf", size.unions, ANTHROPIC_STRICT_LIMITS.unions, "unions");
  over("enum", size.enumValues, ANTHROPIC_STRICT_LIMITS.enumValues, "enum values");
  return { schema };
};

const noRecursion: Pass = (schema, notes) => {
  const recursive = recursiveNames(schema, referencesInside);
  for (const [name, definition] of Object.entries(schema.$defs ?? {})) {
    if (recursive.has(name)) notes.obstruct(definition, "$ref", `${name} contains itself`);
  }
  return { schema };
};

function referencesInside(node: JsonSchema): readonly string[] {
  const name = referredName(node);
  return [...(name === undefined ? [] : [name]), ...subschemasOf(node).flatMap(referencesInside)];
}

const PLAIN: readonly Pass[] = [
  localReferences,
  noEmptyCircles,
  wellFormed,
  objectRoot,
  declareRequired,
  PROPERTY_NAMES,
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
  PROPERTY_NAMES,
  tupleToItems,
  dropKeywords(STRICT_KEYWORDS),
  inlineDescribedReferences,
  pruneDefinitions,
  noRecursion,
  withinLimits,
];

export function lowerForAnthropic(neutral: JsonSchema): LoweredSchema {
  return runPasses(neutral, PLAIN);
}

export function lowerForAnthropicStrict(neutral: JsonSchema): LoweredSchema {
  return runPasses(neutral, STRICT);
}

/** What a strict schema takes of the limits of a request. */
export function anthropicStrictCost(
  schema: JsonSchema,
): Omit<Record<keyof typeof ANTHROPIC_STRICT_LIMITS, number>, "tools"> {
  const { optional, unions, enumValues } = measureSchema(schema);
  return { optional, unions, enumValues };
}
