/** Type-checks files of a temporary project against the runtime's own sources, as the compiler of a user would. */
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import type { TemporaryProject } from "./temporary-project.ts";

const modules = fileURLToPath(new URL("../../../../node_modules/", import.meta.url));

const STRICT: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  strict: true,
  noEmit: true,
  declaration: true,
  isolatedDeclarations: true,
  verbatimModuleSyntax: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  skipLibCheck: true,
  // The runtime is read from its sources, which import each other with their extension.
  allowImportingTsExtensions: true,
  customConditions: ["@runa/source"],
  types: ["node"],
  typeRoots: [join(modules, "@types")],
};

/** Puts both packages of this repository where the project looks for them. */
export function linkPackages(project: TemporaryProject): void {
  mkdirSync(join(project.root, "node_modules"), { recursive: true });
  symlinkSync(join(modules, "@runa"), join(project.root, "node_modules/@runa"));
}

/** What the compiler says of the project's own files; `file:line message`. */
export function typeCheck(
  project: TemporaryProject,
  files: readonly string[],
  options: ts.CompilerOptions = {},
): readonly string[] {
  const rootNames = files.map((file) => join(project.root, file));
  const program = ts.createProgram({ rootNames, options: { ...STRICT, ...options } });
  return program
    .getSourceFiles()
    .filter((file) => file.fileName.startsWith(`${project.root}/`) && !file.fileName.includes("/node_modules/"))
    .flatMap((file) => [
      ...program.getSyntacticDiagnostics(file),
      ...program.getSemanticDiagnostics(file),
      ...(options.allowJs ? [] : program.getDeclarationDiagnostics(file)),
    ])
    .map(({ file, start = 0, messageText }) => {
      const line = file ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
      const name = file?.fileName.slice(project.root.length + 1) ?? "";
      return `${name}:${line} ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
    });
}
