/**
 * Opening below a folder, and nowhere else. A path is walked one name at a time: each folder is opened without following
 * links, and the next name is looked up in the folder that is open, whatever its path has become meanwhile. So there is
 * no moment between a check and a use.
 */
import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { quote } from "../quote.ts";

const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK } = constants;

const FOLDER = O_RDONLY | O_DIRECTORY | O_NOFOLLOW;
/** Not blocking: a pipe without a writer would be waited for. */
const FILE = O_NOFOLLOW | O_NONBLOCK;

/** To be read. @throws An error for the model: what is wrong with the path, and nothing of what lies outside. */
export async function openFile(root: string, path: string): Promise<FileHandle> {
  const { folders, name } = placesOf(path);
  return within(root, folders, path, (folder) => openRegular(folder, name, O_RDONLY | FILE, path));
}

/**
 * Writes the whole of a file, or nothing: into a file beside it, which then takes its name. So two calls at once leave the
 * text of one of them, a reader sees the old text or the new one, and a full disk costs neither. Folders on the way that
 * are not there are made.
 */
export async function writeWhole(root: string, path: string, bytes: Uint8Array): Promise<void> {
  const { folders, name } = placesOf(path);
  const use = async (folder: FileHandle): Promise<void> => {
    const mode = await modeOf(folder, name, path);
    const draft = `.runa-${randomUUID()}`;
    const file = await openEntry(folder, draft, O_WRONLY | O_CREAT | O_EXCL | FILE, path, mode);
    try {
      try {
        await file.writeFile(bytes);
        if (mode !== undefined) await file.chmod(mode);
      } finally {
        await file.close();
      }
      await rename(`${placeOf(folder)}/${draft}`, `${placeOf(folder)}/${name}`);
    } catch (error) {
      await rm(`${placeOf(folder)}/${draft}`, { force: true });
      throw new Error(`${quote(path)} was not written (${codeOf(error)})`);
    }
  };
  await within(root, folders, path, use, openOrMakeFolder);
}

/** Of a file that may be written, or undefined where there is none yet. */
async function modeOf(folder: FileHandle, name: string, path: string): Promise<number | undefined> {
  try {
    const file = await openRegular(folder, name, O_WRONLY | FILE, path);
    try {
      return (await file.stat()).mode & 0o777;
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof Error && codeOf(error.cause) === "ENOENT") return undefined;
    throw error;
  }
}

async function openRegular(folder: FileHandle, name: string, flags: number, path: string): Promise<FileHandle> {
  const file = await openEntry(folder, name, flags, path);
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw new Error(`${quote(path)} is not a file`);
}

export interface Entry {
  readonly name: string;
  readonly kind: "file" | "folder" | "other";
}

/** What is in a folder, by name. */
export async function listFolder(root: string, path: string): Promise<readonly Entry[]> {
  return within(root, namesOf(path), path, async (folder) => {
    const entries = await readdir(placeOf(folder), { withFileTypes: true });
    return entries
      .map(
        (entry): Entry => ({
          name: entry.name,
          kind: entry.isFile() ? "file" : entry.isDirectory() ? "folder" : "other",
        }),
      )
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  });
}

function placesOf(path: string): { readonly folders: readonly string[]; readonly name: string } {
  const folders = namesOf(path);
  const name = folders.pop();
  if (name === undefined) throw new Error(`${quote(path)} is a folder, not a file`);
  return { folders, name };
}

function namesOf(path: string): string[] {
  if (path.includes("\0")) throw new Error("a path holds no null characters");
  const names = path.split(/[/\\]/).filter((name) => name !== "" && name !== ".");
  if (/^[/\\]|^[a-z]:/i.test(path) || names.includes(".."))
    throw new Error(`${quote(path)} does not stay inside the folder; give a path below it, without ".."`);
  return names;
}

async function within<T>(
  root: string,
  names: readonly string[],
  path: string,
  use: (folder: FileHandle) => Promise<T>,
  openNext: typeof openFolder = openFolder,
): Promise<T> {
  // The root itself may be a link: it is the developer's.
  let folder = await openRoot(root);
  try {
    for (const name of names) {
      const next = await openNext(folder, name, path);
      await folder.close();
      folder = next;
    }
    return await use(folder);
  } finally {
    await folder.close();
  }
}

/** The model does not learn where the folder is; whoever reads the log does, by the cause. */
async function openRoot(root: string): Promise<FileHandle> {
  try {
    return await open(root, O_RDONLY | O_DIRECTORY);
  } catch (cause) {
    throw new Error(`the folder of these tools cannot be opened (${codeOf(cause)})`, { cause });
  }
}

function openFolder(folder: FileHandle, name: string, path: string): Promise<FileHandle> {
  return openEntry(folder, name, FOLDER, path);
}

async function openOrMakeFolder(folder: FileHandle, name: string, path: string): Promise<FileHandle> {
  try {
    // In the folder that is open, and never through a link: a name that is taken is left alone, whatever it stands for.
    await mkdir(`${placeOf(folder)}/${name}`);
  } catch (cause) {
    if (codeOf(cause) !== "EEXIST") throw new Error(`${quote(path)} ${describe(cause)}`, { cause });
  }
  return openFolder(folder, name, path);
}

/** What `openat` does, which Node does not offer: Linux shows open folders as paths. */
function placeOf(folder: FileHandle): string {
  return `/proc/self/fd/${folder.fd}`;
}

/** @param mode Of a file that is made, less what the process leaves out of all that it makes. */
async function openEntry(
  folder: FileHandle,
  name: string,
  flags: number,
  path: string,
  mode = 0o666,
): Promise<FileHandle> {
  try {
    return await open(`${placeOf(folder)}/${name}`, flags, mode);
  } catch (error) {
    throw new Error(`${quote(path)} ${describe(error)}`, { cause: error });
  }
}

/** Without the message of the system, which holds the place. */
function describe(error: unknown): string {
  const code = codeOf(error);
  switch (code) {
    case "ENOENT":
      return "does not exist";
    case "ELOOP":
      return "is a link, or leads through one; links are not followed";
    case "ENOTDIR":
      return "is no folder, or leads through a link or a file; neither is followed";
    case "EISDIR":
      return "is a folder, not a file";
    case "EACCES":
    case "EPERM":
      return "may not be opened";
    case "ENXIO":
      return "is not a file";
    case "ENAMETOOLONG":
      return "has a name that is too long";
    default:
      return `cannot be opened (${code})`;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown";
}
