/**
 * llama.cpp's server, which makes one grammar of all tools of a request: what its converter cannot read costs the
 * request, and what the converter overlooks, the model cannot write. The definitions are shown to the model as well, so
 * keywords that the grammar merely ignores stay.
 *
 * @see https://github.com/ggml-org/llama.cpp/blob/master/common/json-schema-to-grammar.cpp
 */
import type { JsonSchema } from "../json-schema.ts";
import type { LoweredSchema } from "./lowered.ts";
import { nodePass, type Pass, runPasses } from "./pass.ts";
import { itemsOnEveryArray, tupleToItems } from "./passes/array-items.ts";
import { declareRequired } from "./passes/declare-required.ts";
import { distributeUnions } from "./passes/distribute-unions.ts";
import { describeSome } from "./passes/drop-keywords.ts";
import { localReferences } from "./passes/local-references.ts";
import { mergeAllOf } from "./passes/merge-all-of.ts";
import { noEmptyCircles } from "./passes/no-empty-circles.ts";
import { objectRoot } from "./passes/object-root.ts";
import { oneOfToAnyOf } from "./passes/one-of-to-any-of.ts";
import { patternsToAdditional } from "./passes/patterns-to-additional.ts";
import { pruneDefinitions } from "./passes/prune-definitions.ts";
import { wellFormed } from "./passes/well-formed.ts";

/**
 * A repetition may make 2000 rules, and how many rules one round takes depends on what is repeated: half of it leaves
 * room.
 */
const MOST_REPETITIONS = 1000;

const repetition = (value: unknown): string | undefined =>
  Number(value) > MOST_REPETITIONS ? `the grammar repeats nothing more than ${MOST_REPETITIONS} times` : undefined;

const bound = (value: unknown): string | undefined =>
  Number.isSafeInteger(Math.trunc(Number(value))) ? undefined : "the grammar counts in whole numbers of 64 bits";

const REFUSED = describeSome({
  minLength: repetition,
  maxLength: repetition,
  minItems: repetition,
  maxItems: repetition,
  minimum: bound,
  maximum: bound,
  exclusiveMinimum: bound,
  exclusiveMaximum: bound,
  pattern: (value) =>
    isPlainPattern(String(value))
      ? undefined
      : "the grammar takes whole patterns of plain characters, lists and groups",
});

/** Without a word in it, it would be an object. */
const anyValueInWords: Pass = nodePass((node) =>
  Object.keys(node).length === 0 ? { description: "(any value)" } : node,
);

const PASSES: readonly Pass[] = [
  localReferences,
  noEmptyCircles,
  wellFormed,
  mergeAllOf,
  oneOfToAnyOf,
  objectRoot,
  distributeUnions,
  declareRequired,
  patternsToAdditional,
  tupleToItems,
  itemsOnEveryArray,
  REFUSED,
  anyValueInWords,
  pruneDefinitions,
];

export function lowerForLlamaCpp(neutral: JsonSchema): LoweredSchema {
  return runPasses(neutral, PASSES);
}

const LITERAL = "[A-Za-z0-9 _,:;@/=#&%!~'<>-]";
/** A dot or a list of what is not meant takes quotes in as well, and the text would end there. */
const PIECE = `(?:${LITERAL}|\\\\[.$^|()[\\]{}*+?]|\\[[A-Za-z0-9 _,:;@/=#&%!~'<>.+*?()$|{}-]+\\])`;
const TOKEN = new RegExp(`${PIECE}|\\(|\\)|\\||[*+?]|\\{(\\d+)(?:,(\\d*))?\\}`, "y");

/** Whether a pattern says the same as a grammar that the converter makes of it. */
function isPlainPattern(pattern: string): boolean {
  if (!/^\^.*\$$/s.test(pattern)) return false;
  const body = pattern.slice(1, -1);
  let depth = 0;
  let isRepeatable = false;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < body.length) {
    const match = TOKEN.exec(body);
    if (match === null) return false;
    const [token, least, most] = match;
    if (/^[*+?{]/.test(token)) {
      if (!isRepeatable || Number(least ?? 0) > MOST_REPETITIONS || Number(most || 0) > MOST_REPETITIONS) return false;
      isRepeatable = false;
      continue;
    }
    if (token === "(") depth++;
    if (token === ")") depth--;
    // At the outermost level the anchors belong to one branch each.
    if (depth < 0 || (token === "|" && depth === 0)) return false;
    isRepeatable = token !== "(" && token !== "|";
  }
  return depth === 0;
}
