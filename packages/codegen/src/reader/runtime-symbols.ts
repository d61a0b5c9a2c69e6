/** Which symbols are those of `@runa/runtime`: by where they are declared, whatever they are called on the way. */
import { ts } from "ts-morph";
import { declaringPackage } from "./declared-where.ts";
import { RUNTIME_PACKAGE } from "./framework-types.ts";

export interface RuntimeSymbols {
  /** Aliases must be resolved. */
  readonly has: (symbol: ts.Symbol) => boolean;
}

export function createRuntimeSymbols(): RuntimeSymbols {
  const known = new Map<ts.Symbol, boolean>();
  return {
    has: (symbol) => {
      const isRuntimes =
        known.get(symbol) ??
        (symbol.declarations ?? []).some(
          (declaration) => declaringPackage(declaration, (path) => ts.sys.readFile(path)) === RUNTIME_PACKAGE,
        );
      known.set(symbol, isRuntimes);
      return isRuntimes;
    },
  };
}
