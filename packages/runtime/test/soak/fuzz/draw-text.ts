/** Argument texts as models, and people who mean harm, write them. */
import type { JsonObject, JsonSchema, JsonValue } from "@runa/runtime/manifest";
import type { Random } from "../../../../../tests/support/random.ts";
import { drawNumber, drawText } from "./draw-scalar.ts";
import { drawValue } from "./draw-value.ts";

export type Kind = "valid" | "near" | "damaged" | "hostile";

/** Characters of the longest text. */
const LONGEST = 100_000;

export function drawArguments(random: Random, schema: JsonSchema): { readonly kind: Kind; readonly text: string } {
  const share = random.below(100);
  if (share < 35) return { kind: "valid", text: JSON.stringify(drawValue(random, schema, schema)) };
  if (share < 65) return { kind: "near", text: JSON.stringify(change(random, drawValue(random, schema, schema))) };
  if (share < 80) return { kind: "damaged", text: damage(random, JSON.stringify(drawValue(random, schema, schema))) };
  return { kind: "hostile", text: drawHostile(random, schema).slice(0, LONGEST) };
}

/** Changes one place, or several. */
function change(random: Random, value: JsonValue): JsonValue {
  if (random.chance(0.25)) return drawAnything(random);
  if (Array.isArray(value)) {
    const items = value.map((item: JsonValue) => (random.chance(0.5) ? change(random, item) : item));
    return random.chance(0.3) ? [...items, drawAnything(random)] : items;
  }
  if (typeof value !== "object" || value === null) return random.chance(0.5) ? drawAnything(random) : value;
  const entries = Object.entries(value as JsonObject).flatMap(([key, inner]): [string, JsonValue][] => {
    if (random.chance(0.15)) return [];
    return [[random.chance(0.1) ? drawText(random) : key, random.chance(0.4) ? change(random, inner) : inner]];
  });
  if (random.chance(0.3)) entries.push([drawText(random), drawAnything(random)]);
  return Object.fromEntries(entries);
}

function drawAnything(random: Random): JsonValue {
  return random.pick<JsonValue>([null, true, drawNumber(random), drawText(random), [], {}, [[1], "x"], { kind: "a" }]);
}

/** Cut, with a piece taken out, or with something put in. */
function damage(random: Random, json: string): string {
  const at = random.below(json.length + 1);
  const piece = random.pick(["", ",", "}", '"', "\\", "\\u", "NaN", "1e999", "//", "\n", "\ud800", "'"]);
  if (random.chance(0.3)) return json.slice(0, at);
  return json.slice(0, at) + piece + json.slice(at + random.below(4));
}

type Hostile = (random: Random, schema: JsonSchema) => string;

