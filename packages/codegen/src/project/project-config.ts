/**
 * From a folder to the compiler options that its tools are read with: finds the tsconfig, follows `extends`, and, where
 * it only refers to other projects, finds the one that a file belongs to.
 */
import { dirname, resolve } from "node:path";
import { ts } from "ts-morph";
import { readingOptions } from "./reading-options.ts";
import { toSlashes } from "./to-slashes.ts";

export interface ProjectConfig {
  /** Absolute; absent where there is no config file. */
  readonly path?: string;
  readonly options: ts.CompilerOptions;
  /** What `files` and `include` give; absolute. Nothing where there is no config file. */
  readonly fileNames: readonly string[];
}

export interface ProjectConfigs {
  /** The config of the project that a file belongs to. */
  readonly configFor: (file: string) => ProjectConfig;
  /** All config files that were read, `extends` and references included; absolute, sorted. */
  readonly filesRead: () => readonly string[];
  /** What is wrong with the config files themselves. */
  readonly problems: readonly ts.Diagnostic[];
}

/** Where nobody wrote a config, what a new project would say. */
const DEFAULT_OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  allowJs: true,
  allowImportingTsExtensions: true,
};

interface LoadedConfig extends ProjectConfig {
  readonly references: readonly string[];
}

/**
 * Finds the config: `project` (a file or a folder) if it is given, else the nearest `tsconfig.json` or `jsconfig.json`
 * from `cwd` upwards, else sensible defaults.
 */
export function findProjectConfigs({ cwd, project }: { cwd: string; project?: string }): ProjectConfigs {
  const read = new Set<string>();
  const problems: ts.Diagnostic[] = [];
  const loaded = new Map<string, LoadedConfig>();
  const host: ts.ParseConfigFileHost = {
    ...ts.sys,
    useCaseSensitiveFileNames: ts.sys.useCaseSensitiveFileNames,
    getCurrentDirectory: () => cwd,
    readFile: (path) => {
      const text = ts.sys.readFile(path);
      if (text !== undefined) read.add(toSlashes(resolve(path)));
      return text;
    },
    onUnRecoverableConfigFileDiagnostic: (diagnostic) => void problems.push(diagnostic),
  };

  const load = (path: string): LoadedConfig => {
    const known = loaded.get(path);
    if (known) return known;
    const parsed = ts.getParsedCommandLineOfConfigFile(path, undefined, host);
    problems.push(...(parsed?.errors ?? []).filter(({ code }) => code !== NO_INPUTS_FOUND));
    const config: LoadedConfig = {
      path,
      options: readingOptions(parsed?.options ?? DEFAULT_OPTIONS),
      fileNames: parsed?.fileNames ?? [],
      references: (parsed?.projectReferences ?? []).map((reference) =>
        toSlashes(ts.resolveProjectReferencePath(reference)),
      ),
    };
    loaded.set(path, config);
    return config;
  };

  const path = findConfigFile(cwd, project);
  const root: LoadedConfig =
    path === undefined ? { options: readingOptions(DEFAULT_OPTIONS), fileNames: [], references: [] } : load(path);

  return {
    configFor: (file) => (root.references.length === 0 ? root : (configThatIncludes(file, root, load) ?? root)),
    filesRead: () => [...read].sort(),
    problems,
  };
}

/** "No inputs were found in config file": the entries come from elsewhere, so it is none of our business. */
const NO_INPUTS_FOUND = 18003;

function findConfigFile(cwd: string, project: string | undefined): string | undefined {
  if (project !== undefined) {
    const path = resolve(cwd, project);
    return toSlashes(ts.sys.directoryExists(path) ? resolve(path, "tsconfig.json") : path);
  }
  for (const name of ["tsconfig.json", "jsconfig.json"]) {
    const found = ts.findConfigFile(toSlashes(cwd), ts.sys.fileExists, name);
    if (found) return toSlashes(resolve(found));
  }
  return undefined;
}

/** A file that no project includes belongs to the referenced project in whose folder it is. */
function configThatIncludes(
  file: string,
  root: LoadedConfig,
  load: (path: string) => LoadedConfig,
): LoadedConfig | undefined {
  const seen = new Set<LoadedConfig>();
  const all: LoadedConfig[] = [];
  const visit = (config: LoadedConfig): void => {
    if (seen.has(config)) return;
    seen.add(config);
    all.push(config);
    for (const reference of config.references) if (ts.sys.fileExists(reference)) visit(load(reference));
  };
  visit(root);
  const including = all.find((config) => config.fileNames.includes(file));
  if (including || root.fileNames.length > 0) return including;
  const around = all.filter(
    ({ path }) => path !== undefined && path !== root.path && file.startsWith(`${dirname(path)}/`),
  );
  return around.sort((a, b) => (b.path ?? "").length - (a.path ?? "").length)[0];
}
