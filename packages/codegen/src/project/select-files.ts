/**
 * Which files the compiler has to load: the entries that, by their text, can hold a tool, and the files of the project
 * that declare something for all the others. Whatever else the tools' types need, the compiler finds by their imports.
 *
 * Reading a file costs some microseconds, parsing and binding it a hundred times that.
 */
import { readFileSync } from "node:fs";
import { ts } from "ts-morph";
import { toSlashes } from "./to-slashes.ts";

export interface SelectedFiles {
  /** Entries that may hold a tool or a schema, or re-export one. */
  readonly toolFiles: readonly string[];
  /** Files of the project with declarations for all others. */
  readonly ambientFiles: readonly string[];
  /** All files whose text decided, in whatever way. */
  readonly filesRead: readonly string[];
  /** The text of a file that was read, as the compiler would read it; `undefined` where it has to look for itself. */
  readonly textOf: (file: string) => string | undefined;
  /** Files that are there and cannot be read, and why; they count as empty, as files do that are not there. */
  readonly unreadable: ReadonlyMap<string, string>;
}

export function selectFiles({
  entries,
  projectFiles,
  options,
}: {
  entries: readonly string[];
  projectFiles: readonly string[];
  options: ts.CompilerOptions;
}): SelectedFiles {
  const texts = createTextReader();
  const marks = toolMarks([...entries, ...projectFiles].map(texts.textOf));
  const mayHoldTool = (text: string): boolean => marks.test(text);
  const reexports = createReexportSearch({ entries: new Set(entries), options, textOf: texts.textOf, mayHoldTool });
  const toolFiles = entries.filter((file) => mayHoldTool(texts.textOf(file)) || reexports.mayLeadToTool(file));
  const ambientFiles = projectFiles.filter((file) => isDeclarationFile(file) || isAmbient(texts.textOf(file)));
  const { filesRead, knownText, unreadable } = texts;
  return { toolFiles, ambientFiles, filesRead: filesRead(), textOf: knownText, unreadable };
}

/** The tags, also as they are often misspelt, the runtime's name, or an import of `tool`, also under the names that modules of the project give it. */
function toolMarks(texts: readonly string[]): RegExp {
  const names = new Set(["tool"]);
  for (const text of texts) for (const [, name = ""] of text.matchAll(/\btool\s+as\s+(\w+)/g)) names.add(name);
  return new RegExp(
    `@[tT]o+ls?\\b|@[sS][ch]*e?m+[ae]s?\\b|@runa/runtime|\\bimport\\b[^;]*[{,\\s](?:${[...names].join("|")})[\\s,}]`,
  );
}

/** `declare global`, `declare module "x"`, or a script, whose declarations are everybody's. */
function isAmbient(text: string): boolean {
  return /\bdeclare\s+(?:global|module)\b/.test(text) || !/^\s*(?:import|export)\b/m.test(text);
}

function isDeclarationFile(file: string): boolean {
  return /\.d\.(?:[cm]?ts|\w+\.ts)$/.test(file);
}

interface TextReader {
  readonly textOf: (file: string) => string;
  readonly knownText: (file: string) => string | undefined;
  readonly filesRead: () => readonly string[];
  readonly unreadable: ReadonlyMap<string, string>;
}

function createTextReader(): TextReader {
  const texts = new Map<string, string>();
  const unreadable = new Map<string, string>();
  const read = (file: string): string => {
    try {
      return readFileSync(file, "utf8");
    } catch (error) {
      // A tsconfig may list a file that is only going to be generated.
      const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
      if (!isMissing) unreadable.set(file, error instanceof Error ? error.message : String(error));
      return "";
    }
  };
  return {
    textOf: (file) => {
      const known = texts.get(file);
      if (known !== undefined) return known;
      const text = read(file);
      texts.set(file, text);
      return text;
    },
    knownText: (file) => {
      const text = texts.get(file);
      return text === undefined || text === "" || BYTE_ORDER_MARK.test(text) ? undefined : text;
    },
    filesRead: () => [...texts.keys()],
    unreadable,
  };
}

/** Of UTF-8, which is no part of the text, and what is left of one of UTF-16, which only the compiler reads. */
const BYTE_ORDER_MARK = /^[\uFEFF\uFFFD]/;

/** `export … from "./x"`, and imports of a file that exports names without saying from where. */
const REEXPORT = /\bexport\s*(?:type\s*)?(?:\*[^"';]*|\{[^}]*\}\s*)from\s*["']([^"']+)["']/g;
const IMPORT = /\bimport\b[^"';]*\bfrom\s*["']([^"']+)["']/g;
const LOCAL_EXPORT = /\bexport\s*(?:\{[^}]*\}(?!\s*from)|default\s+\w+\s*(?:;|$))/m;

/**
 * Follows re-exports out of the entries: `export { altitudeOf } from "./impl"` makes a tool of what the entry's own text
 * does not mention. A target that is an entry itself is looked at by itself.
 */
function createReexportSearch({
  entries,
  options,
  textOf,
  mayHoldTool,
}: {
  entries: ReadonlySet<string>;
  options: ts.CompilerOptions;
  textOf: (file: string) => string;
  mayHoldTool: (text: string) => boolean;
}): { readonly mayLeadToTool: (file: string) => boolean } {
  let cache: ts.ModuleResolutionCache | undefined;
  const targetsOf = (file: string): readonly string[] => {
    const text = textOf(file);
    const specifiers = [...text.matchAll(REEXPORT), ...(LOCAL_EXPORT.test(text) ? text.matchAll(IMPORT) : [])];
    return specifiers.flatMap(([, specifier = ""]) => {
      cache ??= ts.createModuleResolutionCache(ts.sys.getCurrentDirectory(), (name) => name, options);
      const mode = ts.getImpliedNodeFormatForFile(file, cache.getPackageJsonInfoCache(), ts.sys, options);
      const { resolvedModule } = ts.resolveModuleName(specifier, file, options, ts.sys, cache, undefined, mode);
      return resolvedModule ? [toSlashes(resolvedModule.resolvedFileName)] : [];
    });
  };

  const visit = (file: string, seen: Set<string>): boolean => {
    if (seen.has(file)) return false;
    seen.add(file);
    return targetsOf(file).some(
      (target) =>
        !entries.has(target) && !target.endsWith(".json") && (mayHoldTool(textOf(target)) || visit(target, seen)),
    );
  };
  return { mayLeadToTool: (file) => visit(file, new Set()) };
}
