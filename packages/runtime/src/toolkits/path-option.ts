/** A file or a folder that a toolkit is given: as a path or as a `file:` URL. It is looked at when the toolkit is made. */
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { aText, type OptionCheck } from "../errors/assert-options.ts";
import { UserError } from "../errors/user-error.ts";

export const aPath: OptionCheck = (value) =>
  aText(value) === undefined || (value instanceof URL && value.protocol === "file:")
    ? undefined
    : "must be a path, or a file: URL";

/** Whole, since the working directory may change later. */
export function toPath(value: string | URL): string {
  return value instanceof URL || value.startsWith("file://") ? fileURLToPath(value) : resolve(value);
}

/**
 * @param where Begins the message: `FileTools, root`.
 * @throws UserError where there is none, or something else of that name.
 */
export function assertThere(path: string, kind: "file" | "folder", where: string): void {
  let problem = `is no ${kind}`;
  try {
    const found = statSync(path);
    if (kind === "folder" ? found.isDirectory() : found.isFile()) return;
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : cause;
    problem = code === "ENOENT" ? `does not exist` : `cannot be looked at (${String(code)})`;
  }
  throw new UserError("RUNA_INVALID_OPTION", `${where}: ${path} ${problem}. Give the path of a ${kind} that is there.`);
}
