/** `@runa/runtime/validation`: ajv, set up as tool schemas need it. */
export { AJV_OPTIONS } from "./ajv-options.ts";
export { createAjv } from "./ajv-validator.ts";
export type { SchemaKind } from "./validator.ts";
