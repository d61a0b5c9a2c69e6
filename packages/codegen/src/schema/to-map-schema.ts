/** A `Map` is an object in JSON. Where its keys are known, each is a property that may be missing, and others are refused. */
import type { TypeShape } from "../signature/type-shape.ts";
import { type Draft, valuesOrTrue } from "./draft.ts";
import { type Convert, type Place, valuesOf } from "./schema-context.ts";
import { alternatives } from "./through-names.ts";

type MapShape = Extract<TypeShape, { kind: "map" }>;

export function toMapDraft({ keys, values: shape }: MapShape, place: Place, convert: Convert): Draft {
  const values = convert(shape, valuesOf(place));
  const known = keys && knownKeys(keys);
  if (!known) return { keywords: { type: "object" }, additionalProperties: valuesOrTrue(values), rich: "map" };
  const { names, patterns } = known;
  return {
    keywords: { type: "object" },
    ...(names.length > 0 && { properties: names.map((name) => ({ name, draft: values, isRequired: false })) }),
    ...(patterns.length > 0 && { patternProperties: patterns.map((pattern) => [pattern, values] as const) }),
    additionalProperties: false,
    rich: "map",
  };
}

interface KnownKeys {
  readonly names: readonly string[];
  readonly patterns: readonly string[];
}

/** Undefined where any text may be a key, or where no single pattern says which. */
function knownKeys(keys: TypeShape): KnownKeys | undefined {
  const names: string[] = [];
  const patterns: string[] = [];
  for (const key of alternatives(keys)) {
    if (key.kind === "literals") names.push(...key.members.map(({ value }) => String(value)));
    else if (key.kind === "string" && key.patterns?.length === 1) patterns.push(...key.patterns);
    else return undefined;
  }
  return { names, patterns };
}
