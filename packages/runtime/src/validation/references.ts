/** References of a schema into itself, and parts of it that stand alone. */
import type { JsonSchema } from "../manifest/index.ts";
import { followPointer } from "../manifest/json-pointer.ts";

/** Follows `$ref`s into the schema itself; anything else is ajv's business. */
export function resolve(root: JsonSchema, schema: JsonSchema): JsonSchema {
  let current = schema;
  for (let steps = 0; typeof current.$ref === "string" && steps < 20; steps++) {
    const target = current.$ref === "#" ? root : follow(root, current.$ref);
    if (!target) return current;
    current = target;
  }
  return current;
}

function follow(root: JsonSchema, reference: string): JsonSchema | undefined {
  if (!reference.startsWith("#/")) return undefined;
  const target = followPointer(root, reference.slice(1));
  return typeof target === "object" && target !== null ? (target as JsonSchema) : undefined;
}

const composed = new WeakMap<JsonSchema, JsonSchema>();
const roots = new WeakMap<JsonSchema, JsonSchema>();

/** A part that can be compiled by itself. One object per part, so that it is compiled once. */
export function withDefinitions(root: JsonSchema, part: JsonSchema): JsonSchema {
  if (part === root || !("$defs" in root || "definitions" in root)) return part;
  let schema = composed.get(part);
  if (!schema) {
    schema = { ...part, ...(root.$defs && { $defs: root.$defs }), ...definitionsOf(root) };
    composed.set(part, schema);
    standFor(schema, root);
  }
  return schema;
}

/** References in the copy are those of the root. */
export function standFor(copy: JsonSchema, root: JsonSchema): void {
  roots.set(copy, rootOf(root));
}

export function rootOf(schema: JsonSchema): JsonSchema {
  return roots.get(schema) ?? schema;
}

/** The name that `$defs` had before draft 2019-09. */
function definitionsOf(root: JsonSchema): JsonSchema {
  return root.definitions === undefined ? {} : { definitions: root.definitions };
}
