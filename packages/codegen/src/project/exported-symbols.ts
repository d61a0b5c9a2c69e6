/** What the tool files export, each thing once, under the name that it is bound by. */
import { ts } from "ts-morph";

export interface ExportedSymbol {
  /** Behind all aliases. */
  readonly symbol: ts.Symbol;
  /** Absolute path of the module that is imported to reach it. */
  readonly module: string;
  readonly exportName: string;
}

/**
 * One declaration is exported once: by the file that declares it, if that is among the files; else by the first in path
 * order that re-exports it. Where a file exports one thing under several names, its own name wins, else the first.
 */
export function listExportedSymbols(
  files: readonly ts.SourceFile[],
  checker: ts.TypeChecker,
): ReadonlyMap<ts.Symbol, ExportedSymbol> {
  const exported = new Map<ts.Symbol, ExportedSymbol>();
  for (const file of files) {
    const module = checker.getSymbolAtLocation(file);
    if (module === undefined) continue;
    for (const alias of checker.getExportsOfModule(module)) {
      const symbol = behindAliases(alias, checker);
      const candidate = { symbol, module: file.fileName, exportName: alias.name };
      const known = exported.get(symbol);
      if (known === undefined || isBetter(candidate, known)) exported.set(symbol, candidate);
    }
  }
  return exported;
}

export function behindAliases(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

function isBetter(candidate: ExportedSymbol, known: ExportedSymbol): boolean {
  return rank(candidate) < rank(known);
}

function rank({ symbol, module, exportName }: ExportedSymbol): number {
  if (!symbol.declarations?.some((declaration) => declaration.getSourceFile().fileName === module)) return 2;
  return exportName === symbol.name ? 0 : 1;
}
