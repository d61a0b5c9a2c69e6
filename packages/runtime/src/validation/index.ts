/** `@runa/runtime/validation`: ajv, set up as tool schemas need it. */
export {};
