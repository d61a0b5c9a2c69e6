/** `FileTools`: files below one folder, as tools. */
import { accessSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { aBoolean, aCount, assertOptions, type OptionChecks } from "../../errors/assert-options.ts";
import { UserError } from "../../errors/user-error.ts";
import { Toolkit } from "../../tool/toolkit.ts";
import { SETTING_CHECKS, type ToolkitSettings } from "../../tool/toolkit-options.ts";
import { aPath, assertThere, toPath } from "../path-option.ts";
import { quote } from "../quote.ts";
import { listFolder, openFile, writeWhole } from "./root-folder.ts";

export interface FileToolsOptions extends ToolkitSettings {
  /** The folder, as a path or a `file:` URL. Nothing outside it is read or written, by whatever path or link. */
  readonly root: string | URL;
  /** Whether files may be written; without it there is no tool `writeFile`. Default false. */
  readonly writable?: boolean;
  /** The longest file that is read whole, and the longest that is written. Default 200 000. */
  readonly maxBytes?: number;
}

const CHECKS: OptionChecks<FileToolsOptions> = {
  ...SETTING_CHECKS,
  root: aPath,
  writable: aBoolean,
  maxBytes: aCount,
};
const MOST_ENTRIES = 1_000;
const PIECE = 65_536;

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
export class FileTools extends Toolkit {
  readonly #root: string;
  readonly #writable: boolean;
  readonly #maxBytes: number;

  /** @throws UserError for an option that does not exist, where the folder does not, and where the system is not Linux. */
  constructor(options: FileToolsOptions) {
    assertOptions<FileToolsOptions>(options, CHECKS, "FileTools");
    if (options.root === undefined)
      throw new UserError("RUNA_INVALID_OPTION", 'FileTools needs a folder: new FileTools({ root: "/srv/docs" }).');
    try {
      // Elsewhere the flags that keep links out may not exist, and would be taken for none.
      if (process.platform !== "linux") throw new Error(`the system is ${process.platform}`);
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
    const { root, writable = false, maxBytes = 200_000, exclude = [], ...settings } = options;
    super({ name: "files", ...settings, exclude: writable ? exclude : [...exclude, "writeFile"] });
    this.#root = toPath(root);
    assertThere(this.#root, "folder", "FileTools, root");
    this.#writable = writable;
    this.#maxBytes = maxBytes;
  }

  /**
   * Read a text file.
   * @tool
   * @readonly
   * @param path Relative to the folder, such as notes/today.md
   */
  async readFile(path: string): Promise<string> {
    const file = await openFile(this.#root, path);
    try {
      const { size } = await file.stat();
      if (size > this.#maxBytes)
        throw new Error(`${quote(path)} has ${size} bytes; at most ${this.#maxBytes} are read`);
      const bytes = await readUpTo(file, this.#maxBytes);
      if (bytes === undefined) throw new Error(`${quote(path)} has grown beyond ${this.#maxBytes} bytes`);
      if (bytes.includes(0)) throw new Error(`${quote(path)} is not a text`);
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
   * @param path Relative to the folder; folders on the way that are not there are made
   * @param content The whole text
   */
  async writeFile(path: string, content: string): Promise<string> {
    if (!this.#writable) throw new Error("files may only be read here; nothing was written");
    const bytes = Buffer.from(content);
    if (bytes.length > this.#maxBytes)
      throw new Error(`the text has ${bytes.length} bytes; at most ${this.#maxBytes} are written`);
    await writeWhole(this.#root, path, bytes);
    return `wrote ${bytes.length} bytes`;
  }
}

/** Undefined where there is more. Piece by piece: one read may give less than there is, and a file may grow meanwhile. */
async function readUpTo(file: FileHandle, most: number): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  for (let size = 0; ; ) {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(PIECE), 0, PIECE, null);
    if (bytesRead === 0) return Buffer.concat(pieces);
    size += bytesRead;
    if (size > most) return undefined;
    pieces.push(buffer.subarray(0, bytesRead));
  }
}
