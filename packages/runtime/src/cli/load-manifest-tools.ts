/** The tools of a manifest that can be called from outside: TypeScript is made readable first, if that is needed. */
import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { loadTools } from "../binding/load-tools.ts";
import { type BoundTool, isTool } from "../tool/tool.ts";

export interface LoadedTools {
  readonly tools: readonly BoundTool[];
  /** What was left out, and why: sentences. */
  readonly leftOut: readonly string[];
}

/** @throws UserError for a manifest or a module that cannot be loaded. */
export async function loadManifestTools(manifest: string): Promise<LoadedTools> {
  const entries = await entriesOf(manifest);
  if (entries.some(({ runa }) => /\.[cm]?tsx?$/.test(String(runa?.module)))) await readTypeScript();
  const all = Object.values(await loadTools(manifest)).filter(isTool);
  const declared = all.filter(({ isExternal }) => isExternal);
  const methods = entries.filter(({ runa }) => runa?.method !== undefined && !runa.static);
  return {
    tools: all.filter(({ isExternal }) => !isExternal),
    leftOut: [
      ...declared.map(({ name }) => `${name} is declared only: it runs elsewhere.`),
      ...methods.map((entry) => `${entry.function?.name} is a method that needs an instance.`),
    ],
  };
}

/** Name and version of the package that a manifest belongs to. */
export async function packageOf(manifest: string): Promise<{ readonly name?: string; readonly version?: string }> {
  for (let folder = dirname(resolve(manifest)); ; folder = dirname(folder)) {
    const found = await readJson(join(folder, "package.json"));
    if (found) {
      const { name, version } = found;
      return { ...(typeof name === "string" && { name }), ...(typeof version === "string" && { version }) };
    }
    if (folder === dirname(folder)) return {};
  }
}

interface Entry {
  readonly function?: { readonly name?: unknown };
  readonly runa?: { readonly module?: unknown; readonly method?: unknown; readonly static?: unknown };
}

/** As they stand: whether it is a manifest at all is for `loadTools` to say. */
async function entriesOf(manifest: string): Promise<readonly Entry[]> {
  const tools = (await readJson(manifest))?.tools;
  return Array.isArray(tools) ? tools.filter((tool) => typeof tool === "object" && tool !== null) : [];
}

async function readTypeScript(): Promise<void> {
  try {
    const { register } = await import("tsx/esm/api");
    register();
  } catch {
    // tsx is optional: there may be JavaScript beside the sources, and a newer Node reads most TypeScript by itself.
    // A module that cannot be read is told when it is imported.
  }
}

/** Nothing where there is no such file, or no object in it: who needs it says so better. */
async function readJson(file: string): Promise<Record<string, unknown> | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(file, "utf8"));
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
