/** Sizes that providers limit. */
import type { JsonSchema } from "../json-schema.ts";
import { hasOwn, typesOf } from "./json-values.ts";
import { referred } from "./references.ts";
import { subschemasOf } from "./subschemas.ts";

export interface SchemaSize {
  readonly properties: number;
  /** Properties that are not required. */
  readonly optional: number;
  /** Nodes that are a choice: `anyOf`, or a list of types. */
  readonly unions: number;
  readonly enumValues: number;
  /** The largest enum of strings: how many values, and how many characters in all. */
  readonly largestEnum: { readonly values: number; readonly characters: number };
  /** Characters of property names, definition names and fixed values. */
  readonly characters: number;
  /** Objects and arrays inside each other; a recursive definition counts once. */
  readonly depth: number;
}

export function measureSchema(root: JsonSchema): SchemaSize {
  const size = { properties: 0, optional: 0, unions: 0, enumValues: 0, characters: 0 };
  let largestEnum = { values: 0, characters: 0 };
  const visit = (node: JsonSchema): void => {
    const names = Object.keys(node.properties ?? {});
    size.properties += names.length;
    size.optional += names.filter((name) => !node.required?.includes(name)).length;
    if (node.anyOf || typesOf(node).length > 1) size.unions++;
    const values = hasOwn(node, "const") ? [node.const] : (node.enum ?? []);
    const characters = lengthOf(values.map((value) => (typeof value === "string" ? value : JSON.stringify(value))));
    size.enumValues += values.length;
    size.characters += lengthOf(names) + lengthOf(Object.keys(node.$defs ?? {})) + characters;
    if (values.length > largestEnum.values) largestEnum = { values: values.length, characters };
    for (const inner of subschemasOf(node)) visit(inner);
  };
  visit(root);
  return { ...size, largestEnum, depth: depthOf(root, root, new Map()) };
}

function lengthOf(texts: readonly (string | undefined)[]): number {
  return texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
}

/** `known` holds what was measured: a definition is entered once, however often it is referred to. */
function depthOf(node: JsonSchema, root: JsonSchema, known: Map<JsonSchema, number>): number {
  const measured = known.get(node);
  if (measured !== undefined) return measured;
  known.set(node, 0);
  const target = referred(node, root);
  const { $defs: _definitions, ...body } = node;
  const inside = [...(target ? [target] : []), ...subschemasOf(body)].map((inner) => depthOf(inner, root, known));
  const types = typesOf(node);
  const own = types.includes("object") || types.includes("array") ? 1 : 0;
  const depth = own + Math.max(0, ...inside);
  known.set(node, depth);
  return depth;
}
