/**
 * Opening below a folder, and nowhere else. A path is walked one name at a time: each folder is opened without following
 * links, and the next name is looked up in the folder that is open, whatever its path has become meanwhile. So there is
 * no moment between a check and a use.
 */
import { constants } from "node:fs";
import { type FileHandle, open, readdir } from "node:fs/promises";

const { O_RDONLY, O_WRONLY, O_CREAT, O_TRUNC, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK } = constants;

const FOLDER = O_RDONLY | O_DIRECTORY | O_NOFOLLOW;
/** Not blocking: a pipe without a writer would be waited for. */
const FILE = O_NOFOLLOW | O_NONBLOCK;

/** @throws An error for the model: what is wrong with the path, and nothing of what lies outside. */
export async function openFile(root: string, path: string, mode: "read" | "write"): Promise<FileHandle> {
  const names = namesOf(path);
  const name = names.pop();
  if (name === undefined) throw new Error(`"${path}" is a folder, not a file`);
  return within(root, names, path, async (folder) => {
    const flags = mode === "read" ? O_RDONLY | FILE : O_WRONLY | O_CREAT | O_TRUNC | FILE;
    const file = await openEntry(folder, name, flags, path);
    if ((await file.stat()).isFile()) return file;
    await file.close();
    throw new Error(`"${path}" is not a file`);
  });
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

function namesOf(path: string): string[] {
  if (path.includes("\0")) throw new Error("a path holds no null characters");
  const names = path.split(/[/\\]/).filter((name) => name !== "" && name !== ".");
  if (/^[/\\]|^[a-z]:/i.test(path) || names.includes(".."))
    throw new Error(`"${path}" does not stay inside the folder; give a path below it, without ".."`);
  return names;
}

async function within<T>(
  root: string,
  names: readonly string[],
  path: string,
  use: (folder: FileHandle) => Promise<T>,
): Promise<T> {
  // The root itself may be a link: it is the developer's.
  let folder = await open(root, O_RDONLY | O_DIRECTORY);
  try {
    for (const name of names) {
      const next = await openEntry(folder, name, FOLDER, path);
      await folder.close();
      folder = next;
    }
    return await use(folder);
  } finally {
    await folder.close();
  }
}

/** What `openat` does, which Node does not offer: Linux shows open folders as paths. */
function placeOf(folder: FileHandle): string {
  return `/proc/self/fd/${folder.fd}`;
}

async function openEntry(folder: FileHandle, name: string, flags: number, path: string): Promise<FileHandle> {
  try {
    return await open(`${placeOf(folder)}/${name}`, flags, 0o600);
  } catch (error) {
    throw new Error(`"${path}" ${describe(error)}`);
  }
}

/** Without the message of the system, which holds the place. */
function describe(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  switch (code) {
    case "ENOENT":
      return "does not exist";
    case "ELOOP":
      return "is a link, or leads through one; links are not followed";
    case "ENOTDIR":
      return "leads through a link or a file; neither is followed";
    case "EISDIR":
      return "is a folder, not a file";
    case "EACCES":
    case "EPERM":
      return "may not be opened";
    case "ENXIO":
      return "is not a file";
    default:
      return `cannot be opened (${String(code)})`;
  }
}
