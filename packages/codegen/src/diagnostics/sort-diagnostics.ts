/** The order in which findings are shown: the project's own first, then by place. */
import type { Diagnostic } from "./diagnostic.ts";
import { compareText } from "./relative-path.ts";

export function sortDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return [...diagnostics].sort(
    (a, b) =>
      compareText(a.location?.file ?? "", b.location?.file ?? "") ||
      (a.location?.line ?? 0) - (b.location?.line ?? 0) ||
      (a.location?.column ?? 0) - (b.location?.column ?? 0) ||
      compareText(a.code, b.code) ||
      compareText(a.tool ?? "", b.tool ?? "") ||
      compareText(a.message, b.message),
  );
}
