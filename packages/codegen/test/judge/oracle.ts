/**
 * The oracle: asks the TypeScript compiler which values fit their types. All checks stand in one in-memory file, one on
 * a line; a value is refused if there is a diagnostic on its line.
 *
 * Keep a program at 20 000 checks or less: beyond that the time for each check grows.
 */
import { createRequire } from "node:module";
import { dirname } from "node:path";
import ts from "typescript";
import { VALUE_PRELUDE } from "./write-value.ts";

/** A value as TypeScript, and the name or text of the type that it is checked against. */
export interface Check {
  readonly typeText: string;
  readonly valueText: string;
}

/** The platform's `URL`, without the DOM, as an ambient file of the project. */
export const PLATFORM_DECLARATIONS: string = [
  "interface URL { readonly href: string; toString(): string; }",
  "declare var URL: { prototype: URL; new (url: string): URL };",
  "",
].join("\n");

export const COMPILER_OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  lib: ["lib.es2023.d.ts"],
  types: [],
  module: ts.ModuleKind.ESNext,
  strict: true,
  noEmit: true,
  skipLibCheck: true,
};

/**
 * Says of each check whether the compiler accepts the value.
 *
 * @throws if the declarations do not compile, or a check is no TypeScript: a fault of the judge.
 */
export function askCompiler(declarations: readonly string[], checks: readonly Check[]): readonly boolean[] {
  const head = [VALUE_PRELUDE, ...declarations, ""].join("\n");
  const firstLine = head.split("\n").length - 1;
  const body = checks.map(({ typeText, valueText }) => `(${valueText}) satisfies ${typeText};`);
  const refused = new Set<number>();
  for (const { line, message } of diagnose(`${head}${body.join("\n")}\nexport {};\n`)) {
    if (line < firstLine) throw new Error(`The declarations do not compile: ${message}\n${head.split("\n")[line]}`);
    refused.add(line - firstLine);
  }
  return checks.map((_, index) => !refused.has(index));
}

interface Finding {
  readonly line: number;
  readonly message: string;
}

function diagnose(text: string): readonly Finding[] {
  const sources = new Map([
    [CHECKS_FILE, text],
    [PLATFORM_FILE, PLATFORM_DECLARATIONS],
  ]);
  const host: ts.CompilerHost = {
    getSourceFile: (name, options) => {
      const own = sources.get(name);
      return own === undefined ? librarySource(name, options) : ts.createSourceFile(name, own, options, true);
    },
    getDefaultLibFileName: () => `${LIBRARY_FOLDER}/lib.es2023.d.ts`,
    getDefaultLibLocation: () => LIBRARY_FOLDER,
    getCurrentDirectory: () => "/",
    getCanonicalFileName: (name) => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => "\n",
    fileExists: (name) => sources.has(name) || ts.sys.fileExists(name),
    readFile: (name) => sources.get(name) ?? ts.sys.readFile(name),
    writeFile: () => undefined,
  };
  const program = ts.createProgram({ rootNames: [...sources.keys()], options: COMPILER_OPTIONS, host });
  const file = program.getSourceFile(CHECKS_FILE);
  const [syntactic] = program.getSyntacticDiagnostics(file);
  if (syntactic)
    throw new Error(`A check is no TypeScript: ${ts.flattenDiagnosticMessageText(syntactic.messageText, " ")}`);
  return program.getSemanticDiagnostics(file).map((diagnostic) => ({
    line: diagnostic.file?.getLineAndCharacterOfPosition(diagnostic.start ?? 0).line ?? 0,
    message: ts.flattenDiagnosticMessageText(diagnostic.messageText, " "),
  }));
}

const CHECKS_FILE = "/checks.ts";
const PLATFORM_FILE = "/platform.d.ts";
const LIBRARY_FOLDER = dirname(createRequire(import.meta.url).resolve("typescript"));

const libraries = new Map<string, ts.SourceFile | undefined>();

/** The library's files are parsed once for all programs. */
function librarySource(name: string, options: ts.ScriptTarget | ts.CreateSourceFileOptions): ts.SourceFile | undefined {
  if (!libraries.has(name)) {
    const text = ts.sys.readFile(name);
    libraries.set(name, text === undefined ? undefined : ts.createSourceFile(name, text, options, true));
  }
  return libraries.get(name);
}
