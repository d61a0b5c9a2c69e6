/** `--strict`: warnings become errors, and so do the notes about missing texts. Notes that only inform stay notes. */
import type { CodeEntry } from "./code-table.ts";
import { CODES } from "./codes.ts";
import type { Diagnostic } from "./diagnostic.ts";

export function applyStrict(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.map((diagnostic) =>
    diagnostic.severity === "warning" || isStrictNote(diagnostic) ? { ...diagnostic, severity: "error" } : diagnostic,
  );
}

const entries = new Map<string, Pick<CodeEntry<never>, "strict">>(Object.entries(CODES));

function isStrictNote({ severity, name }: Diagnostic): boolean {
  return severity === "note" && name !== undefined && entries.get(name)?.strict === "error";
}
