/** The whole way, from a project on disk to its files: read, describe, assemble, write. */
import { resolve } from "node:path";
import type { Manifest } from "@runa/runtime/manifest";
import { type BuildOptions, build, findingsOf, hasErrors } from "./build.ts";
import type { Diagnostic } from "./diagnostics/diagnostic.ts";
import { allOutputs } from "./outputs/output-paths.ts";
import { planOutputs, writeOutputs } from "./outputs/write-outputs.ts";

export interface GenerateResult {
  /** No finding is an error. */
  readonly ok: boolean;
  /** Sorted by place. */
  readonly diagnostics: readonly Diagnostic[];
  /** What was read, errors or not. */
  readonly manifest: Manifest;
  /** Absolute, as all paths here. */
  readonly manifestFile: string;
  /** All outputs, the manifest first. */
  readonly outputs: readonly string[];
  /** Those whose bytes changed. */
  readonly written: readonly string[];
  /** Files of an earlier run that were no longer wanted. */
  readonly removed: readonly string[];
  /** Every file whose content mattered. */
  readonly inputs: readonly string[];
}

/**
 * Writes manifest and binding. After an error no file is written or changed; what the project holds is then known from
 * the result all the same. A file that `runa-gen` did not write is never replaced or removed.
 *
 * @example
 * ```ts
 * const { ok, diagnostics } = await generate({ entries: ["src/tools/*.ts"] });
 * ```
 */
export async function generate(options: BuildOptions = {}): Promise<GenerateResult> {
  const cwd = resolve(options.cwd ?? ".");
  const { paths, manifest, outputs, log, inputs } = build(options, cwd);
  const plan = planOutputs(outputs, allOutputs(paths), cwd, log);
  const isWritten = !hasErrors(findingsOf(log, options));
  if (isWritten) writeOutputs(plan, cwd, log);
  const diagnostics = findingsOf(log, options);
  return {
    ok: !hasErrors(diagnostics),
    diagnostics,
    manifest,
    manifestFile: paths.manifest,
    outputs: outputs.map(({ file }) => file),
    written: isWritten ? plan.write.map(({ file }) => file) : [],
    removed: isWritten ? plan.remove : [],
    inputs,
  };
}
