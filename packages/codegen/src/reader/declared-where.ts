/** Where a symbol is declared: by the platform, in the global scope, or in which package. */
import { ts } from "ts-morph";

const PLATFORM_PACKAGES = new Set(["@types/node", "@types/bun", "bun-types", "@types/deno", "undici-types", "buffer"]);

/** The default library, or the declarations of a runtime such as `@types/node`. */
export function isDeclaredByPlatform(program: ts.Program, declaration: ts.Node): boolean {
  const file = declaration.getSourceFile();
  // Asked of every object type, and a source of the project is settled at once.
  if (file.isDeclarationFile && program.isSourceFileDefaultLibrary(file)) return true;
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

/**
 * The name of the package that declares something: from `declare module "name"`, from the path below `node_modules`,
 * or, for a linked package, from the nearest `package.json`.
 */
export function declaringPackage(declaration: ts.Node, readFile: ReadFile): string | undefined {
  for (let node: ts.Node | undefined = declaration.parent; node; node = node.parent) {
    if (ts.isModuleDeclaration(node) && ts.isStringLiteral(node.name)) return packageOfSpecifier(node.name.text);
  }
  const file = declaration.getSourceFile();
  return installedPackageOf(file) ?? linkedPackageOf(file, readFile);
}

export type ReadFile = (path: string) => string | undefined;

function packageOfSpecifier(specifier: string): string | undefined {
  return /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0];
}

function installedPackageOf(file: ts.SourceFile): string | undefined {
  const marker = "/node_modules/";
  const index = file.fileName.lastIndexOf(marker);
  return index < 0 ? undefined : packageOfSpecifier(file.fileName.slice(index + marker.length));
}

function linkedPackageOf(file: ts.SourceFile, readFile: ReadFile): string | undefined {
  for (let folder = parentOf(file.fileName); folder !== undefined; folder = parentOf(folder)) {
    const text = readFile(`${folder}/package.json`);
    const name = text === undefined ? undefined : packageName(text);
    if (name !== undefined) return name;
  }
  return undefined;
}

function parentOf(path: string): string | undefined {
  const index = path.lastIndexOf("/");
  return index < 0 ? undefined : path.slice(0, index);
}

function packageName(text: string): string | undefined {
  const { config } = ts.parseConfigFileTextToJson("package.json", text);
  const name: unknown = config?.name;
  return typeof name === "string" ? name : undefined;
}
