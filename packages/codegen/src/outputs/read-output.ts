/** What stands on the disk where an output belongs, and whether it is ours. */
import { readFileSync } from "node:fs";
import { GENERATED_MARKS } from "../manifest/write-binding.ts";

export type Found =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "nothing" }
  /** A folder, or a file that may not be read. */
  | { readonly kind: "unreadable"; readonly reason: string };

export function readOutput(file: string): Found {
  try {
    return { kind: "text", text: readFileSync(file, "utf8") };
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR"))
      return { kind: "nothing" };
    return { kind: "unreadable", reason: error instanceof Error ? error.message : String(error) };
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
