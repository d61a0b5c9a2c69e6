/** Last pass: definitions that nothing refers to any more are gone. */
import type { JsonSchema } from "../../json-schema.ts";
import { without } from "../json-values.ts";
import type { Pass } from "../pass.ts";
import { referredName } from "../references.ts";
import { subschemasOf } from "../subschemas.ts";

export const pruneDefinitions: Pass = (root, notes) => {
  if (!root.$defs) return { schema: root };
  const definitions = root.$defs;
  const used = new Set<string>();
  const visit = (node: JsonSchema): void => {
    const name = referredName(node);
    if (name !== undefined && !used.has(name)) {
      used.add(name);
      const target = definitions[name];
      if (target) visit(target);
    }
    for (const inner of subschemasOf(node)) visit(inner);
  };
  visit(without(root, "$defs"));
  const names = Object.keys(definitions);
  if (used.size > 0 && names.every((name) => used.has(name))) return { schema: root };
  const kept = Object.fromEntries(Object.entries(definitions).filter(([name]) => used.has(name)));
  return { schema: notes.derive(root, used.size === 0 ? without(root, "$defs") : { ...root, $defs: kept }) };
};
