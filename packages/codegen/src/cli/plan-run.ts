/** From a command line and a config to one set of options: what the run is to do, and what its record is kept under. */
import { isAbsolute, relative, resolve } from "node:path";
import type { BuildOptions } from "../build.ts";
import type { RunKey } from "../cache/run-record.ts";
import { toSlashes } from "../diagnostics/relative-path.ts";
import { toOutputPaths } from "../outputs/output-paths.ts";
import type { CommandOptions } from "./command-line.ts";
import { findProjectFolder, loadConfig } from "./config.ts";

export type RunPlan =
  | { readonly ok: true; readonly options: BuildOptions & { readonly cwd: string }; readonly key: RunKey }
  | { readonly ok: false; readonly problem: string };

/** What the command line says is relative to `cwd`, what the config says to the project's folder. */
export function planRun(asked: CommandOptions, cwd: string): RunPlan {
  const root = findProjectFolder(cwd);
  const loaded = loadConfig(root);
  if (!loaded.ok) return loaded;
  const here = (path: string): string => (root === cwd ? path : toSlashes(resolve(cwd, path)));
  const { entries, out, project, binding, importExtension, strict, maxTokens, targets } = asked;
  const said = {
    ...(entries.length > 0 && { entries: entries.map(here) }),
    ...(out !== undefined && { out: here(out) }),
    ...(project !== undefined && { project: here(project) }),
    ...(binding !== undefined && { binding }),
    ...(importExtension !== undefined && { importExtension }),
    ...(strict !== undefined && { strict }),
    ...(maxTokens !== undefined && { maxTokens }),
    ...(targets && { targets }),
  };
  const options = { ...loaded.config, ...said, cwd: root };
  const paths = toOutputPaths(root, options.out);
  const key = {
    root: toSlashes(root),
    manifestFile: paths.manifest,
    options: JSON.stringify(Object.entries(options).sort()),
    entryFolders: foldersOutside(root, options.entries ?? []),
  };
  return { ok: true, options, key };
}

/** Where globs look outside the project's folder: the part before the first character that is no name. */
function foldersOutside(root: string, entries: readonly string[]): readonly string[] {
  const folders = entries.map((entry) => resolve(root, entry.replace(/[^/]*[*?[{(!].*$/s, "") || "."));
  const outside = folders.filter((folder) => {
    const path = relative(root, folder);
    return path.startsWith("..") || isAbsolute(path);
  });
  return [...new Set(outside.map(toSlashes))].sort();
}
