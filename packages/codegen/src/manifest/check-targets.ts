/** What is lost when the tools are sent to the providers that they are meant for: known at build time, not from a 400. */
import { type Dialect, lower, type Manifest } from "@runa/runtime/manifest";
import type { DiagnosticLog, Where } from "../diagnostics/diagnostic-log.ts";
import type { SourceLocation } from "../signature/source-location.ts";

/** `declarations` says where each tool is declared. */
export function checkTargets(
  manifest: Manifest,
  targets: readonly Dialect[],
  declarations: ReadonlyMap<string, SourceLocation>,
  log: DiagnosticLog,
): void {
  for (const { function: definition } of manifest.tools) {
    const location = declarations.get(definition.name);
    const where: Where = { tool: definition.name, ...(location && { location }) };
    for (const dialect of targets) {
      const { lost, obstacles } = lower(definition, dialect);
      const facts = { tool: definition.name, dialect };
      for (const { pointer, why } of obstacles) log.report("not-in-dialect", where, { ...facts, pointer, why });
      for (const { pointer, why, described } of lost)
        log.report(described ? "moved-to-description" : "lost-in-dialect", where, { ...facts, pointer, why });
    }
  }
}
