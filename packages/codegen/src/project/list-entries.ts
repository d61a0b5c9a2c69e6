/** From what the user named, or from the defaults, to the files in which tools are looked for. */
import { existsSync, realpathSync, statSync } from "node:fs";
import { isAbsolute, relative, resolve } from "node:path";
import { globSync, isDynamicPattern } from "tinyglobby";
import type { DiagnosticLog } from "../diagnostics/diagnostic-log.ts";
import { toSlashes } from "./to-slashes.ts";

export interface EntryOptions {
  readonly cwd: string;
  /** Files or globs, relative to `cwd`; absent or empty for the defaults. */
  readonly entries?: readonly string[];
  /** Files and folders that are no entries, relative to `cwd` or absolute: the binding, the output folder. */
  readonly exclude?: readonly string[];
}

/** Absolute paths in the order of their code units, each once. */
export function listEntries({ cwd, entries = [], exclude = [] }: EntryOptions, log: DiagnosticLog): readonly string[] {
  const excluded = exclude.map((path) => toSlashes(resolve(cwd, path)));
  const isExcluded = (file: string): boolean => excluded.some((path) => file === path || file.startsWith(`${path}/`));
  const found = new Set<string>();
  for (const file of entries.length === 0
    ? defaultEntries(cwd)
    : entries.flatMap((entry) => namedBy(entry, cwd, log))) {
    if (!isExcluded(file)) found.add(file);
  }
  return [...withoutLinks(found, cwd)].sort();
}

/** A file that a link leads to is the same module under two names: the one without a link counts, else the first. */
function withoutLinks(files: Iterable<string>, cwd: string): Iterable<string> {
  const home = behindLinks(cwd);
  const byTarget = new Map<string, string>();
  for (const file of [...files].sort()) {
    const target = behindLinks(file);
    const isItself = target === resolve(home, relative(cwd, file));
    if (isItself || !byTarget.has(target)) byTarget.set(target, file);
  }
  return byTarget.values();
}

/** A link that leads nowhere is reported as unreadable, when it is read. */
function behindLinks(file: string): string {
  return existsSync(file) ? realpathSync.native(file) : file;
}

const EXTENSIONS = ["ts", "mts", "cts", "tsx"];
const JAVASCRIPT_EXTENSIONS = ["js", "mjs", "cjs", "jsx"];

/** Tests and declarations are entries only if they are named outright; declarations also by a glob that asks for them. */
const NEVER = ["**/node_modules/**", "**/*.{test,spec}.*", "**/*.test-d.*"];
const DECLARATIONS = ["**/*.d.{ts,mts,cts}", "**/*.d.*.ts"];

function defaultEntries(cwd: string): readonly string[] {
  const hasSources = existsSync(resolve(cwd, "src"));
  const listed = (extensions: readonly string[]): readonly string[] =>
    glob(hasSources ? `src/**/*.{${extensions.join(",")}}` : `**/*.{${extensions.join(",")}}`, cwd);
  const typescript = listed(EXTENSIONS);
  // A project without a single TypeScript file is one in JavaScript.
  return typescript.length > 0 ? typescript : listed(JAVASCRIPT_EXTENSIONS);
}

function namedBy(entry: string, cwd: string, log: DiagnosticLog): readonly string[] {
  const path = resolve(cwd, entry);
  // A name with brackets in it may be a file: `[id].ts`.
  if (existsSync(path)) {
    if (!statSync(path).isDirectory()) return [toSlashes(path)];
    return glob(`${escapeGlob(toSlashes(entry))}/**/*.{${EXTENSIONS.join(",")}}`, cwd);
  }
  const files = isDynamicPattern(entry) ? glob(toSlashes(entry), cwd) : [];
  if (files.length === 0) log.report("entry-not-found", {}, { entry, isGlob: isDynamicPattern(entry) });
  return files;
}

function glob(pattern: string, cwd: string): readonly string[] {
  const relativePattern = isAbsolute(pattern) ? toSlashes(relative(cwd, pattern)) : pattern;
  const ignore = /\.d\.[cm]?ts$/.test(pattern) ? NEVER : [...NEVER, ...DECLARATIONS];
  const files = globSync(relativePattern, { cwd, absolute: true, ignore, expandDirectories: false });
  return files.map(toSlashes);
}

function escapeGlob(path: string): string {
  return path.replace(/[!$()*+?[\]{}|@]/g, "\\$&");
}
