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
  await readTypeScript(manifest);
  const all = Object.values(await loadTools(manifest)).filter(isTool);
  const tools = all.filter((tool) => !tool.isExternal);
  const leftOut = all
    .filter((tool) => tool.isExternal)
    .map(({ name }) => `${name} is declared only: it runs elsewhere.`);
  for (const name of await methodsOf(manifest)) leftOut.push(`${name} is a method that needs an instance.`);
  return { tools, leftOut };
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

async function methodsOf(manifest: string): Promise<readonly string[]> {
  const tools = (await readJson(manifest))?.tools;
  if (!Array.isArray(tools)) return [];
  return tools.filter(({ runa }) => runa.method !== undefined && !runa.static).map((tool) => tool.function.name);
}

async function readTypeScript(manifest: string): Promise<void> {
  const tools = (await readJson(manifest))?.tools;
  if (!Array.isArray(tools) || !tools.some((tool) => /\.[cm]?tsx?$/.test(String(tool?.runa?.module)))) return;
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
