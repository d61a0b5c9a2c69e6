/** Leaves out what only follows from another finding: the type that the compiler misses is also one that stays open. */
import type { Diagnostic } from "./diagnostic.ts";

export function dropConsequences(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const unresolved = new Set(diagnostics.filter(saysWhatIsMissing).map(({ tool }) => tool));
  return diagnostics.filter(({ name, tool }) => name !== "type-not-resolved" || !unresolved.has(tool));
}

function saysWhatIsMissing({ code, name, tool }: Diagnostic): boolean {
  return tool !== undefined && (code.startsWith("TS") || name === "unresolved-type");
}
