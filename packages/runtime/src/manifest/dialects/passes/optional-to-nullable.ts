/** For OpenAI's strict mode: every property is required, an optional one may be `null` instead, and `null` becomes absent again. */
import type { JsonSchema, JsonValue } from "../../json-schema.ts";
import { hasOwn, isJsonObject, typesOf, without } from "../json-values.ts";
import type { Pass } from "../pass.ts";
import { referred } from "../references.ts";
import { carryUndo, restoreAlong, type Undo } from "../restore-along.ts";
import { transform } from "../subschemas.ts";

export const optionalToNullable: Pass = (root, notes) => {
  const undo: Undo = new WeakMap();
  const schema = transform(root, notes, (node) => {
    const { properties } = node;
    if (!properties) return node;
    const names = Object.keys(properties);
    const optional = names.filter((name) => !node.required?.includes(name));
    if (optional.length === 0) return node;
    // One that takes null by itself keeps its null: nothing else can be sent for it.
    const synthetic = new Set(optional.filter((name) => !acceptsNull(properties[name] ?? {}, root)));
    const entries = Object.entries(properties).map(([name, property]): [string, JsonSchema] => [
      name,
      synthetic.has(name) ? notes.derive(property, nullable(property, undo)) : property,
    ]);
    const made: JsonSchema = { ...node, properties: Object.fromEntries(entries), required: names };
    if (synthetic.size > 0) undo.set(made, (value) => withoutNulls(value, synthetic));
    return made;
  });
  return schema === root ? { schema } : { schema, restore: restoreAlong(schema, undo) };
};

/** Whether a schema accepts `null` by itself. */
function acceptsNull(node: JsonSchema, root: JsonSchema): boolean {
  const types = typesOf(node);
  if (types.length > 0 && !types.includes("null")) return false;
  if (node.enum && !node.enum.includes(null)) return false;
  if (hasOwn(node, "const") && node.const !== null) return false;
  if (node.anyOf && !node.anyOf.some((branch) => acceptsNull(branch, root))) return false;
  const target = referred(node, root);
  return !target || acceptsNull(target, root);
}

/** Speak of the value whether or not it is null. */
const TEXTS = ["title", "description", "default", "examples", "deprecated"];

function nullable(node: JsonSchema, undo: Undo): JsonSchema {
  if (node.anyOf) return { ...node, anyOf: [...node.anyOf, { type: "null" }] };
  if (node.$ref) {
    const { $ref, ...siblings } = node;
    return { ...siblings, anyOf: [{ $ref }, { type: "null" }] };
  }
  const types = typesOf(node);
  if (types.includes("object") || types.includes("array")) {
    const texts = Object.fromEntries(Object.entries(node).filter(([keyword]) => TEXTS.includes(keyword)));
    const value = carryUndo(undo, node, without(node, ...TEXTS));
    return { ...texts, anyOf: [value, { type: "null" }] };
  }
  const { const: fixed, ...rest } = node;
  const values = fixed === undefined ? node.enum : [fixed];
  return {
    ...rest,
    ...(types.length > 0 && !types.includes("null") && { type: [...types, "null"] }),
    ...(values && { enum: values.includes(null) ? values : [...values, null] }),
  };
}

function withoutNulls(value: JsonValue, names: ReadonlySet<string>): JsonValue {
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value);
  const kept = entries.filter(([name, inner]) => inner !== null || !names.has(name));
  return kept.length === entries.length ? value : Object.fromEntries(kept);
}
