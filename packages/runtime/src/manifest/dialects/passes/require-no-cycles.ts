/** For Gemini, whose references may lead in a circle only below optional properties: what closes a circle is not required. */
import type { JsonSchema } from "../../json-schema.ts";
import { addText } from "../describe-keyword.ts";
import { hasOwn, without } from "../json-values.ts";
import type { Notes } from "../notes.ts";
import type { Pass } from "../pass.ts";
import { recursiveNames, referredName } from "../references.ts";
import { transform } from "../subschemas.ts";

export const requireNoCycles: Pass = (root, notes) => {
  const recursive = recursiveNames(root, certainReferences);
  if (recursive.size === 0) return { schema: root };
  const definitions = Object.entries(root.$defs ?? {}).map(([name, node]): [string, JsonSchema] => [
    name,
    recursive.has(name) ? transform(node, notes, (inner) => loosen(inner, recursive, notes)) : node,
  ]);
  return { schema: notes.derive(root, { ...root, $defs: Object.fromEntries(definitions) }) };
};

function loosen(node: JsonSchema, recursive: ReadonlySet<string>, notes: Notes): JsonSchema {
  const { properties, required } = node;
  if (!properties || !required) return node;
  const closing = required.filter((name) => {
    const property = hasOwn(properties, name) ? properties[name] : undefined;
    return property && referencesOf(property).some((target) => recursive.has(target));
  });
  if (closing.length === 0) return node;
  const entries = Object.entries(properties).map(([name, property]): [string, JsonSchema] => {
    if (!closing.includes(name)) return [name, property];
    notes.lose(property, "required", "a reference that leads in a circle may not be required", true);
    return [name, notes.derive(property, addText(property, "required"))];
  });
  const left = required.filter((name) => !closing.includes(name));
  return {
    ...without(node, "required"),
    properties: Object.fromEntries(entries),
    ...(left.length > 0 && { required: left }),
  };
}

/** References that a value may not avoid: through branches and required properties, not through items, which may be none. */
function certainReferences(node: JsonSchema): readonly string[] {
  const name = referredName(node);
  const { properties = {}, required = [], anyOf = [] } = node;
  const inside = Object.entries(properties).filter(([key]) => required.includes(key));
  return [
    ...(name === undefined ? [] : [name]),
    ...anyOf.flatMap(certainReferences),
    ...inside.flatMap(([, property]) => certainReferences(property)),
  ];
}

/** What a property leads to by itself; what stands deeper is loosened there. */
function referencesOf(node: JsonSchema): readonly string[] {
  const name = referredName(node);
  return [...(name === undefined ? [] : [name]), ...(node.anyOf ?? []).flatMap(referencesOf)];
}
