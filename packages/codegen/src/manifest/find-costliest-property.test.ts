import type { JsonSchema } from "@runa/runtime/manifest";
import { expect, it } from "vitest";
import { findCostliestProperty } from "./find-costliest-property.ts";

const text = (length: number): JsonSchema => ({ type: "string", description: "x".repeat(length) });
const object = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({ type: "object", properties });

it.each<[what: string, schema: JsonSchema, want: string | undefined]>([
  ["the largest parameter", object({ a: text(10), b: text(90) }), "b"],
  [
    "the largest property of an only parameter",
    object({ body: object({ a: text(40), b: text(60), c: text(50) }) }),
    "body.b",
  ],
  [
    "a property far inside, if it has most",
    object({ body: object({ a: text(9), b: { type: "array", items: object({ c: text(900) }) } }) }),
    "body.b[].c",
  ],
  ["a property in a branch", object({ body: { anyOf: [object({ a: text(9) }), object({ b: text(900) })] } }), "body.b"],
  [
    "the values of a map",
    object({ body: { type: "object", additionalProperties: object({ a: text(9), b: text(99) }) } }),
    "body{}.b",
  ],
  [
    "a property that brings a definition along",
    { ...object({ a: text(100), b: { $ref: "#/$defs/B" } }), $defs: { B: object({ c: text(300) }) } },
    "b.c",
  ],
  [
    "a property whose definition others need too",
    {
      ...object({ a: text(100), b: { $ref: "#/$defs/B" }, c: { $ref: "#/$defs/B" } }),
      $defs: { B: object({ d: text(300) }) },
    },
    "b.d",
  ],
  [
    "a property inside a type that contains itself",
    { ...object({ a: { $ref: "#/$defs/A" } }), $defs: { A: object({ next: { $ref: "#/$defs/A" }, text: text(300) }) } },
    "a.text",
  ],
  ["nothing without properties", { type: "object" }, undefined],
])("finds %s", (_, schema, want) => {
  expect(findCostliestProperty(schema)?.path).toBe(want);
});

it("counts a property with the definitions that it leads to", () => {
  const body = text(40);
  const leading: JsonSchema = { $ref: "#/$defs/B" };
  const schema: JsonSchema = { ...object({ a: text(10), b: leading }), $defs: { B: body } };
  const characters = JSON.stringify(leading).length + JSON.stringify(body).length;
  expect(findCostliestProperty(schema)).toEqual({ path: "b", characters });
});
