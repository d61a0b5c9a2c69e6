/** From `runa` in package.json or runa.config.json to options. JSON only, so no code of the project is ever run. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Dialect } from "@runa/runtime/manifest";
import { closestName } from "../diagnostics/closest-name.ts";
import { TARGETS } from "../manifest/dialect-names.ts";
import { IMPORT_EXTENSIONS, type ImportExtension } from "../manifest/import-specifier.ts";

export interface Config {
  readonly entries?: readonly string[];
  readonly out?: string;
  readonly project?: string;
  readonly strict?: boolean;
  readonly binding?: boolean;
  readonly importExtension?: ImportExtension;
  readonly maxTokens?: number;
  readonly targets?: readonly Dialect[];
}

export type LoadedConfig =
  | { readonly ok: true; readonly config: Config }
  /** One line for the developer. */
  | { readonly ok: false; readonly problem: string };

const CONFIG_FILE = "runa.config.json";

/** The nearest folder upwards with a package.json or a config of its own; `folder` itself where there is none. */
export function findProjectFolder(folder: string): string {
  for (let current = folder; ; current = dirname(current)) {
    if (existsSync(join(current, CONFIG_FILE)) || existsSync(join(current, "package.json"))) return current;
    if (dirname(current) === current) return folder;
  }
}

export function loadConfig(root: string): LoadedConfig {
  const own = readJson(join(root, CONFIG_FILE));
  if (own && "problem" in own) return { ok: false, problem: `${CONFIG_FILE} is not JSON: ${own.problem}` };
  const manifest = readJson(join(root, "package.json"));
  if (manifest && "problem" in manifest) return { ok: false, problem: `package.json is not JSON: ${manifest.problem}` };
  const embedded = isRecord(manifest?.value) ? manifest.value.runa : undefined;
  if (own && embedded !== undefined)
    return {
      ok: false,
      problem: `There is a config in package.json ("runa") and one in ${CONFIG_FILE}. Keep one of them.`,
    };
  if (own) return checkConfig(own.value, CONFIG_FILE);
  return embedded === undefined ? { ok: true, config: {} } : checkConfig(embedded, '"runa" in package.json');
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === "string");
}

/** What each key must be, in words for the message and as a test. */
const KEYS: { readonly [Key in keyof Config]-?: readonly [words: string, test: (value: unknown) => boolean] } = {
  entries: ["a list of files or globs", isTexts],
  out: ["the name of a .json file", (value) => typeof value === "string" && value.endsWith(".json")],
  project: ["the path of a tsconfig.json", (value) => typeof value === "string"],
  strict: ["true or false", (value) => typeof value === "boolean"],
  binding: ["true or false", (value) => typeof value === "boolean"],
  importExtension: [
    `one of ${IMPORT_EXTENSIONS.join(", ")}`,
    (value) => IMPORT_EXTENSIONS.some((name) => name === value),
  ],
  targets: [
    `a list of ${TARGETS.join(", ")}`,
    (value) => isTexts(value) && value.every((name) => TARGETS.some((target) => target === name)),
  ],
  maxTokens: ["a whole number above zero", (value) => Number.isInteger(value) && Number(value) > 0],
};

function checkConfig(value: unknown, source: string): LoadedConfig {
  if (!isRecord(value))
    return { ok: false, problem: `${source} must be an object: { "entries": ["src/tools/*.ts"] }.` };
  const rules = new Map(Object.entries(KEYS));
  for (const [key, entry] of Object.entries(value)) {
    const rule = rules.get(key);
    if (!rule) {
      const meant = closestName(key, rules.keys());
      const hint = meant === undefined ? `It may have ${[...rules.keys()].join(", ")}.` : `Did you mean "${meant}"?`;
      return { ok: false, problem: `${source} has an unknown key "${key}". ${hint}` };
    }
    const [words, test] = rule;
    if (!test(entry))
      return { ok: false, problem: `"${key}" in ${source} must be ${words}, not ${JSON.stringify(entry)}.` };
  }
  return { ok: true, config: value };
}

function readJson(file: string): { readonly value: unknown } | { readonly problem: string } | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return { value: JSON.parse(readFileSync(file, "utf8").replace(/^\uFEFF/, "")) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
