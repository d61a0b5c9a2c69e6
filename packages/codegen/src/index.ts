/** `@runa/codegen`: what the command `runa-gen` does, as a library. */
export type { Diagnostic, Severity } from "./diagnostics/diagnostic.ts";
