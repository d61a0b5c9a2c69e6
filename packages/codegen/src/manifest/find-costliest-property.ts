/** Where a large definition spends its characters: the property that brings most along. */
import type { JsonSchema } from "@runa/runtime/manifest";

export interface CostlyProperty {
  /** `body.messages[].content`. */
  readonly path: string;
  /** Characters of compact JSON: its own, and those of the definitions that it leads to, which others may need as well. */
  readonly characters: number;
}

/**
 * Goes inwards for as long as one property has most of what is around it, since `body` is no answer where `body` is the
 * only parameter. Nothing is returned for a schema without properties.
 */
export function findCostliestProperty({ $defs = {}, ...root }: JsonSchema): CostlyProperty | undefined {
  const definitions = new Map(Object.entries($defs));
  const entered = new Set<string>();
  let found: CostlyProperty | undefined;
  let around: Position = { path: "", node: root };
  while (true) {
    const candidates = [...propertiesIn(around, definitions, entered)];
    const costOf = createCost(definitions, entered);
    const [largest] = candidates
      .map((position) => ({ position, characters: costOf(position.node) }))
      .sort((left, right) => right.characters - left.characters);
    if (largest === undefined) return found;
    // The first step below a parameter names what its type could do without, however evenly that is spread.
    const isFarIn = found?.path.includes(".") ?? false;
    if (found !== undefined && isFarIn && largest.characters * 2 < found.characters) return found;
    found = { path: largest.position.path, characters: largest.characters };
    around = largest.position;
  }
}

interface Position {
  readonly path: string;
  readonly node: JsonSchema;
}

type Definitions = ReadonlyMap<string, JsonSchema>;

/** The nearest properties, behind arrays, unions and references; each definition is entered once. */
function* propertiesIn({ path, node }: Position, definitions: Definitions, entered: Set<string>): Generator<Position> {
  const target = definitionOf(node);
  const definition = target === undefined ? undefined : definitions.get(target);
  if (target !== undefined && definition !== undefined && !entered.has(target)) {
    entered.add(target);
    yield* propertiesIn({ path, node: definition }, definitions, entered);
  }
  for (const [name, inner] of Object.entries(node.properties ?? {}))
    yield { path: path === "" ? name : `${path}.${name}`, node: inner };
  const parts: readonly (readonly [step: string, part: unknown])[] = [
    ["[]", node.items],
    ["{}", node.additionalProperties],
    ...(node.prefixItems ?? []).map((part) => ["[]", part] as const),
    ...Object.values(node.patternProperties ?? {}).map((part) => ["{}", part] as const),
    ...(node.anyOf ?? []).map((part) => ["", part] as const),
  ];
  for (const [step, part] of parts)
    if (isSchema(part)) yield* propertiesIn({ path: path + step, node: part }, definitions, entered);
}

/** Definitions that were entered on the way are paid for already. */
function createCost(definitions: Definitions, entered: ReadonlySet<string>): (node: JsonSchema) => number {
  const sizes = new Map([...definitions].map(([key, body]) => [key, sizeOf(body)]));
  const references = new Map([...definitions].map(([key, body]) => [key, [...referencesIn(body)]]));
  return (node) => {
    const reached = new Set<string>();
    const waiting = [...referencesIn(node)];
    for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
      if (reached.has(key) || entered.has(key)) continue;
      reached.add(key);
      waiting.push(...(references.get(key) ?? []));
    }
    return [...reached].reduce((sum, key) => sum + (sizes.get(key) ?? 0), sizeOf(node));
  };
}

function* referencesIn(value: unknown): Generator<string> {
  if (typeof value !== "object" || value === null) return;
  const target = definitionOf(value);
  if (target !== undefined) yield target;
  for (const inner of Object.values(value)) yield* referencesIn(inner);
}

function definitionOf(schema: { readonly $ref?: unknown }): string | undefined {
  return typeof schema.$ref === "string" ? schema.$ref.slice("#/$defs/".length) : undefined;
}

function sizeOf(schema: JsonSchema): number {
  return JSON.stringify(schema).length;
}

function isSchema(part: unknown): part is JsonSchema {
  return typeof part === "object" && part !== null;
}
