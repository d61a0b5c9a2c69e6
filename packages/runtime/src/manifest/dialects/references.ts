/** Following `$ref`. After the pass `local-references` every reference has the form `#/$defs/Name`. */
import type { JsonSchema } from "../json-schema.ts";
import { hasOwn, isSchema } from "./json-values.ts";

const PREFIX = "#/$defs/";

export function referenceTo(name: string): string {
  return `${PREFIX}${name}`;
}

/** The name of the definition that a node refers to. */
export function referredName(node: JsonSchema): string | undefined {
  return typeof node.$ref === "string" && node.$ref.startsWith(PREFIX) ? node.$ref.slice(PREFIX.length) : undefined;
}

/** The definition that a node refers to, or `undefined` for a node that is no reference. */
export function referred(node: JsonSchema, root: JsonSchema): JsonSchema | undefined {
  const name = referredName(node);
  if (name === undefined || !isSchema(root.$defs) || !hasOwn(root.$defs, name)) return undefined;
  return root.$defs[name];
}

/** The names of the definitions that contain themselves. */
export function recursiveNames(
  root: JsonSchema,
  refersTo: (node: JsonSchema) => readonly string[],
): ReadonlySet<string> {
  const definitions = root.$defs ?? {};
  const direct = new Map(Object.entries(definitions).map(([name, node]) => [name, refersTo(node)]));
  const recursive = new Set<string>();
  for (const name of direct.keys()) {
    const seen = new Set<string>();
    const open = [...(direct.get(name) ?? [])];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      open.push(...(direct.get(next) ?? []));
    }
    if (seen.has(name)) recursive.add(name);
  }
  return recursive;
}
