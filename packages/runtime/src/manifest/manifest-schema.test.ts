import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, it } from "vitest";
import type { Manifest, ToolBinding } from "./manifest.ts";
import { manifestSchema } from "./manifest-schema.ts";

const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(manifestSchema);

const binding: ToolBinding = {
  module: "./tools/weather.ts",
  export: "getWeather",
  params: ["city", { inject: "ctx" }, null, { rest: "tags" }, { object: ["a", "b"] }],
  async: true,
  thread: "main",
  convert: { "/$defs/Visit/properties/at": "date" },
  secret: ["/properties/key"],
  returns: { type: "string" },
};

function manifestWith(runa: object): unknown {
  const parameters = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
  const definition = { name: "getWeather", description: "", parameters };
  return { version: 1, tools: [{ type: "function", function: definition, runa }], schemas: {} };
}

it("accepts every form of a binding", () => {
  const manifest = manifestWith(binding) as Manifest;
  expect(validate(manifest), JSON.stringify(validate.errors)).toBe(true);
  const schemas = {
    Ticket: { schema: { type: "object" } },
    When: { schema: { type: "string" }, convert: { "": "date" } },
  };
  expect(validate({ ...manifest, schemas }), JSON.stringify(validate.errors)).toBe(true);
});

it.each<[string, unknown]>([
  ["another version", { ...(manifestWith(binding) as object), version: 2 }],
  ["no schemas", { version: 1, tools: [] }],
  ["a field that this version does not know", manifestWith({ ...binding, retries: 3 })],
  ["a missing module", manifestWith({ ...binding, module: undefined })],
  ["an injection that does not exist", manifestWith({ ...binding, params: [{ inject: "db" }] })],
  ["a parameter that is two things at once", manifestWith({ ...binding, params: [{ inject: "ctx", rest: "x" }] })],
  ["an unknown thread", manifestWith({ ...binding, thread: "auto" })],
  ["a flag that is written as false", manifestWith({ ...binding, external: false })],
  ["static without a method", manifestWith({ ...binding, static: true })],
  ["a pointer that is no pointer", manifestWith({ ...binding, convert: { "properties/at": "date" } })],
  ["a rich type that does not exist", manifestWith({ ...binding, convert: { "/properties/at": "moment" } })],
])("refuses %s", (_name, manifest) => {
  expect(validate(manifest)).toBe(false);
});
