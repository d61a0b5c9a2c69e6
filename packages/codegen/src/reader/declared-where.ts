/** Where a symbol is declared: by the platform, or in the global scope. See `runtime-symbols.ts` for our own. */
import { ts } from "ts-morph";

const PLATFORM_PACKAGES = new Set(["@types/node", "@types/bun", "bun-types", "@types/deno", "undici-types", "buffer"]);

/** The default library, or the declarations of a runtime such as `@types/node`. */
export function isDeclaredByPlatform(program: ts.Program, declaration: ts.Node): boolean {
  const file = declaration.getSourceFile();
  if (program.isSourceFileDefaultLibrary(file)) return true;
  const name = installedPackageOf(file);
  return name !== undefined && PLATFORM_PACKAGES.has(name);
}

/** A global name of the platform, or of an ambient declaration file that stands in for it. */
export function isPlatformSymbol(program: ts.Program, symbol: ts.Symbol): boolean {
  return (symbol.declarations ?? []).some(
    (declaration) =>
      isDeclaredByPlatform(program, declaration) ||
      (declaration.getSourceFile().isDeclarationFile && isGlobalDeclaration(declaration)),
  );
}

export function isGlobalDeclaration(declaration: ts.Node): boolean {
  const { parent } = declaration;
  if (!parent) return false;
  if (ts.isSourceFile(parent)) return !ts.isExternalModule(parent);
  const { parent: scope } = parent;
  return (
    ts.isModuleBlock(parent) && ts.isModuleDeclaration(scope) && (scope.flags & ts.NodeFlags.GlobalAugmentation) !== 0
  );
}

function packageOfSpecifier(specifier: string): string | undefined {
  return /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0];
}

function installedPackageOf(file: ts.SourceFile): string | undefined {
  const marker = "/node_modules/";
  const index = file.fileName.lastIndexOf(marker);
  return index < 0 ? undefined : packageOfSpecifier(file.fileName.slice(index + marker.length));
}
