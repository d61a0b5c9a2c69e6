/**
 * Which source files a folder has, as one hash. A file that comes or goes may match a glob, may be found by an import
 * before another, or may declare something for the whole program: the content of the files read before cannot tell.
 */
import { type Dirent, readdirSync, realpathSync } from "node:fs";
import { hashText } from "./hash.ts";

/** Names that a compiler's program can depend on by being there. */
const MATTERS = /\.[cm]?[jt]sx?$|^(?:package|[jt]sconfig.*)\.json$/;

/** A folder with more than this is no project, but a home or a disk. */
const MOST_FILES = 50_000;

/** Undefined for what is too large to be listed on every run. `node_modules` and hidden folders do not count. */
export function hashListing(folder: string): string | undefined {
  const names: string[] = [];
  const visited = new Set<string>();
  const pending = [folder];
  for (let current = pending.pop(); current !== undefined; current = pending.pop()) {
    const real = realPath(current);
    if (real === undefined || visited.has(real)) continue;
    visited.add(real);
    for (const entry of entriesOf(current)) {
      // Not `join`, which takes the path apart first: there are many of them.
      const path = `${current}/${entry.name}`;
      if (entry.isFile()) {
        if (MATTERS.test(entry.name)) names.push(path);
      } else if (isFollowed(entry)) {
        if (entry.isSymbolicLink() && MATTERS.test(entry.name)) names.push(path);
        pending.push(path);
      }
    }
    if (names.length > MOST_FILES) return undefined;
  }
  return hashText(names.sort().join("\n"));
}

/** The names in one folder, without those below it. */
export function hashNames(folder: string): string {
  const names = entriesOf(folder).map(({ name }) => name);
  return hashText(
    names
      .filter((name) => MATTERS.test(name))
      .sort()
      .join("\n"),
  );
}

function isFollowed(entry: Dirent): boolean {
  if (entry.name === "node_modules" || entry.name.startsWith(".")) return false;
  return entry.isDirectory() || entry.isSymbolicLink();
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // Not a folder (a link to a file), gone, or closed to us: nothing in it can have been read either.
    return [];
  }
}

/** Links may lead round in a circle. */
function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
