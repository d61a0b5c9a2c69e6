/** `FileTools`: files below one folder, as tools. */
import { accessSync } from "node:fs";
import { aBoolean, aCount, assertOptions, aText, type OptionChecks } from "../../errors/assert-options.ts";
import { UserError } from "../../errors/user-error.ts";
import { listFolder, openFile } from "./root-folder.ts";

export interface FileToolsOptions {
  /** The folder. Nothing outside it is read or written, by whatever path or link. */
  readonly root: string;
  /** Whether files may be written. Default false. */
  readonly writable?: boolean;
  /** The longest file that is read whole, and the longest that is written. Default 200 000. */
  readonly maxBytes?: number;
}

const CHECKS: OptionChecks<FileToolsOptions> = { root: aText, writable: aBoolean, maxBytes: aCount };
const MOST_ENTRIES = 1_000;

/**
 * Reads, lists and, where it may, writes files. Links are not followed, wherever they lead. Needs Linux, on which a folder
 * that is open can be looked into by its descriptor.
 *
 * @example
 * ```ts
 * import { FileTools } from "@runa/runtime/toolkits/files";
 *
 * const agent = new Agent({ name: "librarian", model: "gpt-5.2", tools: [new FileTools({ root: "/srv/docs" })] });
 * ```
 */
export class FileTools {
  readonly #root: string;
  readonly #writable: boolean;
  readonly #maxBytes: number;

  /** @throws UserError for an option that does not exist, and where the system is not Linux. */
  constructor(options: FileToolsOptions) {
    assertOptions<FileToolsOptions>(options, CHECKS, "FileTools");
    if (options.root === undefined)
      throw new UserError("RUNA_INVALID_OPTION", 'FileTools needs a folder: new FileTools({ root: "/srv/docs" }).');
    try {
      accessSync("/proc/self/fd");
    } catch (cause) {
      throw new UserError(
        "RUNA_UNSUPPORTED_SYSTEM",
        "FileTools needs Linux with /proc: nothing else keeps links out safely.",
        {
          cause,
        },
      );
    }
    this.#root = options.root;
    this.#writable = options.writable ?? false;
    this.#maxBytes = options.maxBytes ?? 200_000;
  }

  /**
   * Read a text file.
   * @tool
   * @readonly
   * @param path Relative to the folder, such as notes/today.md
   */
  async readFile(path: string): Promise<string> {
    const file = await openFile(this.#root, path, "read");
    try {
      const { size } = await file.stat();
      if (size > this.#maxBytes) throw new Error(`"${path}" has ${size} bytes; at most ${this.#maxBytes} are read`);
      const buffer = Buffer.alloc(this.#maxBytes + 1);
      const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
      if (bytesRead > this.#maxBytes) throw new Error(`"${path}" has grown beyond ${this.#maxBytes} bytes`);
      const bytes = buffer.subarray(0, bytesRead);
      if (bytes.includes(0)) throw new Error(`"${path}" is not a text`);
      return bytes.toString("utf8");
    } finally {
      await file.close();
    }
  }

  /**
   * List what is in a folder. Folders end in "/".
   * @tool
   * @readonly
   * @param path Relative to the folder; leave it out for the folder itself
   */
  async listFiles(path = "."): Promise<string[]> {
    const entries = await listFolder(this.#root, path);
    const shown = entries.slice(0, MOST_ENTRIES).map(({ name, kind }) => (kind === "folder" ? `${name}/` : name));
    return entries.length > MOST_ENTRIES ? [...shown, `… and ${entries.length - MOST_ENTRIES} more`] : shown;
  }

  /**
   * Write a text file; what was in it before is replaced.
   * @tool
   * @destructive
   * @param path Relative to the folder; the folder that it is in must exist
   * @param content The whole text
   */
  async writeFile(path: string, content: string): Promise<string> {
    if (!this.#writable) throw new Error("files may only be read here; nothing was written");
    const bytes = Buffer.from(content);
    if (bytes.length > this.#maxBytes)
      throw new Error(`the text has ${bytes.length} bytes; at most ${this.#maxBytes} are written`);
    const file = await openFile(this.#root, path, "write");
    try {
      await file.writeFile(bytes);
      return `wrote ${bytes.length} bytes`;
    } finally {
      await file.close();
    }
  }
}
