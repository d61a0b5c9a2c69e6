import type { JsonSchema, Manifest, ParametersSchema } from "@runa/runtime/manifest";
import { describe, expect, it } from "vitest";
import { describedTool } from "../../test/support/described-tools.ts";
import { assembleManifest } from "./assemble-manifest.ts";
import { diffManifests } from "./diff-manifest.ts";

function manifestOf(
  ...tools: { name: string; schema?: JsonSchema; description?: string; isAsync?: boolean }[]
): Manifest {
  return assembleManifest(tools.map(describedTool), [], "/p/src/runa.tools.json");
}

function changesOf(before: JsonSchema, after: JsonSchema): readonly string[] {
  const changes = diffManifests(manifestOf({ name: "f", schema: before }), manifestOf({ name: "f", schema: after }));
  return changes.map(({ what, breaking }) => (breaking ? `${what} (breaking)` : what));
}

const city: ParametersSchema = { type: "object", properties: { city: { type: "string" } } };
const withType = (schema: JsonSchema): JsonSchema => ({ ...city, properties: { city: schema } });

describe("diffManifests", () => {
  it("finds nothing between equal manifests", () => {
    expect(diffManifests(manifestOf({ name: "f", schema: city }), manifestOf({ name: "f", schema: city }))).toEqual([]);
  });

  it("names tools that came and went (R37)", () => {
    const changes = diffManifests(
      manifestOf({ name: "find" }, { name: "lend" }),
      manifestOf({ name: "find" }, { name: "sell" }),
    );
    expect(changes.map(({ name, kind, breaking }) => [name, kind, breaking])).toEqual([
      ["lend", "removed", true],
      ["sell", "added", false],
    ]);
  });

  it("tells what concerns the model from what concerns the program", () => {
    const before = manifestOf({ name: "f", description: "Old.", isAsync: true });
    const changes = diffManifests(before, manifestOf({ name: "f", description: "New.", isAsync: false }));
    expect(changes.map(({ what, seenByModel }) => [what, seenByModel])).toEqual([
      ['description: "Old." → "New."', true],
      ["async: true → false", false],
    ]);
  });

  it("sees that tools changed places", () => {
    const changes = diffManifests(manifestOf({ name: "a" }, { name: "b" }), {
      ...manifestOf(),
      tools: manifestOf({ name: "a" }, { name: "b" }).tools.toReversed(),
    });
    expect(changes.map(({ what }) => what)).toEqual(['the order of the tools changed, from "b" on']);
  });

  it.each<[string, JsonSchema, JsonSchema, readonly string[]]>([
    [
      "a parameter removed",
      { properties: { city: {}, unit: {} } },
      { properties: { city: {} } },
      ['parameter "unit" removed (breaking)'],
    ],
    [
      "a required parameter added",
      { properties: {} },
      { properties: { city: {} }, required: ["city"] },
      ['parameter "city" added, required (breaking)'],
    ],
    ["an optional parameter added", { properties: {} }, { properties: { city: {} } }, ['parameter "city" added']],
    [
      "a parameter now required",
      city,
      { ...city, required: ["city"] },
      ['parameter "city" is now required (breaking)'],
    ],
    ["no longer required", { ...city, required: ["city"] }, city, ['parameter "city" is no longer required']],
    [
      "a text",
      withType({ type: "string", description: "a" }),
      withType({ type: "string", description: "b" }),
      ['parameters.properties.city.description: "a" → "b"'],
    ],
    [
      "a value fewer",
      withType({ enum: ["a", "b"] }),
      withType({ enum: ["a"] }),
      ['parameters.properties.city.enum: ["a","b"] → ["a"] (breaking)'],
    ],
    [
      "a value more",
      withType({ enum: ["a"] }),
      withType({ enum: ["a", "b"] }),
      ['parameters.properties.city.enum: ["a"] → ["a","b"]'],
    ],
    [
      "a wider type",
      withType({ type: "integer" }),
      withType({ type: ["number", "null"] }),
      ['parameters.properties.city.type: "integer" → ["number","null"]'],
    ],
    [
      "a narrower type",
      withType({ type: "number" }),
      withType({ type: "integer" }),
      ['parameters.properties.city.type: "number" → "integer" (breaking)'],
    ],
    [
      "a tighter limit",
      withType({ maximum: 9 }),
      withType({ maximum: 5 }),
      ["parameters.properties.city.maximum: 9 → 5 (breaking)"],
    ],
    ["a limit dropped", withType({ maximum: 9 }), withType({}), ["parameters.properties.city.maximum: 9 → nothing"]],
    [
      "a change deep inside, named by its path",
      withType({ type: "array", items: { type: "object", properties: { sku: {} } } }),
      withType({ type: "array", items: { type: "object", properties: {} } }),
      ['parameter "city[].sku" removed (breaking)'],
    ],
    [
      "a branch of a union",
      withType({ anyOf: [{ type: "string" }, { type: "object", properties: { a: {} } }] }),
      withType({ anyOf: [{ type: "object", properties: { a: {}, b: {} } }, { type: "string" }] }),
      ['parameter "city.b" added'],
    ],
    [
      "a branch fewer",
      withType({ anyOf: [{ type: "string" }, { type: "null" }] }),
      withType({ anyOf: [{ type: "string" }] }),
      ['parameters.properties.city.anyOf: [{"type":"string"},{"type":"null"}] → [{"type":"string"}] (breaking)'],
    ],
  ])("says %s", (_name, before, after, wanted) => {
    expect(changesOf(before, after)).toEqual(wanted);
  });

  it("follows references, so moving a type into $defs is only a change of form", () => {
    const place = { type: "object", properties: { zip: { type: "string" } } } as const;
    const inlined = { properties: { from: place, to: place } };
    const referred = {
      properties: { from: { $ref: "#/$defs/Place" }, to: { $ref: "#/$defs/Place" } },
      $defs: { Place: place },
    };
    expect(changesOf(inlined, referred)).toEqual([
      "the form of its schema changed: the order of its properties, or what stands in $defs",
    ]);
  });

  it("sees a change behind a reference that looks the same, also in a type that contains itself", () => {
    const tree = (value: JsonSchema): JsonSchema => ({
      properties: { root: { $ref: "#/$defs/Tree" } },
      $defs: {
        Tree: { type: "object", properties: { value, kids: { type: "array", items: { $ref: "#/$defs/Tree" } } } },
      },
    });
    expect(changesOf(tree({ type: "string" }), tree({ type: "number" }))).toEqual([
      'parameters.properties.root.properties.value.type: "string" → "number" (breaking)',
    ]);
  });

  it("sees that properties changed places, for a model reads them in order", () => {
    const changes = changesOf({ properties: { a: {}, b: {} } }, { properties: { b: {}, a: {} } });
    expect(changes).toEqual(["the form of its schema changed: the order of its properties, or what stands in $defs"]);
  });
});
