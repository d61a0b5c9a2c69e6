/**
 * Every case of `golden/`: what its `tools.ts` gives, held to its `manifest.json`, and the arguments that are accepted
 * and refused. `npx vitest run -u` rewrites the manifests.
 */
import { manifestSchema } from "@runa/runtime/manifest";
import { describe, expect, it } from "vitest";
import { serializeManifest } from "../src/manifest/serialize-manifest.ts";
import { goldenFile, readGolden } from "./support/golden-cases.ts";
import { createStrictAjv } from "./support/strict-ajv.ts";

const { cases, findings } = readGolden();
const ajv = createStrictAjv();
const validateManifest = ajv.compile(manifestSchema);

it("finds nothing to say of the golden cases, but for a callback that is left out", () => {
  expect(findings).toEqual(["RG202 watch tools.ts:62:43"]);
});

describe.each(cases)("$name", ({ name, manifest, accepted, rejected }) => {
  const schemas = new Map<string, object>([
    ...manifest.tools.map((tool) => [tool.function.name, tool.function.parameters] as const),
    ...Object.entries(manifest.schemas).map(([key, { schema }]) => [key, schema] as const),
  ]);

  it("is as its manifest says, byte for byte", async () => {
    await expect(serializeManifest(manifest)).toMatchFileSnapshot(goldenFile(name, "manifest.json"));
  });

  it("is a valid manifest", () => {
    validateManifest(manifest);
    expect(validateManifest.errors).toBeNull();
  });

  it("accepts and refuses its samples, at least one each, in ajv's strict mode", () => {
    const names = [...schemas.keys()].sort();
    expect(Object.keys(accepted).sort()).toEqual(names);
    expect(Object.keys(rejected).sort()).toEqual(names);
    const wrong = names.flatMap((key) => {
      const validate = ajv.compile(schemas.get(key) ?? false);
      return [
        ...(accepted[key] ?? []).filter((value) => !validate(value)).map((value) => ["refused", key, value]),
        ...(rejected[key] ?? []).filter((value) => validate(value)).map((value) => ["accepted", key, value]),
      ];
    });
    expect(wrong).toEqual([]);
    expect([...Object.values(accepted), ...Object.values(rejected)]).not.toContainEqual([]);
  });
});

