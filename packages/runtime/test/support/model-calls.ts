/**
 * Random arguments under a neutral schema, each beside what a model that is held to the lowered schema would send for
 * them. Written apart from the lowering: it follows the rules of the dialects, not the lowered schema.
 */
import fc from "fast-check";
import type { Dialect, JsonSchema, JsonValue } from "../../src/manifest/index.ts";

export interface ModelCall {
  readonly value: JsonValue;
  readonly sent: JsonValue;
}

/** How a dialect sends things, or `as-is` for values under a schema taken by itself. */
export type Sending = Dialect | "as-is";

const MAXIMUM_DEPTH = 4;

export function callsOf(node: JsonSchema, root: JsonSchema, sending: Sending, depth = 0): fc.Arbitrary<ModelCall> {
  const inner = (schema: JsonSchema): fc.Arbitrary<ModelCall> => callsOf(schema, root, sending, depth + 1);
  if (node.$ref !== undefined) return inner(root.$defs?.[node.$ref.slice("#/$defs/".length)] ?? {});
  if (node.anyOf) {
    const shallow =
      depth < MAXIMUM_DEPTH ? node.anyOf : node.anyOf.filter((branch) => !JSON.stringify(branch).includes("$ref"));
    return fc.oneof(...(shallow.length > 0 ? shallow : node.anyOf).map(inner));
  }
  if (node.enum) return fc.constantFrom(...node.enum).map(same);
  if ("const" in node) return fc.constant(same(node.const ?? null));
  const types = Array.isArray(node.type) ? node.type : [node.type];
  return fc.oneof(...types.map((type) => callsOfType(type, node, root, sending, depth)));
}

function same(value: JsonValue): ModelCall {
  return { value, sent: value };
}

function callsOfType(
  type: JsonSchema["type"],
  node: JsonSchema,
  root: JsonSchema,
  sending: Sending,
  depth: number,
): fc.Arbitrary<ModelCall> {
  switch (type) {
    case "string":
      return fc.string({ maxLength: 6 }).map(same);
    case "integer":
      return fc.integer().map(same);
    case "number":
      return fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => same(value === 0 ? 0 : value));
    case "boolean":
      return fc.boolean().map(same);
    case "null":
      return fc.constant(same(null));
    case "array":
      return arrays(node, root, sending, depth);
    case "object":
      return node.properties || node.additionalProperties === false
        ? objects(node, root, sending, depth)
        : dictionaries(node, root, sending, depth);
    default:
      return fc.jsonValue({ maxDepth: 1 }).map((value) => same(value as JsonValue));
  }
}

function together(calls: readonly ModelCall[]): ModelCall {
  return { value: calls.map(({ value }) => value), sent: calls.map(({ sent }) => sent) };
}

function arrays(node: JsonSchema, root: JsonSchema, sending: Sending, depth: number): fc.Arbitrary<ModelCall> {
  const { prefixItems = [], items } = node;
  const least = Math.max(node.minItems ?? 0, 0);
  const rest = typeof items === "object" ? items : undefined;
  const most = Math.min(node.maxItems ?? 3, depth < MAXIMUM_DEPTH ? 3 : least);
  const lengths = rest ? { min: least, max: Math.max(least, most) } : { min: least, max: prefixItems.length };
  return fc.integer(lengths).chain((length) =>
    fc
      .tuple(
        ...Array.from({ length }, (_, index) => {
          return callsOf(prefixItems[index] ?? rest ?? {}, root, sending, depth + 1);
        }),
      )
      .map(together),
  );
}

function acceptsNull(node: JsonSchema, root: JsonSchema): boolean {
  if (node.$ref) return acceptsNull(root.$defs?.[node.$ref.slice("#/$defs/".length)] ?? {}, root);
  if (node.anyOf) return node.anyOf.some((branch) => acceptsNull(branch, root));
  if (node.enum) return node.enum.includes(null);
  return node.type === "null" || (Array.isArray(node.type) && node.type.includes("null"));
}

function objects(node: JsonSchema, root: JsonSchema, sending: Sending, depth: number): fc.Arbitrary<ModelCall> {
  const properties = Object.entries(node.properties ?? {});
  const fields = properties.map(([name, property]): fc.Arbitrary<readonly [string, ModelCall | undefined]> => {
    const isRequired = node.required?.includes(name) === true;
    // Under OpenAI's strict mode a key that takes null by itself cannot be left out.
    const isAlwaysSent = isRequired || (sending === "openai-strict" && acceptsNull(property, root));
    const absent = fc.constant([name, undefined] as const);
    if (!isAlwaysSent && depth >= MAXIMUM_DEPTH) return absent;
    const call = callsOf(property, root, sending, depth + 1).map((made) => [name, made] as const);
    return isAlwaysSent ? call : fc.oneof(call, absent);
  });
  return fc.tuple(...fields).map((made) => {
    const value: [string, JsonValue][] = [];
    const sent: [string, JsonValue][] = [];
    for (const [name, call] of made) {
      const sentName = sending.startsWith("anthropic") ? name.replace(/[^a-zA-Z0-9_.-]/g, "_").slice(0, 64) : name;
      if (call) {
        value.push([name, call.value]);
        sent.push([sentName, call.sent]);
      } else if (sending === "openai-strict") sent.push([sentName, null]);
    }
    return { value: Object.fromEntries(value), sent: Object.fromEntries(sent) };
  });
}

function dictionaries(node: JsonSchema, root: JsonSchema, sending: Sending, depth: number): fc.Arbitrary<ModelCall> {
  const values = typeof node.additionalProperties === "object" ? node.additionalProperties : {};
  const keys = fc.uniqueArray(fc.constantFrom("a", "b", "key", "value", "__proto__", "ü x"), {
    maxLength: depth < MAXIMUM_DEPTH ? 3 : 0,
  });
  return keys.chain((names) =>
    fc.tuple(...names.map(() => callsOf(values, root, sending, depth + 1))).map((calls) => {
      const entries = calls.map((call, index) => ({ key: names[index] ?? "", call }));
      const value = Object.fromEntries(entries.map(({ key, call }) => [key, call.value]));
      const pairs = entries.map(({ key, call }) => ({ key, value: call.sent }));
      const isPairs = sending === "openai-strict" || sending === "anthropic-strict";
      return { value, sent: isPairs ? pairs : Object.fromEntries(pairs.map((pair) => [pair.key, pair.value])) };
    }),
  );
}
