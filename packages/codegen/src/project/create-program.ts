/**
 * A compiler program over the given files, with the default library that ts-morph brings along.
 *
 * ts-morph's own `Project` is not used for it: its host hands out source files without their module format, so imports
 * under `nodenext` would be resolved as CommonJS, and it wraps every node.
 */
import { resolve } from "node:path";
import { Project, ts } from "ts-morph";
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
}: {
  rootNames: readonly string[];
  options: ts.CompilerOptions;
  cwd: string;
}): CreatedProgram {
  const packageFiles = new Set<string>();
  const base = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...base,
    getCurrentDirectory: () => toSlashes(cwd),
    // Comments are read from the text (see `read-doc-comment.ts`), so the parser need not.
    jsDocParsingMode: ts.JSDocParsingMode.ParseForTypeErrors,
    getDefaultLibLocation: () => LIBRARY_FOLDER,
    getDefaultLibFileName: (settings) => `${LIBRARY_FOLDER}/${ts.getDefaultLibFileName(settings)}`,
    fileExists: (path) => (isLibrary(path) ? libraryHost().fileExists(path) : base.fileExists(path)),
    readFile: (path) => {
      if (path.endsWith("package.json")) packageFiles.add(toSlashes(resolve(path)));
      return base.readFile(path);
    },
    getSourceFile: (path, languageVersionOrOptions, onError) =>
      isLibrary(path)
        ? librarySourceFile(path, languageVersionOrOptions)
        : base.getSourceFile(path, languageVersionOrOptions, onError),
  };
  return { program: ts.createProgram({ rootNames, options, host }), packageFiles };
}

/** Where ts-morph's file system shows the library; nothing is there on the disk. */
const LIBRARY_FOLDER = "/node_modules/typescript/lib";

function isLibrary(path: string): boolean {
  return path.startsWith(`${LIBRARY_FOLDER}/lib.`);
}

let library: ts.ModuleResolutionHost | undefined;

function libraryHost(): ts.ModuleResolutionHost {
  library ??= new Project({ useInMemoryFileSystem: true, skipAddingFilesFromTsConfig: true }).getModuleResolutionHost();
  return library;
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
  const text = libraryHost().readFile(path);
  if (text === undefined) return undefined;
  const file = ts.createSourceFile(path, text, languageVersionOrOptions);
  librarySourceFiles.set(key, file);
  return file;
}