describe("the table of types (A11)", () => {
  const manifest = cases.find(({ name }) => name === "type-table")?.manifest;
  const parametersOf = (tool: string) =>
    manifest?.tools.find(({ function: { name } }) => name === tool)?.function.parameters;

  it.each([
    ["text", '{"type":"string"}'],
    ["int", '{"type":"integer"}'],
    ["tagged", '{"type":"integer"}'],
    [
      "mixed",
      '{"type":"object","properties":{"counted":{"type":"integer"}},"required":["counted"],"additionalProperties":false}',
    ],
    ["float", '{"type":"number"}'],
    ["flag", '{"type":"boolean"}'],
    ["big", '{"type":"integer"}'],
    ["list", '{"type":"array","items":{"type":"string"}}'],
    ["generic", '{"type":"array","items":{"type":"string"}}'],
    ["frozen", '{"type":"array","items":{"type":"string"}}'],
    ["frozenGeneric", '{"type":"array","items":{"type":"string"}}'],
    ["set", '{"type":"array","items":{"type":"string"},"uniqueItems":true}'],
    ["bareList", '{"type":"array","items":{}}'],
    ["anyList", '{"type":"array","items":{}}'],
    ["pair", '{"type":"array","prefixItems":[{"type":"string"},{"type":"number"}],"items":false,"minItems":2}'],
    ["pairOptional", '{"type":"array","prefixItems":[{"type":"string"},{"type":"number"}],"items":false,"minItems":1}'],
    ["pairRest", '{"type":"array","prefixItems":[{"type":"string"}],"items":{"type":"number"},"minItems":1}'],
    ["bareRecord", '{"type":"object","additionalProperties":true}'],
    ["anyRecord", '{"type":"object","additionalProperties":true}'],
    ["bareObject", '{"type":["object","array"]}'],
    ["record", '{"type":"object","additionalProperties":{"type":"number"}}'],
    ["signature", '{"type":"object","additionalProperties":{"type":"number"}}'],
    ["map", '{"type":"object","additionalProperties":{"type":"number"}}'],
    ["literals", '{"type":"string","enum":["a","b"]}'],
    ["integers", '{"type":"integer","enum":[1,2]}'],
    ["numbers", '{"type":"number","enum":[1,2.5]}'],
    ["mixedLiterals", '{"enum":[1,"a"]}'],
    ["fruit", '{"type":"string","enum":["apple","pear"]}'],
    ["side", '{"type":"string","enum":["left","right"]}'],
    ["size", '{"type":"string","enum":["s","m"]}'],
    ["key", '{"type":"string","enum":["one","two"]}'],
    ["level", '{"type":"integer","enum":[0,1]}'],
    ["orNull", '{"type":["string","null"]}'],
    ["enumOrNull", '{"type":["string","null"],"enum":["a","b",null]}'],
    ["listOrNull", '{"anyOf":[{"type":"array","items":{"type":"string"}},{"type":"null"}]}'],
    ["orUndefined", '{"type":"string"}'],
    ["either", '{"anyOf":[{"type":"string"},{"type":"number"}]}'],
    ["eitherLiteral", '{"anyOf":[{"type":"string","enum":["a","b"]},{"type":"number"}]}'],
    ["nothing", '{"type":"null"}'],
    ["row", '{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false}'],
    [
      "alias",
      '{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"number"}},"required":["a"],"additionalProperties":false}',
    ],
    [
      "point",
      '{"type":"object","properties":{"x":{"type":"number"},"y":{"type":"number"}},"required":["x"],"additionalProperties":false}',
    ],
    [
      "both",
      '{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"number"}},"required":["a","b"],"additionalProperties":false}',
    ],
    ["tree", '{"$ref":"#/$defs/Tree"}'],
    ["at", '{"type":"string","format":"date-time"}'],
    ["link", '{"type":"string","format":"uri"}'],
    ["bytes", '{"type":"string","contentEncoding":"base64"}'],
    ["buffer", '{"type":"string","contentEncoding":"base64"}'],
    ["anyValue", "{}"],
    ["unknownValue", "{}"],
    ["partial", '{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false}'],
    ["picked", '{"type":"object","properties":{"b":{"type":"number"}},"required":["b"],"additionalProperties":false}'],
    ["omitted", '{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false}'],
    ["template", '{"type":"string","pattern":"^id-[\\\\s\\\\S]*$"}'],
    ["indexed", '{"type":"string"}'],
    ["conditional", '{"type":"number"}'],
  ])("%s", (parameter, schema) => {
    expect(JSON.stringify(parametersOf("takeRows")?.properties[parameter])).toBe(schema);
  });

  it("has no row without a test, and requires what is not optional", () => {
    expect(Object.keys(parametersOf("takeRows")?.properties ?? {})).toHaveLength(56);
    expect(parametersOf("takeRows")?.required).toHaveLength(55);
    expect(parametersOf("takeRows")?.required).not.toContain("orUndefined");
    expect(parametersOf("takeOptional")?.required).toEqual(["required"]);
    expect(JSON.stringify(parametersOf("takeConstrained")?.properties)).toBe('{"value":{"type":"string"}}');
  });
});

describe("the examples that the sources of this design print (A5, A13)", () => {
  it.each([
    [
      "getWeather",
      '{"type":"function","function":{"name":"getWeather","description":"Get the weather for a given city.","parameters":{"type":"object","properties":{"city":{"type":"string","description":"The city to get the weather for."}},"required":["city"],"additionalProperties":false}}}',
    ],
    [
      "get_weather_for",
      '{"type":"function","function":{"name":"get_weather_for","description":"Get the weather for a given city.","parameters":{"type":"object","properties":{"request":{"type":"object","properties":{"city":{"type":"string","description":"The city to get the weather for"}},"required":["city"],"additionalProperties":false,"description":"The request object containing the city to get the weather for."}},"required":["request"],"additionalProperties":false}}}',
    ],
  ])("%s", (tool, json) => {
    const printed = cases.find(({ name }) => name === "printed-examples");
    const found = printed?.manifest.tools.find(({ function: { name } }) => name === tool);
    expect({ type: found?.type, function: found?.function }).toEqual(JSON.parse(json));
  });
});
