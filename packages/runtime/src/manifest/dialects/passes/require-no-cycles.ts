/** For Gemini, whose references may lead in a circle only below optional properties: what closes a circle is not required. */
import type { JsonSchema } from "../../json-schema.ts";
import { addText } from "../describe-keyword.ts";
import { hasOwn } from "../json-values.ts";
import { nodePass, type Pass } from "../pass.ts";
import { recursiveNames, referredName } from "../references.ts";

export const requireNoCycles: Pass = (root, notes) => {
  const recursive = recursiveNames(root, certainReferences);
  if (recursive.size === 0) return { schema: root };
  return nodePass((node) => {
    const { properties, required } = node;
    if (!properties || !required) return node;
    const closing = required.filter((name) => {
      const property = hasOwn(properties, name) ? properties[name] : undefined;
      return property && referencesOf(property).some((target) => recursive.has(target));
    });
    if (closing.length === 0) return node;
    for (const name of closing) {
      const property = properties[name];
      if (property) notes.lose(property, "required", "a reference that leads in a circle may not be required", true);
    }
    const entries = Object.entries(properties).map(([name, property]): [string, JsonSchema] => [
      name,
      closing.includes(name) ? notes.derive(property, addText(property, "required")) : property,
    ]);
    const left = required.filter((name) => !closing.includes(name));
    const { required: _all, ...rest } = node;
    return { ...rest, properties: Object.fromEntries(entries), ...(left.length > 0 && { required: left }) };
  })(root, notes);
};

/** References that a value cannot avoid: through required properties and branches, not through items, which may be none. */
function certainReferences(node: JsonSchema): readonly string[] {
  const own = referencesOf(node);
  const { properties = {}, required = [] } = node;
  const inside = Object.entries(properties).filter(([name]) => required.includes(name));
  return [...own, ...inside.flatMap(([, property]) => certainReferences(property))];
}

function referencesOf(node: JsonSchema): readonly string[] {
  const name = referredName(node);
  return [...(name === undefined ? [] : [name]), ...(node.anyOf ?? []).flatMap(referencesOf)];
}
