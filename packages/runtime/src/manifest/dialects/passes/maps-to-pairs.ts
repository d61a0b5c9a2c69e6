/** For dialects without open objects: a dictionary becomes an array of `{ key, value }`, and the way back a dictionary. */
import type { JsonObject, JsonSchema, JsonValue } from "../../json-schema.ts";
import { addText, describe } from "../describe-keyword.ts";
import { hasOwn, isJsonArray, isJsonObject, isSchema, without } from "../json-values.ts";
import type { Notes } from "../notes.ts";
import type { Pass } from "../pass.ts";
import { restoreAlong, type Undo } from "../restore-along.ts";
import { mapSubschemas, transform } from "../subschemas.ts";

export const mapsToPairs: Pass = (root, notes) => {
  const undo: Undo = new WeakMap();
  const convert = (node: JsonSchema): JsonSchema => {
    const map = readMap(node);
    if (!map) return node;
    const made = toPairs(node, map, notes);
    undo.set(made, fromPairs);
    return made;
  };
  // The root stays an object: one that is a dictionary cannot be sent strictly.
  const schema = notes.derive(
    root,
    mapSubschemas(root, (inner) => transform(inner, notes, convert)),
  );
  return schema === root ? { schema } : { schema, restore: restoreAlong(schema, undo) };
};

interface KeysAndValues {
  readonly key: JsonSchema;
  readonly value: JsonSchema;
}

/** A dictionary proper: keys of one kind, values of one kind, no properties of its own. */
function readMap(node: JsonSchema): KeysAndValues | undefined {
  if (node.type !== "object" || Object.keys(node.properties ?? {}).length > 0) return undefined;
  const { patternProperties, additionalProperties, propertyNames } = node;
  const patterns = Object.entries(patternProperties ?? {});
  const [first] = patterns;
  if (first && patterns.length === 1 && additionalProperties === false) {
    return { key: { type: "string", pattern: first[0] }, value: first[1] };
  }
  if (patterns.length > 0 || !isSchema(additionalProperties) || Object.keys(additionalProperties).length === 0)
    return undefined;
  return {
    key: { type: "string", ...(isSchema(propertyNames) && without(propertyNames, "type")) },
    value: additionalProperties,
  };
}

function toPairs(node: JsonSchema, { key, value }: KeysAndValues, notes: Notes): JsonSchema {
  const told = ["default", "examples"].reduce(
    (sofar, keyword) => describe(sofar, keyword, "a dictionary is sent as an array of keys and values", notes),
    node,
  );
  const { minProperties, maxProperties, ...rest } = told as JsonSchema & {
    readonly minProperties?: number;
    readonly maxProperties?: number;
  };
  const kept = without(
    rest,
    "type",
    "properties",
    "required",
    "patternProperties",
    "additionalProperties",
    "propertyNames",
  );
  const pair: JsonSchema = {
    type: "object",
    properties: { key: notes.derive(node, key), value },
    required: ["key", "value"],
    additionalProperties: false,
  };
  return addText(
    {
      ...kept,
      type: "array",
      items: notes.derive(node, pair),
      ...(minProperties !== undefined && { minItems: minProperties }),
      ...(maxProperties !== undefined && { maxItems: maxProperties }),
    },
    "each key once, with its value",
  );
}

/** A model that was not held to the schema may have sent the dictionary itself: that is left as it is. */
function fromPairs(value: JsonValue): JsonValue {
  if (!isJsonArray(value) || !value.every(isPair)) return value;
  return Object.fromEntries(value.map((pair) => [pair.key, pair.value]));
}

function isPair(item: JsonValue): item is JsonObject & { readonly key: string; readonly value: JsonValue } {
  return isJsonObject(item) && typeof item.key === "string" && hasOwn(item, "value") && Object.keys(item).length === 2;
}
