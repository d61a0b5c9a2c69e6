/** Adds `null` to what a draft takes, in the most compact way. */
import type { JsonTypeName } from "@runa/runtime/manifest";
import { type Draft, isAnything } from "./draft.ts";

const COMPACT: ReadonlySet<JsonTypeName> = new Set(["string", "number", "integer", "boolean", "null"]);
const NULL: Draft = { keywords: { type: "null" } };

/**
 * A primitive lists `null` among its types, an enum among its values; objects, arrays and rich types become a branch
 * beside it.
 */
export function withNull(draft: Draft): Draft {
  const { keywords, anyOf, rich, named } = draft;
  if (isAnything(draft) || takesNull(draft)) return draft;
  const types = [keywords.type ?? []].flat();
  const isPlain = anyOf === undefined && rich === undefined && named === undefined;
  if (isPlain && (types.length !== 1 || types.every((type) => COMPACT.has(type)))) {
    const { type, enum: values } = keywords;
    return {
      ...draft,
      keywords: {
        ...keywords,
        ...(type !== undefined && { type: [...types, "null"] }),
        ...(values !== undefined && { enum: [...values, null] }),
      },
    };
  }
  const branches = anyOf !== undefined && Object.keys(keywords).length === 0 ? anyOf : [draft];
  return { keywords: {}, anyOf: [...branches, NULL] };
}

function takesNull({ keywords, anyOf = [] }: Draft): boolean {
  return [keywords.type].flat().includes("null") || keywords.enum?.includes(null) === true || anyOf.some(takesNull);
}
