/**
 * A schema under construction: subschemas are drafts, named types are not yet references, and what the manifest says
 * beside the schema (rich types, secrets) stands where it belongs. `assemble-schema.ts` turns it into JSON Schema.
 */
import type { JsonSchema, RichType } from "@runa/runtime/manifest";
import type { NamedType } from "../signature/type-shape.ts";

export interface Draft {
  /** Everything without subschemas: `type`, `enum`, `description`, constraints. */
  readonly keywords: JsonSchema;
  readonly properties?: readonly DraftProperty[];
  readonly patternProperties?: readonly (readonly [pattern: string, values: Draft])[];
  readonly additionalProperties?: boolean | Draft;
  readonly prefixItems?: readonly Draft[];
  readonly items?: boolean | Draft;
  readonly anyOf?: readonly Draft[];
  /** A reference, or the inlined type; `keywords` stand beside it or win over its own. */
  readonly named?: NamedType;
  readonly rich?: RichType;
  readonly isSecret?: boolean;
  /** The comments on the members of an enum, appended to the description. */
  readonly memberTexts?: string;
}

export interface DraftProperty {
  readonly name: string;
  readonly draft: Draft;
  readonly isRequired: boolean;
}

export const ANYTHING: Draft = { keywords: {} };

export function withKeywords(draft: Draft, keywords: JsonSchema): Draft {
  return { ...draft, keywords: { ...draft.keywords, ...keywords } };
}

/** Takes every value. */
export function isAnything(draft: Draft): boolean {
  return draft.named === undefined && draft.anyOf === undefined && Object.keys(draft.keywords).length === 0;
}

/** `Record<string, unknown>` reads `true`, as everybody writes it. */
export function valuesOrTrue(values: Draft): Draft | true {
  return isAnything(values) ? true : values;
}
