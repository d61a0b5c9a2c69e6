/** A pass that copies definitions to where they are referred to, and may need them as it leaves them itself. */
import type { JsonSchema } from "../json-schema.ts";
import { hasOwn, without } from "./json-values.ts";
import type { Notes } from "./notes.ts";
import type { Pass } from "./pass.ts";
import { referredName } from "./references.ts";
import { transform } from "./subschemas.ts";

/** Characters of all copies that one pass makes: definitions that hold each other twice double with each step. */
const ALL_COPIES = 131_072;

/**
 * The definition that a node refers to, after the pass; inside itself, before it. `undefined` for a node that is no
 * reference, and once too much has been copied: there the reference stays.
 */
export type DefinitionOf = (node: JsonSchema) => JsonSchema | undefined;

export function inliningPass(rule: (node: JsonSchema, definitionOf: DefinitionOf, notes: Notes) => JsonSchema): Pass {
  return (root, notes) => {
    const definitions = root.$defs ?? {};
    const done = new Map<string, JsonSchema>();
    const open = new Set<string>();
    let copied = 0;
    const visit = (node: JsonSchema): JsonSchema =>
      transform(node, notes, (inner) => rule(inner, (other) => copyable(referredName(other)), notes));
    const finished = (name: string, raw: JsonSchema): JsonSchema => {
      const known = done.get(name);
      if (known || open.has(name)) return known ?? raw;
      open.add(name);
      const made = visit(raw);
      open.delete(name);
      done.set(name, made);
      return made;
    };
    const copyable = (name: string | undefined): JsonSchema | undefined => {
      const raw = name !== undefined && hasOwn(definitions, name) ? definitions[name] : undefined;
      const made = name !== undefined && raw ? finished(name, raw) : undefined;
      const length = made ? JSON.stringify(made).length : 0;
      if (copied + length > ALL_COPIES) return undefined;
      copied += length;
      return made;
    };

    const bare = notes.derive(root, without(root, "$defs"));
    const body = visit(bare);
    const made = Object.entries(definitions).map(([name, raw]): [string, JsonSchema] => [name, finished(name, raw)]);
    if (body === bare && made.every(([name, node]) => node === definitions[name])) return { schema: root };
    return { schema: notes.derive(root, made.length > 0 ? { ...body, $defs: Object.fromEntries(made) } : body) };
  };
}
