/** Leaves out what only follows from a finding of the compiler: that type stays open, this default does not fit. */
import type { Diagnostic } from "./diagnostic.ts";

export function dropConsequences(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const isSaid = new Set(diagnostics.flatMap((diagnostic) => (saysWhy(diagnostic) ? placesOf(diagnostic) : [])));
  return diagnostics.filter((diagnostic) => {
    const [tool, place] = placesOf(diagnostic);
    if (diagnostic.name === "type-not-resolved") return !isSaid.has(tool);
    return diagnostic.name !== "unfit-value" || !isSaid.has(place);
  });
}

function saysWhy({ code, name, tool }: Diagnostic): boolean {
  return tool !== undefined && (code.startsWith("TS") || name === "unresolved-type");
}

/** The tool, and the beginning of the stretch. */
function placesOf({ tool, location }: Diagnostic): readonly [tool: string, place: string] {
  return [`${tool}`, `${tool} ${location?.file} ${location?.line}:${location?.column}`];
}
