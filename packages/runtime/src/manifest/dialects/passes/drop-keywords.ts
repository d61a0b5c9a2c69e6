/** Leaves out what a dialect does not know; what is left out is told in the description. */
import type { JsonSchema } from "../../json-schema.ts";
import { describe } from "../describe-keyword.ts";
import { hasOwn } from "../json-values.ts";
import { nodePass, type Pass } from "../pass.ts";

/** `true`: kept as it stands. A function: why it cannot be kept with this value, or `undefined` where it can. */
export interface KnownKeywords {
  readonly [keyword: string]: true | ((value: unknown, node: JsonSchema) => string | undefined);
}

export function dropKeywords(known: KnownKeywords): Pass {
  return nodePass((node, _root, notes) =>
    Object.keys(node).reduce((sofar, keyword) => {
      const rule = hasOwn(known, keyword) ? known[keyword] : undefined;
      const why =
        rule === undefined
          ? `${keyword} is not part of the dialect`
          : rule === true
            ? undefined
            : rule(node[keyword], node);
      return why === undefined ? sofar : describe(sofar, keyword, why, notes);
    }, node),
  );
}

/** Keeps `format` for the names on a list. */
export function oneOfFormats(names: readonly string[]): (value: unknown) => string | undefined {
  return (value) => (names.includes(String(value)) ? undefined : `format ${String(value)} is not part of the dialect`);
}

/** Grammars are made of regular languages: look-around, back-references and Unicode classes are not. */
export function regularPattern(value: unknown): string | undefined {
  return /\(\?(?!:)|\\[1-9kbBpP]/.test(String(value))
    ? "the pattern uses look-around, a back-reference, a word boundary or a Unicode class"
    : undefined;
}
