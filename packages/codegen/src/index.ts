/** `@runa/codegen`: what the command `runa-gen` does, as a library. */
export type { BuildOptions } from "./build.ts";
export { type CheckResult, check } from "./check.ts";
export type { Diagnostic, Severity } from "./diagnostics/diagnostic.ts";
export { type GenerateResult, generate } from "./generate.ts";
export { diffManifests, type ManifestChange } from "./manifest/diff-manifest.ts";
export type { SourceLocation } from "./signature/source-location.ts";
