/** Hashes of content. Size and time of change never decide: a checkout sets both as it likes. */
import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";

export function hashText(text: string | Uint8Array): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Undefined where there is no regular file that can be read; a pipe would be waited for without end. */
export function hashFile(file: string): string | undefined {
  try {
    return statSync(file).isFile() ? hashText(readFileSync(file)) : undefined;
  } catch {
    // Missing or not readable: for a comparison of hashes both are simply another content.
    return undefined;
  }
}
