/** The tags that narrow a type: a closed list, as data. A tag is the keyword of the same name, `integer` aside. */
import type { JsonTypeName } from "@runa/runtime/manifest";

export interface ConstraintTag {
  readonly name: string;
  /** The types that it fits. In a union it stands in the branches of such a type. */
  readonly fits: readonly JsonTypeName[];
  readonly value: ConstraintValue;
}

export type ConstraintValue = "number" | "positive number" | "count" | "flag" | "pattern" | "format";

const NUMBERS: readonly JsonTypeName[] = ["number", "integer"];

const TAGS: readonly ConstraintTag[] = [
  { name: "integer", fits: NUMBERS, value: "flag" },
  { name: "minimum", fits: NUMBERS, value: "number" },
  { name: "maximum", fits: NUMBERS, value: "number" },
  { name: "exclusiveMinimum", fits: NUMBERS, value: "number" },
  { name: "exclusiveMaximum", fits: NUMBERS, value: "number" },
  { name: "multipleOf", fits: NUMBERS, value: "positive number" },
  { name: "minLength", fits: ["string"], value: "count" },
  { name: "maxLength", fits: ["string"], value: "count" },
  { name: "pattern", fits: ["string"], value: "pattern" },
  { name: "format", fits: ["string", "number", "integer"], value: "format" },
  { name: "minItems", fits: ["array"], value: "count" },
  { name: "maxItems", fits: ["array"], value: "count" },
  { name: "uniqueItems", fits: ["array"], value: "flag" },
];

export const CONSTRAINT_TAGS: ReadonlyMap<string, ConstraintTag> = new Map(TAGS.map((tag) => [tag.name, tag]));
