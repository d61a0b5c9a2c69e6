/**
 * Where the secret values of one call are. The manifest says it for the schema; this walks schema and value together.
 * Whatever is in doubt is secret: every branch of a union counts, and so does a key that stands beside secret ones and
 * that the schema does not know, since it may be one of them, misspelt.
 */
import type { JsonObject, JsonSchema, ParametersSchema } from "../manifest/index.ts";
import { itemParts, type Part, propertyParts, withBranches } from "./schema-parts.ts";

/** What has to be known of a tool. */
export interface ToolWithSecrets {
  readonly definition: { readonly parameters: ParametersSchema };
  /** JSON pointers into `parameters`. */
  readonly secret?: readonly string[];
}

/** Keys from the root of the arguments. */
export type ValuePath = readonly string[];

const NOTHING: readonly ValuePath[] = [];

/** The arguments need not fit the schema. Those that are deeper than the stack are secret as a whole. */
export function findSecrets({ definition, secret }: ToolWithSecrets, json: JsonObject): readonly ValuePath[] {
  if (!secret || secret.length === 0) return NOTHING;
  const walk: Walk = { root: definition.parameters, secret: new Set(secret), found: [], path: [] };
  try {
    visit(walk, [{ schema: walk.root, pointer: "" }], json);
    return walk.found;
  } catch (error) {
    if (error instanceof RangeError) return Object.keys(json).map((key) => [key]);
    throw error;
  }
}

interface Walk {
  readonly root: JsonSchema;
  readonly secret: ReadonlySet<string>;
  readonly found: ValuePath[];
  /** Where the walk is. */
  readonly path: string[];
}

function visit(walk: Walk, start: readonly Part[], value: unknown): void {
  const parts = withBranches(walk.root, start);
  if (parts.some(({ pointer }) => walk.secret.has(pointer))) {
    walk.found.push([...walk.path]);
    return;
  }
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      walk.path.push(String(index));
      visit(
        walk,
        parts.flatMap((part) => itemParts(part, index)),
        item,
      );
      walk.path.pop();
    }
    return;
  }
  const hasSecrets = parts.some(({ pointer }) => hasSecretProperty(walk, pointer));
  for (const [key, inner] of Object.entries(value)) {
    const of = parts.flatMap((part) => propertyParts(part, key));
    walk.path.push(key);
    if (of.length > 0) visit(walk, of, inner);
    else if (hasSecrets) walk.found.push([...walk.path]);
    walk.path.pop();
  }
}

function hasSecretProperty({ secret }: Walk, pointer: string): boolean {
  const start = `${pointer}/properties/`;
  return [...secret].some((place) => place.startsWith(start) && !place.slice(start.length).includes("/"));
}
