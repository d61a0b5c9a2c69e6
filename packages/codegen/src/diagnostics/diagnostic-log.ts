/** Where findings are collected. Nothing is thrown and nothing is printed: the report shows all of them at once. */
import type { SourceLocation } from "../signature/source-location.ts";
import type { CodeEntry } from "./code-table.ts";
import { CODES, type CodeName, type FactsOf } from "./codes.ts";
import type { Diagnostic } from "./diagnostic.ts";

export interface Where {
  readonly location?: SourceLocation;
  /** The final name of the tool. */
  readonly tool?: string;
}

export interface DiagnosticLog {
  report<Name extends CodeName>(name: Name, where: Where, facts: FactsOf<Name>): void;
  /** A finding that has no entry in the table: the compiler's own. */
  add(diagnostic: Diagnostic): void;
  readonly diagnostics: readonly Diagnostic[];
}

export function createDiagnosticLog(): DiagnosticLog {
  const diagnostics: Diagnostic[] = [];
  return {
    diagnostics,
    add: (diagnostic) => void diagnostics.push(diagnostic),
    report: (name, where, facts) => {
      const entry = CODES[name] as CodeEntry<typeof facts>;
      const { code, severity, message, fix } = entry;
      diagnostics.push({ severity, code, name, message: message(facts), ...(fix && { fix: fix(facts) }), ...where });
    },
  };
}
