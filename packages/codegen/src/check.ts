/** Are the files on disk what `generate` would write? Nothing is written, not even where nothing can be. */
import { resolve } from "node:path";
import type { Manifest } from "@runa/runtime/manifest";
import { type BuildOptions, build, findingsOf, hasErrors, locationsOf } from "./build.ts";
import type { Diagnostic } from "./diagnostics/diagnostic.ts";
import { relativePath } from "./diagnostics/relative-path.ts";
import { findDrift } from "./outputs/find-drift.ts";
import { allOutputs } from "./outputs/output-paths.ts";
import { leftOver } from "./outputs/write-outputs.ts";

export interface CheckResult {
  /** The files are in sync, and no finding is an error. */
  readonly ok: boolean;
  /** Sorted by place; drift is an error at the declaration of the tool. */
  readonly diagnostics: readonly Diagnostic[];
  readonly manifest: Manifest;
  /** Absolute. */
  readonly manifestFile: string;
}

/** Compares content, not text. Sources with errors are not compared: what they would give is not known. */
export async function check(options: BuildOptions = {}): Promise<CheckResult> {
  const cwd = resolve(options.cwd ?? ".");
  const { paths, manifest, outputs, tools, schemas, log } = build(options, cwd);
  if (!hasErrors(findingsOf(log, options))) {
    const declarations = { tool: locationsOf(tools), schema: locationsOf(schemas) };
    findDrift({ manifest, manifestFile: paths.manifest, bindings: outputs.slice(1), declarations, cwd }, log);
    for (const file of leftOver(outputs, allOutputs(paths)))
      log.report("left-over-output", {}, { file: relativePath(cwd, file) });
  }
  const diagnostics = findingsOf(log, options);
  return { ok: !hasErrors(diagnostics), diagnostics, manifest, manifestFile: paths.manifest };
}
