/**
 * For schemas from anywhere, after `local-references`: a definition that is itself, or a choice of which one branch is
 * itself, says nothing by that. Such branches are left out, so that following references for one value always ends.
 */
import type { JsonSchema } from "../../json-schema.ts";
import { isSchema, without } from "../json-values.ts";
import type { Pass } from "../pass.ts";
import { referredName } from "../references.ts";

const CHOICES = ["anyOf", "oneOf", "allOf"];

export const noEmptyCircles: Pass = (root, notes) => {
  const definitions = root.$defs;
  if (!definitions) return { schema: root };
  let same = true;
  const entries = Object.entries(definitions).map(([name, node]): [string, JsonSchema] => {
    const made = notes.derive(node, withoutBranchesTo(name, node, definitions));
    same &&= made === node;
    return [name, made];
  });
  return { schema: same ? root : notes.derive(root, { ...root, $defs: Object.fromEntries(entries) }) };
};

type Definitions = NonNullable<JsonSchema["$defs"]>;

function withoutBranchesTo(name: string, node: JsonSchema, definitions: Definitions): JsonSchema {
  let made = node;
  for (const keyword of CHOICES) {
    const branches = node[keyword];
    if (!Array.isArray(branches)) continue;
    const kept = branches.filter((branch) => !(isSchema(branch) && sameValueNames(branch, definitions).has(name)));
    if (kept.length === 0) made = without(made, keyword);
    else if (kept.length < branches.length) made = { ...made, [keyword]: kept };
  }
  if (made.$ref === undefined || !sameValueNames({ $ref: made.$ref }, definitions).has(name)) return made;
  const { $ref: _itself, ...rest } = made;
  return rest;
}

/** The definitions that speak of the same value as a node: by reference or by branch. */
function sameValueNames(start: JsonSchema, definitions: Definitions): ReadonlySet<string> {
  const names = new Set<string>();
  const open: JsonSchema[] = [start];
  for (let node = open.pop(); node; node = open.pop()) {
    const name = referredName(node);
    const target = name === undefined || names.has(name) ? undefined : definitions[name];
    if (name !== undefined) names.add(name);
    if (target) open.push(target);
    for (const keyword of CHOICES) {
      const branches = node[keyword];
      if (Array.isArray(branches)) open.push(...branches.filter(isSchema));
    }
  }
  return names;
}
