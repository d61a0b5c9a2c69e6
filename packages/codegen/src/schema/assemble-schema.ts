/** The last step: drafts become one schema that is complete in itself, with pointers to what is rich and what is secret. */
import type { Conversions, JsonSchema, RichType } from "@runa/runtime/manifest";
import type { NamedType } from "../signature/type-shape.ts";
import { ANYTHING, type Draft } from "./draft.ts";
import { emitSchema, escapePointer, inOrder } from "./emit-schema.ts";
import type { Bodies } from "./fits.ts";
import { nameRepeated } from "./name-repeated.ts";
import { planDefinitions } from "./plan-definitions.ts";

export interface AssembledSchema {
  readonly schema: JsonSchema;
  /** JSON pointers into `schema`. */
  readonly convert: Conversions;
  readonly secret: readonly string[];
}

/** Keys of `$defs` follow the order of first use; a second type of one name gets `_2`. */
export function assembleSchema(draft: Draft, types: Bodies): AssembledSchema {
  const { root, bodies } = nameRepeated(draft, types);
  const defined = planDefinitions(root, bodies);
  const keys = new Map<NamedType, string>();
  const taken = new Set<string>();
  const convert: [pointer: string, rich: RichType][] = [];
  const secret: string[] = [];

  function keyOf(type: NamedType): string {
    const key = keys.get(type) ?? freeKey(type.name, taken);
    keys.set(type, key);
    taken.add(key);
    return key;
  }

  const options = {
    refer: (type: NamedType) => (defined.has(type) ? `#/$defs/${keyOf(type)}` : (bodies.get(type) ?? ANYTHING)),
    mark: (pointer: string, { rich, isSecret }: Draft) => {
      if (rich !== undefined) convert.push([pointer, rich]);
      if (isSecret) secret.push(pointer);
    },
  };

  const schema = emitSchema(root, "", options);
  const definitions: [key: string, schema: JsonSchema][] = [];
  // Emitting a definition may bring up further ones, which a map's iteration takes in.
  for (const [type, key] of keys) {
    definitions.push([key, emitSchema(bodies.get(type) ?? ANYTHING, `/$defs/${escapePointer(key)}`, options)]);
  }
  return {
    schema: definitions.length === 0 ? schema : inOrder({ ...schema, $defs: Object.fromEntries(definitions) }),
    convert: Object.fromEntries(convert),
    secret,
  };
}

function freeKey(name: string, taken: ReadonlySet<string>): string {
  const base = name.replace(/[^A-Za-z0-9_.-]+/g, "_") || "_";
  let key = base;
  for (let number = 2; taken.has(key); number++) key = `${base}_${number}`;
  return key;
}
