/**
 * The compiler's default library, as ts-morph brings it along: in memory, under a folder that is on no disk.
 *
 * Taken from the part of ts-morph that holds it. ts-morph's own way, an in-memory `Project`, brings its wrappers of all
 * nodes along, which take longer to load than a small project takes to read.
 */
import { createRequire } from "node:module";

interface CompilerPackage {
  readonly getLibFiles: () => readonly { readonly fileName: string; readonly text: string }[];
}

/** Where ts-morph's file system shows the library. */
export const LIBRARY_FOLDER = "/node_modules/typescript/lib";

export function isLibraryFile(path: string): boolean {
  return path.startsWith(`${LIBRARY_FOLDER}/lib.`);
}

export function hasLibraryFile(path: string): boolean {
  return libraryTexts().has(path);
}

export function readLibraryFile(path: string): string | undefined {
  return libraryTexts().get(path);
}

let texts: ReadonlyMap<string, string> | undefined;

function libraryTexts(): ReadonlyMap<string, string> {
  texts ??= new Map(
    compilerPackage()
      .getLibFiles()
      .map(({ fileName, text }) => [`${LIBRARY_FOLDER}/${fileName}`, text]),
  );
  return texts;
}

/** Required from where ts-morph stands, so that library and compiler are of one version, however packages are laid out. */
function compilerPackage(): CompilerPackage {
  const morph = createRequire(import.meta.url).resolve("ts-morph");
  return createRequire(morph)("@ts-morph/common") as CompilerPackage;
}
