/** Hashes of content, and stamps that may spare reading it. */
import { hash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";

export function hashText(text: string | Uint8Array): string {
  return hash("sha256", text);
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

/**
 * Which file stands there, how long it is, and when the system last saw anything about it change: unlike the time of
 * modification, which a checkout sets as it likes, nobody can set that. Another stamp says nothing; the same one, that
 * the content need not be read again. Undefined where there is no regular file.
 */
export function stampFile(file: string): string | undefined {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats?.isFile() ? `${stats.ino} ${stats.size} ${stats.ctimeMs}` : undefined;
}
