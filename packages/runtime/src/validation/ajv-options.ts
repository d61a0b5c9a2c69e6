/** How ajv is set up, at run time and for validators made ahead of time. */
import type { Options } from "ajv/dist/2020.js";
import type { SchemaKind } from "./validator.ts";

const LENIENT: Readonly<Options> = {
  strict: false,
  ownProperties: true,
  allErrors: true,
  logger: false,
  code: { optimize: false },
};

export const AJV_OPTIONS: { readonly [Kind in SchemaKind]: Readonly<Options> } = {
  generated: {
    strict: true,
    allowUnionTypes: true,
    // `[A, B?]` and `[A, ...B[]]` do not compile otherwise.
    strictTuples: false,
    // `{ APP_X: string; [k: `APP_${string}`]: string }` does not compile otherwise.
    allowMatchingProperties: true,
    // Otherwise `required: ["toString"]` is met by `{}`.
    ownProperties: true,
    allErrors: true,
    // A schema that does not compile is thrown; ajv would print its code as well.
    logger: false,
    validateSchema: false,
    // Validators are no faster for it, and compiling takes a third longer.
    code: { optimize: false },
  },
  handwritten: LENIENT,
  foreign: LENIENT,
};
