/**
 * A compiler program over the given files, with the default library that ts-morph brings along.
 *
 * ts-morph's own `Project` is not used for it: its host hands out source files without their module format, so imports
 * under `nodenext` would be resolved as CommonJS, and it wraps every node.
 */
import { resolve } from "node:path";
import { ts } from "ts-morph";
import { hasLibraryFile, isLibraryFile, LIBRARY_FOLDER, readLibraryFile } from "./library-files.ts";
import { toSlashes } from "./to-slashes.ts";

export interface CreatedProgram {
  readonly program: ts.Program;
  /** The `package.json`s that resolution read; absolute. */
  readonly packageFiles: ReadonlySet<string>;
}

export function createProgram({
  rootNames,
  options,
  cwd,
  textOf = () => undefined,
}: {
  rootNames: readonly string[];
  options: ts.CompilerOptions;
  cwd: string;
  /** What was read already; `undefined` for a file that the compiler is to read by itself. */
  textOf?: (file: string) => string | undefined;
}): CreatedProgram {
  const packageFiles = new Set<string>();
  const base = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...base,
    getCurrentDirectory: () => toSlashes(cwd),
    // Comments are read from the text (see `read-doc-comment.ts`), so the parser need not, but where they declare types.
    jsDocParsingMode: ts.JSDocParsingMode.ParseForTypeInfo,
    getDefaultLibLocation: () => LIBRARY_FOLDER,
    getDefaultLibFileName: (settings) => `${LIBRARY_FOLDER}/${ts.getDefaultLibFileName(settings)}`,
    fileExists: (path) => (isLibraryFile(path) ? hasLibraryFile(path) : base.fileExists(path)),
    readFile: (path) => {
      if (path.endsWith("package.json")) packageFiles.add(toSlashes(resolve(path)));
      return base.readFile(path);
    },
    getSourceFile: (path, languageVersionOrOptions, onError) => {
      if (isLibraryFile(path)) return librarySourceFile(path, languageVersionOrOptions);
      const text = textOf(path);
      return text === undefined
        ? base.getSourceFile(path, languageVersionOrOptions, onError)
        : ts.createSourceFile(path, text, languageVersionOrOptions);
    },
  };
  return { program: ts.createProgram({ rootNames, options, host }), packageFiles };
}

/**
 * The library's files never change, so a process parses each once, however many programs it makes. Keyed by the
 * language version, as the compiler's own registry of documents does.
 */
const librarySourceFiles = new Map<string, ts.SourceFile>();

function librarySourceFile(
  path: string,
  languageVersionOrOptions: ts.ScriptTarget | ts.CreateSourceFileOptions,
): ts.SourceFile | undefined {
  const target =
    typeof languageVersionOrOptions === "object" ? languageVersionOrOptions.languageVersion : languageVersionOrOptions;
  const key = `${target}:${path}`;
  const known = librarySourceFiles.get(key);
  if (known) return known;
  const text = readLibraryFile(path);
  if (text === undefined) return undefined;
  const file = ts.createSourceFile(path, text, languageVersionOrOptions);
  librarySourceFiles.set(key, file);
  return file;
}
