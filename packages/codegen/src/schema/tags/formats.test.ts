import { fullFormats } from "ajv-formats/dist/formats.js";
import { expect, it } from "vitest";
import { FORMATS } from "./formats.ts";

it("knows the formats of the validator, and no others", () => {
  expect([...FORMATS.keys()].sort()).toEqual(Object.keys(fullFormats).sort());
});
