/** What stands on the disk where an output belongs, and whether it is ours. */
import { readFileSync } from "node:fs";
import { GENERATED_MARKS } from "../manifest/write-binding.ts";

/** The text of a file; undefined where there is no file. Throws where there is one that cannot be read. */
export function readOutput(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR"))
      return undefined;
    throw error;
  }
}

/**
 * Whether `runa-gen` wrote it, so that it may be replaced or removed. A merge that left its markers in it, or an editor
 * that changed a value, does not make it somebody else's.
 */
export function isOurs(file: string, text: string): boolean {
  if (text.trim() === "") return true;
  if (/\.d\.ts$|\.js$/.test(file)) return text.includes(GENERATED_MARKS.javascript);
  if (file.endsWith(".ts")) return text.includes(GENERATED_MARKS.typescript);
  return /"version"\s*:/.test(text) && /"tools"\s*:\s*\[/.test(text) && /"schemas"\s*:\s*\{/.test(text);
}