const HOSTILE: readonly [Hostile, ...Hostile[]] = [
  // Deep, in what the schema knows and in what it does not.
  (random, schema) => nest(random, nameIn(random, schema), '{"next":', "}", depthOf(random)),
  (random, schema) => nest(random, nameIn(random, schema), '{"name":"x","next":', "}", depthOf(random)),
  (random, schema) =>
    nest(
      random,
      nameIn(random, schema),
      '{"left":{"op":"number","value":1},"op":"multiply","right":',
      "}",
      depthOf(random),
    ),
  (random, schema) => nest(random, nameIn(random, schema), '{"kids":[', '],"next":null}', depthOf(random)),
  (random, schema) =>
    nest(random, nameIn(random, schema), '{"at":"2026-01-31T12:00:00Z","next":', "}", depthOf(random)),
  (random, schema) => nest(random, nameIn(random, schema), "[", "]", depthOf(random)),
  (random) => "[".repeat(depthOf(random)),
  // Many, and each of them wrong in its own way.
  (random, schema) => wide(random, nameIn(random, schema), () => JSON.stringify(drawAnything(random))),
  (random, schema) => wide(random, nameIn(random, schema), () => '{"kind":"b","n":1}'),
  (random, schema) => wide(random, nameIn(random, schema), () => '"2026-01-31T25:00:00Z"'),
  (random, schema) => keyed(random, nameIn(random, schema)),
  // Keys that reach a prototype, in every spelling.
  (random, schema) => {
    const key = random.pick(['"__proto__"', '"\\u005f_proto__"', '"constructor"', '"prototype"', '"__defineGetter__"']);
    const inner = random.pick([
      '{"polluted":true}',
      '{"prototype":{"polluted":true}}',
      "null",
      "[]",
      '{"__proto__":{"polluted":1}}',
    ]);
    return `{${JSON.stringify(nameIn(random, schema))}:{${key}:${inner}},${key}:${inner}}`;
  },
  (random, schema) => {
    const name = JSON.stringify(nameIn(random, schema));
    return `{${name}:${JSON.stringify(drawAnything(random))},${name}:${JSON.stringify(drawAnything(random))}}`;
  },
  // Numbers and texts of any length.
  (random, schema) => `{${JSON.stringify(nameIn(random, schema))}:${"9".repeat(lengthOf(random))}}`,
  (random, schema) =>
    `{${JSON.stringify(nameIn(random, schema))}:${random.pick(["1e999", "-1e999", "1e-999", "0.1e1", "-0"])}}`,
  (random, schema) => {
    const piece = random.pick([
      "a",
      "a@",
      "1:",
      "-",
      "a-",
      "v1.",
      "%",
      "\\ud800",
      "\\\\",
      ".a",
      "T",
      "P1D",
      "9",
      "=",
      "A=",
      "/",
    ]);
    const end = random.pick(["", "!", "@", "."]);
    return `{${JSON.stringify(nameIn(random, schema))}:${random.pick(["", "["])}"${piece.repeat(lengthOf(random))}${end}"}`;
  },
  (random, schema) => {
    const piece = random.pick(["a", "a@", "1:", "-", "a-", "v1.", "%", ".a", "a.", "9", "1e", "=", "/"]);
    const item = `"${piece.repeat(lengthOf(random))}!"`;
    return `{${JSON.stringify(nameIn(random, schema))}:[${item}]}`;
  },
  (random) =>
    random.pick([
      "\ufeff{}",
      "{}{}",
      "NaN",
      "undefined",
      "'{}'",
      "{a:1}",
      "\u0000",
      " ",
      "[]",
      "null",
      "7",
      '""',
      "\ud800",
      "[[]]",
    ]),
  (random) => drawText(random),
];

function drawHostile(random: Random, schema: JsonSchema): string {
  return random.pick(HOSTILE)(random, schema);
}

function nameIn(random: Random, schema: JsonSchema): string {
  return random.pickFrom(Object.keys(schema.properties ?? {})) ?? "city";
}

/** Mostly small, since most of the million must be quick to make. */
function depthOf(random: Random): number {
  return random.chance(0.01) ? random.below(20_000) : random.below(40);
}

function lengthOf(random: Random): number {
  return random.chance(0.01) ? random.below(50_000) : random.below(60);
}

function nest(random: Random, name: string, open: string, close: string, depth: number): string {
  const core = random.pick(["1", "null", '"x"', "{}", "[]", '{"next":null,"count":1}', '{"op":"number","value":1}']);
  const fitting = Math.min(depth, Math.floor((LONGEST - 200) / (open.length + close.length)));
  return `{${JSON.stringify(name)}:${open.repeat(fitting)}${core}${close.repeat(fitting)}}`;
}

function wide(random: Random, name: string, item: () => string): string {
  const length = random.chance(0.01) ? random.below(4_000) : random.below(30);
  return `{${JSON.stringify(name)}:[${Array.from({ length }, item).join(",")}]}`;
}

function keyed(random: Random, name: string): string {
  const length = random.chance(0.01) ? random.below(2_000) : random.below(30);
  const entries = Array.from(
    { length },
    (_, index) => `"${drawKey(random)}${index}":${random.pick(["1", '"x"', "{}", "null"])}`,
  );
  return `{${JSON.stringify(name)}:{${entries.join(",")}}}`;
}

function drawKey(random: Random): string {
  return random.pick(["k", "APP_", "v1.", "home", "~1", "%25"]);
}
