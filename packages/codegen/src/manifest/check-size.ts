/** Says of a definition that it takes more of every request than a tool is worth, and what in it takes most. */
import type { Manifest } from "@runa/runtime/manifest";
import type { DiagnosticLog } from "../diagnostics/diagnostic-log.ts";
import type { SourceLocation } from "../signature/source-location.ts";
import { estimateTokensOf, tokensIn } from "./estimate-tokens.ts";
import { findCostliestProperty } from "./find-costliest-property.ts";

/** A tenth of a large context, and more than some providers take for all tools together. */
const LARGE = 20_000;

/** `declarations` says where each tool is declared. */
export function checkSize(
  { tools }: Manifest,
  declarations: ReadonlyMap<string, SourceLocation>,
  log: DiagnosticLog,
): void {
  for (const tool of tools) {
    const { name, parameters } = tool.function;
    const tokens = estimateTokensOf(tool);
    if (tokens <= LARGE) continue;
    const location = declarations.get(name);
    const costliest = findCostliestProperty(parameters);
    log.report(
      "large-definition",
      { tool: name, ...(location && { location }) },
      { tool: name, tokens, ...(costliest && { path: costliest.path, ofThem: tokensIn(costliest.characters) }) },
    );
  }
}
