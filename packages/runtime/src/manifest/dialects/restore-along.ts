/** The way back: walks a value along the schema that a pass made, and undoes at each node what the pass did there. */
import type { JsonObject, JsonSchema, JsonValue } from "../json-schema.ts";
import { fits } from "./fits.ts";
import { hasOwn, isJsonArray, isJsonObject, isSchema } from "./json-values.ts";
import type { Restore } from "./lowered.ts";
import { referred } from "./references.ts";
import { subschemasOf } from "./subschemas.ts";

/** What to do with a value that stands at a node. The value inside it has been restored already. */
export type Undo = WeakMap<JsonSchema, Restore>;

/** For a node that a pass changed once more: `to` takes over what is to be undone at `from`. */
export function carryUndo(undo: Undo, from: JsonSchema, to: JsonSchema): JsonSchema {
  const restore = undo.get(from);
  if (restore && to !== from) undo.set(to, restore);
  return to;
}

/** Goes only where something is to be undone. `no-empty-circles` has seen to it that following references ends. */
export function restoreAlong(root: JsonSchema, undo: Undo): Restore {
  const walk: Walk = { root, undo, touched: touchedNodes(root, undo) };
  return (value) => restoreNode(value, root, walk);
}

interface Walk {
  readonly root: JsonSchema;
  readonly undo: Undo;
  readonly touched: ReadonlySet<JsonSchema>;
}

/** The nodes that have something to undo at or below them. Goes round until recursive definitions bring nothing new. */
function touchedNodes(root: JsonSchema, undo: Undo): ReadonlySet<JsonSchema> {
  const touched = new Set<JsonSchema>();
  const visit = (node: JsonSchema): boolean => {
    const target = referred(node, root);
    const isTouchedBelow = subschemasOf(node).map(visit).includes(true);
    if (isTouchedBelow || undo.has(node) || (target && touched.has(target))) touched.add(node);
    return touched.has(node);
  };
  for (let known = -1; known < touched.size; ) {
    known = touched.size;
    visit(root);
  }
  return touched;
}

function restoreNode(value: JsonValue, node: JsonSchema, walk: Walk): JsonValue {
  const { root, undo, touched } = walk;
  if (!touched.has(node)) return value;
  let restored = value;
  const target = referred(node, root);
  if (target) restored = restoreNode(restored, target, walk);
  const branch = node.anyOf && chooseBranch(restored, node.anyOf, root);
  if (branch) restored = restoreNode(restored, branch, walk);
  for (const part of node.allOf ?? []) restored = restoreNode(restored, part, walk);
  if (isJsonArray(restored)) restored = restoreItems(restored, node, walk);
  else if (isJsonObject(restored)) restored = restoreProperties(restored, node, walk);
  return undo.get(node)?.(restored) ?? restored;
}

/** The first branch that the value fits; else the first whose own keys and fixed values do not speak against it. */
function chooseBranch(value: JsonValue, branches: readonly JsonSchema[], root: JsonSchema): JsonSchema | undefined {
  return (
    branches.find((branch) => fits(value, branch, root)) ?? branches.find((branch) => isLikely(value, branch, root))
  );
}

function isLikely(value: JsonValue, branch: JsonSchema, root: JsonSchema): boolean {
  const node = referred(branch, root) ?? branch;
  if (!isJsonObject(value)) return isJsonArray(value) && node.type === "array";
  if (node.type !== "object") return false;
  const properties = Object.entries(node.properties ?? {});
  const fixed = properties.filter(([, property]) => property.enum ?? hasOwn(property, "const"));
  return fixed.every(([key, property]) => {
    const inner = value[key];
    return inner === undefined || fits(inner, property, root);
  });
}

function restoreItems(value: readonly JsonValue[], node: JsonSchema, walk: Walk): JsonValue {
  const { prefixItems = [], items } = node;
  const restored = value.map((item, index) => {
    const schema = prefixItems[index] ?? items;
    return isSchema(schema) ? restoreNode(item, schema, walk) : item;
  });
  return restored.some((item, index) => item !== value[index]) ? restored : value;
}

function restoreProperties(value: JsonObject, node: JsonSchema, walk: Walk): JsonValue {
  const { properties = {}, additionalProperties } = node;
  let same = true;
  const entries = Object.entries(value).map(([key, inner]): [string, JsonValue] => {
    const schema = hasOwn(properties, key) ? properties[key] : additionalProperties;
    const restored = isSchema(schema) ? restoreNode(inner, schema, walk) : inner;
    same &&= restored === inner;
    return [key, restored];
  });
  return same ? value : Object.fromEntries(entries);
}
