/**
 * Where the secret values of one call are. The manifest says it for the schema; this walks schema and value together.
 * Whatever is in doubt is secret: every branch of a union counts, and so does a key that stands beside secret ones and
 * that the schema does not know, since it may be one of them, misspelt.
 */
import type { JsonObject, JsonSchema, ParametersSchema } from "../manifest/index.ts";

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

/** A part of the schema, and where it is. */
interface Part {
  readonly schema: unknown;
  readonly pointer: string;
}

function visit(walk: Walk, start: readonly Part[], value: unknown): void {
  const parts = withBranches(walk, start);
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

/** Adds all that speaks of the same value: what references lead to, and branches. */
function withBranches(walk: Walk, start: readonly Part[]): readonly Part[] {
  const all = new Map<string, Part>();
  const pending = [...start];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    // References may form a circle.
    if (all.has(part.pointer)) continue;
    all.set(part.pointer, part);
    pending.push(...branches(walk, part));
  }
  return [...all.values()];
}

function branches({ root }: Walk, { schema, pointer }: Part): readonly Part[] {
  if (!isSchema(schema)) return [];
  const parts: Part[] = [];
  if (typeof schema.$ref === "string" && schema.$ref.startsWith("#")) {
    const target = schema.$ref.slice(1);
    parts.push({ schema: follow(root, target), pointer: target });
  }
  for (const keyword of ["anyOf", "oneOf", "allOf"]) {
    const list: unknown = schema[keyword];
    if (!Array.isArray(list)) continue;
    for (const [index, branch] of list.entries())
      parts.push({ schema: branch, pointer: `${pointer}/${keyword}/${index}` });
  }
  return parts;
}

function itemParts({ schema, pointer }: Part, index: number): readonly Part[] {
  if (!isSchema(schema)) return [];
  const first = schema.prefixItems?.[index];
  if (first !== undefined) return [{ schema: first, pointer: `${pointer}/prefixItems/${index}` }];
  return schema.items === undefined ? [] : [{ schema: schema.items, pointer: `${pointer}/items` }];
}

function propertyParts({ schema, pointer }: Part, key: string): readonly Part[] {
  if (!isSchema(schema)) return [];
  const { properties = {}, patternProperties = {}, additionalProperties } = schema;
  const parts: Part[] = [];
  if (Object.hasOwn(properties, key))
    parts.push({ schema: properties[key], pointer: `${pointer}/properties/${escapePointer(key)}` });
  for (const [source, inner] of Object.entries(patternProperties)) {
    if (new RegExp(source, "u").test(key))
      parts.push({ schema: inner, pointer: `${pointer}/patternProperties/${escapePointer(source)}` });
  }
  if (parts.length === 0 && isSchema(additionalProperties))
    parts.push({ schema: additionalProperties, pointer: `${pointer}/additionalProperties` });
  return parts;
}

function hasSecretProperty({ secret }: Walk, pointer: string): boolean {
  const start = `${pointer}/properties/`;
  return [...secret].some((place) => place.startsWith(start) && !place.slice(start.length).includes("/"));
}

function follow(root: JsonSchema, pointer: string): unknown {
  let current: unknown = root;
  for (const part of pointer.split("/").slice(1)) {
    const key = decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, key)) return undefined;
    current = Reflect.get(current, key);
  }
  return current;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null;
}

export function escapePointer(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}
