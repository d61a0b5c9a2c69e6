/** Which symbols are those of `@runa/runtime`: by where they are declared, whatever they are called on the way. */
import { ts } from "ts-morph";

const RUNTIME = "@runa/runtime";

/** Whether a symbol of this name is the runtime's own. Aliases must be resolved. */
export function isRuntimeSymbol(symbol: ts.Symbol | undefined, name: string): boolean {
  return symbol?.name === name && isDeclaredByRuntime(symbol);
}

export function isDeclaredByRuntime(symbol: ts.Symbol): boolean {
  return (symbol.declarations ?? []).some((declaration) => {
    const file = declaration.getSourceFile();
    return (
      file.fileName.includes(`/node_modules/${RUNTIME}/`) ||
      isInAmbientModule(declaration) ||
      packageNameAround(file.fileName) === RUNTIME
    );
  });
}

/** `declare module "@runa/runtime" { … }`. */
function isInAmbientModule(node: ts.Node): boolean {
  const module = ts.findAncestor(node, (parent) => ts.isModuleDeclaration(parent) && ts.isStringLiteral(parent.name));
  return module !== undefined && ts.isModuleDeclaration(module) && module.name.text.startsWith(RUNTIME);
}

const packageNames = new Map<string, string | undefined>();

/** The name in the nearest `package.json`: in a workspace the runtime is a link, and its real path says nothing. */
function packageNameAround(file: string): string | undefined {
  const folder = file.slice(0, file.lastIndexOf("/"));
  if (packageNames.has(folder)) return packageNames.get(folder);
  const path = `${folder}/package.json`;
  const text = ts.sys.readFile(path);
  const { config } = text === undefined ? { config: undefined } : ts.parseConfigFileTextToJson(path, text);
  const own: unknown = config?.name;
  const name = typeof own === "string" ? own : folder.includes("/") ? packageNameAround(folder) : undefined;
  packageNames.set(folder, name);
  return name;
}
