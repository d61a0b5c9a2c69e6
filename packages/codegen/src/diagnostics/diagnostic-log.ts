/** Where findings are collected. Nothing is thrown and nothing is printed: the report shows all of them at once. */
import type { SourceLocation } from "../signature/source-location.ts";
import type { CodeEntry } from "./code-table.ts";
import { CODES, type CodeName, type FactsOf } from "./codes.ts";
import type { Diagnostic } from "./diagnostic.ts";

export interface Where {
  readonly location?: SourceLocation;
  /** The final name of the tool. */
  readonly tool?: string;
  readonly more?: More;
}

/** Further findings of the same kind, in a package that the user cannot change: counted, not listed. */
export interface More {
  readonly count: number;
  readonly packageName: string;
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
    report: (name, { more, ...where }, facts) => {
      const entry = CODES[name] as CodeEntry<typeof facts>;
      const { code, severity, fix } = entry;
      const message = [entry.message(facts), ...(more && more.count > 0 ? [textOf(more)] : [])].join(" ");
      diagnostics.push({ severity, code, name, message, ...(fix && { fix: fix(facts) }), ...where });
    },
  };
}

function textOf({ count, packageName }: More): string {
  const places = count === 1 ? "1 more place" : `${count} more places`;
  return `So it is in ${places} in the types of "${packageName}".`;
}
