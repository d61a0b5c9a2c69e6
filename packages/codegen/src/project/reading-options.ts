/**
 * The compiler options to read signatures with: the project's own, and on top of them what a signature needs to be read
 * right, whatever the project says.
 */
import type { ts } from "ts-morph";

export function readingOptions(own: ts.CompilerOptions): ts.CompilerOptions {
  const options: ts.CompilerOptions & { stableTypeOrdering: boolean } = {
    ...own,
    ...WRITES_NOTHING,
    // Without it the checker erases `null` and `undefined` from every type.
    strictNullChecks: true,
    skipLibCheck: true,
    noCheck: false,
    // TypeScript 6 takes `types` that are not set for none, 5.9 for all that are installed.
    types: own.types ?? ["*"],
    // Options of 5.9 (`baseUrl`, `moduleResolution: node`) do what they did, until TypeScript 7.
    ignoreDeprecations: "6.0",
    // Members of a union come in an order that does not depend on the other files of the program.
    stableTypeOrdering: true,
  };
  return options;
}

/** Nothing is emitted, so options about output would only be in the way. */
const WRITES_NOTHING: ts.CompilerOptions = {
  noEmit: true,
  composite: false,
  incremental: false,
  declaration: false,
  declarationMap: false,
  emitDeclarationOnly: false,
  isolatedDeclarations: false,
  sourceMap: false,
  inlineSourceMap: false,
};
