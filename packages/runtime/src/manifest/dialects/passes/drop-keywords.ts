/** Leaves out what a dialect does not know; what is left out is told in the description. */
import type { JsonSchema } from "../../json-schema.ts";
import { type Dropped, describeAll } from "../describe-keyword.ts";
import { hasOwn } from "../json-values.ts";
import type { Pass } from "../pass.ts";
import { transformOuterFirst } from "../subschemas.ts";

/** `true`: kept as it stands. A function: why it cannot be kept with this value, or `undefined` where it can. */
export interface KnownKeywords {
  readonly [keyword: string]: true | ((value: unknown, node: JsonSchema) => string | undefined);
}

export function dropKeywords(known: KnownKeywords): Pass {
  return dropWhere((keyword, node) => whyNot(known, keyword, node));
}

/** For a dialect that takes every keyword, some of them not with every value. */
export function describeSome(limited: KnownKeywords): Pass {
  return dropWhere((keyword, node) => (hasOwn(limited, keyword) ? whyNot(limited, keyword, node) : undefined));
}

function dropWhere(why: (keyword: string, node: JsonSchema) => string | undefined): Pass {
  return (schema, notes) => ({
    schema: transformOuterFirst(schema, notes, (node) => {
      const dropped = Object.keys(node).flatMap((keyword): readonly Dropped[] => {
        const reason = why(keyword, node);
        return reason === undefined ? [] : [{ keyword, why: reason }];
      });
      return describeAll(node, dropped, notes);
    }),
  });
}

function whyNot(known: KnownKeywords, keyword: string, node: JsonSchema): string | undefined {
  const rule = hasOwn(known, keyword) ? known[keyword] : undefined;
  if (rule === undefined) return `${keyword} is not part of the dialect`;
  return rule === true ? undefined : rule(node[keyword], node);
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
