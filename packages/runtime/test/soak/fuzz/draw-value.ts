/** Values that fit a schema, mostly: what a model would send that does its best. */
import type { JsonSchema, JsonValue } from "@runa/runtime/manifest";
import type { Random } from "../../../../../tests/support/random.ts";
import { drawNumber, drawText } from "./draw-scalar.ts";

const MAXIMUM_DEPTH = 6;

const FORMATS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  "date-time": ["2026-01-31T12:00:00Z", "2026-02-30T00:00:00Z", "2016-12-31T23:59:60Z", "2026-01-31t12:00:00+23:59"],
  uri: ["https://example.com/page", "urn:isbn:1", "http://[::1]/", "https://ex ample.com"],
  email: ["ada@example.com", "a@b", `${"a".repeat(300)}@example.com`],
  uuid: ["123e4567-e89b-12d3-a456-426614174000"],
  duration: ["P1DT2H", "PT", "P"],
  ipv6: ["::1", "1:2:3:4:5:6:7:8"],
  hostname: ["example.com", "-"],
};

export function drawValue(random: Random, schema: JsonSchema, root: JsonSchema, depth: number = 0): JsonValue {
  if (schema.$ref !== undefined)
    return drawValue(random, root.$defs?.[schema.$ref.slice("#/$defs/".length)] ?? {}, root, depth + 1);
  const branches = schema.anyOf ?? (schema.oneOf as readonly JsonSchema[] | undefined) ?? [];
  // The last branch of a union is where recursion ends, or goes on least.
  const branch = depth < MAXIMUM_DEPTH ? random.pickFrom(branches) : branches.at(-1);
  if (branch) return drawValue(random, branch, root, depth + 1);
  if (schema.enum) return random.pickFrom(schema.enum) ?? null;
  if (schema.const !== undefined) return schema.const as JsonValue;
  const type = typeof schema.type === "string" ? schema.type : random.pickFrom(schema.type ?? []);
  switch (type) {
    case "string":
      return schema.format && random.chance(0.8) ? random.pick(FORMATS[schema.format] ?? ["x"]) : drawText(random);
    case "integer":
      return random.chance(0.9) ? random.below(40) : Math.trunc(drawNumber(random));
    case "number":
      return drawNumber(random);
    case "boolean":
      return random.chance(0.5);
    case "null":
      return null;
    case "array":
      return drawArray(random, schema, root, depth);
    case "object":
      return drawObject(random, schema, root, depth);
    default:
      return random.pick([null, 1, "x", [1, [2]], { any: { thing: true } }]);
  }
}

function drawArray(random: Random, schema: JsonSchema, root: JsonSchema, depth: number): JsonValue {
  const { prefixItems = [], items } = schema;
  if (prefixItems.length > 0) return prefixItems.map((item) => drawValue(random, item, root, depth + 1));
  const length = depth < MAXIMUM_DEPTH ? random.below(4) : 0;
  return Array.from({ length }, () => drawValue(random, typeof items === "object" ? items : {}, root, depth + 1));
}

function drawObject(random: Random, schema: JsonSchema, root: JsonSchema, depth: number): JsonValue {
  const drawn: [string, JsonValue][] = [];
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const isLeftOut = !schema.required?.includes(name) && (depth >= MAXIMUM_DEPTH || random.chance(0.5));
    if (!isLeftOut) drawn.push([name, drawValue(random, property, root, depth + 1)]);
  }
  const others = schema.additionalProperties;
  if (typeof others === "object") {
    for (let count = random.below(4); count > 0; count--)
      drawn.push([drawText(random), drawValue(random, others, root, depth + 1)]);
  }
  return Object.fromEntries(drawn);
}
