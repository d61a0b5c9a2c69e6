/** Paths in outputs and messages: relative, with forward slashes, the same on every system. */
import { dirname, isAbsolute, relative, sep } from "node:path";

/** From one file to another as a module would say it: `./tools/weather.ts`, `../shared/time.ts`. */
export function relativeModule(fromFile: string, toFile: string): string {
  const path = relativePath(dirname(fromFile), toFile);
  return path.startsWith("../") || isAbsolute(path) ? path : `./${path}`;
}

/** From a folder to a file as a person would say it: `src/tools/weather.ts`. */
export function relativePath(fromFolder: string, toFile: string): string {
  return toSlashes(relative(fromFolder, toFile));
}

/** By code unit, so that no locale has a say. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A path of this system with forward slashes. */
export function toSlashes(path: string): string {
  return sep === "/" ? path : path.split(sep).join("/");
}
