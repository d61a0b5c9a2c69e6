/** How the binding names the modules that it imports. */
import { relativeModule } from "../diagnostics/relative-path.ts";

/**
 * What stands for a TypeScript extension in a specifier: itself, what it is compiled to, or nothing. Where nothing is
 * asked for, `.mts` and `.cts` still need what they are compiled to, for no resolver tries these two.
 */
export type ImportExtension = "ts" | "js" | "none";

export const IMPORT_EXTENSIONS: readonly ImportExtension[] = ["ts", "js", "none"];

export function toImportSpecifier(bindingFile: string, module: string, extension: ImportExtension): string {
  const path = relativeModule(bindingFile, module);
  const match = path.match(/^(.*?)(\.d)?\.([cm]?)([jt])sx?$/s);
  if (!match) return path;
  const [, stem, declaration, format, language] = match;
  if (extension === "none" && format === "") return `${stem}`;
  const isSource = language === "t" && !declaration;
  if (isSource) return extension === "ts" ? path : `${stem}.${format}js`;
  return declaration ? `${stem}.${format}js` : path;
}

/** Whether Node, which reads a specifier as a URL, would look for another file than the one of that name. */
export function isMisreadAsUrl(specifier: string): boolean {
  return /[%#?]/.test(specifier);
}

/** So that Node finds the file. TypeScript does not: it takes the specifier for a path as it stands. */
export function escapeSpecifier(specifier: string): string {
  return specifier.replaceAll("%", "%25").replaceAll("#", "%23").replaceAll("?", "%3F");
}
