import { expect, it } from "vitest";
import {
  callback,
  date,
  list,
  literals,
  named,
  nothing,
  object,
  property,
  text,
  union,
} from "../../test/support/signatures.ts";
import type { TypeShape } from "../signature/type-shape.ts";
import { toReturnsSchema } from "./to-returns-schema.ts";

const table: readonly [type: string, shape: TypeShape, json: string | undefined][] = [
  ["string", text, '{"type":"string"}'],
  ["Date", date, '{"type":"string","format":"date-time"}'],
  ["bigint", { kind: "bigint" }, '{"type":"string"}'],
  [
    "Map<string, Date>",
    { kind: "map", values: date },
    '{"type":"object","additionalProperties":{"type":"string","format":"date-time"}}',
  ],
  ["Set<string>", { kind: "set", items: text }, '{"type":"array","items":{"type":"string"},"uniqueItems":true}'],
  [
    "an open object",
    object(property("a", text), property("b", date, { optional: true })),
    '{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string","format":"date-time"}},"required":["a"]}',
  ],
  [
    "an object with a function",
    object(property("on", callback), property("a", text)),
    '{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}',
  ],
  [
    "an object with bytes",
    object(property("data", { kind: "bytes" })),
    '{"type":"object","properties":{"data":{}},"required":["data"]}',
  ],
  [
    "a union",
    union(list(literals("a")), nothing),
    '{"anyOf":[{"type":"array","items":{"type":"string","enum":["a"]}},{"type":"null"}]}',
  ],
  [
    "a type that contains itself",
    named("T", (self) => object(property("kids", list(self)))),
    '{"$ref":"#/$defs/T","$defs":{"T":{"type":"object","properties":{"kids":{"type":"array","items":{"$ref":"#/$defs/T"}}},"required":["kids"]}}}',
  ],
  ["unknown", { kind: "anything" }, undefined],
  ["bytes", { kind: "bytes" }, undefined],
  ["a class with methods", { kind: "inexpressible", why: "class-with-methods", typeText: "Pump" }, undefined],
  ["a library type", { kind: "anything", gap: { why: "no-json-form", typeText: "RegExp" } }, undefined],
];
it.each(table)("says what comes back, as JSON: %s (D1)", (_type, shape, json) => {
  expect(JSON.stringify(toReturnsSchema(shape))).toBe(json);
});

it("takes a property named __proto__ for a property", () => {
  const schema = toReturnsSchema(object(property("__proto__", text)));
  expect(JSON.stringify(schema)).toContain('"properties":{"__proto__":{"type":"string"}}');
});
