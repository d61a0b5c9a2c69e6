/** The validator, set up as the runtime sets it up. */
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

export function createStrictAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    strict: true,
    allowUnionTypes: true,
    strictTuples: false,
    allowMatchingProperties: true,
    ownProperties: true,
    allErrors: true,
  });
  addFormats.default(ajv);
  return ajv;
}
