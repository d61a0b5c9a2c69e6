/** From a manifest to tools without generated TypeScript: the modules are imported when this is called. */

import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { anObject, assertOptions, type OptionChecks } from "../errors/assert-options.ts";
import { errorMessage } from "../errors/error-message.ts";
import { UserError } from "../errors/user-error.ts";
import { type Manifest, type ManifestTool, manifestSchema } from "../manifest/index.ts";
import type { BoundTool, Tool } from "../tool/tool.ts";
import { loadValidation } from "../validation/validator.ts";
import {
  assertVersion,
  type BindableValue,
  bindTool,
  methodEntries,
  namedEntries,
  rememberMethodTool,
} from "./bind-tools.ts";
import { resolveModule } from "./resolve-module.ts";

export interface LoadToolsOptions {
  /** Modules that are loaded already, by their path in the manifest: `{ "./tools/weather.ts": weather }`. */
  readonly modules?: { readonly [path: string]: object };
}

const TYPESCRIPT_HINT =
  " This Node does not run TypeScript: build it, or install tsx (npm install -D tsx). `runa` finds it by itself; start a program of yours with node --import tsx.";

const CHECKS: OptionChecks<LoadToolsOptions> = { modules: anObject };

/**
 * Loads the tools of a manifest. Methods of instances are not among them: an instance of the class stands among the tools
 * of an agent itself.
 *
 * @param source A manifest, or where it is: a URL, or a path relative to the working directory. Modules are looked for
 * beside it; for a manifest that is given as a value, in the working directory.
 * @returns The tools by name.
 * @throws UserError for a manifest that cannot be read or is none, and for a module or export that is missing, and
 * for an option that does not exist.
 *
 * @example
 * ```ts
 * const tools = await loadTools("src/runa.tools.json");
 * const agent = new Agent({ name: "weather_agent", model: "gpt-5.2", tools: Object.values(tools) });
 * ```
 */
export async function loadTools<Tools extends object = { readonly [name: string]: Tool }>(
  source: Manifest | string | URL,
  options: LoadToolsOptions = {},
): Promise<Tools> {
  assertOptions<LoadToolsOptions>(options, CHECKS, "loadTools");
  const { modules = {} } = options;
  const isPlace = typeof source === "string" || source instanceof URL;
  const base = isPlace ? toUrl(source) : pathToFileURL(`${process.cwd()}/`);
  const name = isPlace ? String(source) : "The value given to loadTools";
  const manifest = await checkManifest(isPlace ? await readManifest(base, name) : source, name);
  const tools: Record<string, BoundTool> = Object.create(null);
  for (const entry of methodEntries(manifest)) {
    const value = await loadValue(entry, base, modules);
    if (value) rememberMethodTool(entry, value);
  }
  for (const entry of namedEntries(manifest)) {
    tools[entry.function.name] = bindTool(entry, await loadValue(entry, base, modules), base);
  }
  // The caller says what the manifest holds; nothing at run time could know.
  return tools as Tools;
}

function toUrl(place: string | URL): URL {
  if (place instanceof URL) return place;
  return place.startsWith("file:") ? new URL(place) : pathToFileURL(place);
}

async function readManifest(url: URL, name: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(url, "utf8");
  } catch (cause) {
    throw new UserError("RUNA_NO_MANIFEST", `The manifest ${name} cannot be read: ${messageOf(cause)}. Run runa-gen.`, {
      cause,
    });
  }
  try {
    // Editors on Windows begin a file with a byte order mark, which JSON does not have.
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (cause) {
    throw new UserError("RUNA_INVALID_MANIFEST", `${name} is no JSON: ${messageOf(cause)}. Run runa-gen.`, { cause });
  }
}

async function checkManifest(value: unknown, name: string): Promise<Manifest> {
  // Another version has another schema, so its number is what there is to say.
  if (typeof value === "object" && value !== null && "version" in value) assertVersion(value, name);
  const validation = await loadValidation();
  if (validation.accepts(manifestSchema, "generated", value)) return value as Manifest;
  const problems = validation
    .explain(manifestSchema, "generated", value)
    .slice(0, 5)
    .map(({ path, message }) => `${path || "/"} ${message}`);
  throw new UserError("RUNA_INVALID_MANIFEST", `${name} is no manifest: ${problems.join("; ")}. Run runa-gen.`);
}

async function loadValue(
  { function: definition, runa }: ManifestTool,
  base: URL,
  modules: { readonly [path: string]: object },
): Promise<BindableValue | undefined> {
  if (runa.external) return undefined;
  const module = Object.hasOwn(modules, runa.module) ? modules[runa.module] : await importModule(runa.module, base);
  // An export may be missing, a value, or not be there yet in a cycle of modules: all are told when it is bound.
  const value: unknown = module && Reflect.get(module, runa.export);
  if (typeof value === "function") return value as BindableValue;
  throw new UserError(
    value === undefined ? "RUNA_NO_EXPORT" : "RUNA_NOT_A_FUNCTION",
    `Tool "${definition.name}": ${runa.module} ${value === undefined ? `exports no "${runa.export}"` : `exports "${runa.export}", which is no function`}. Run runa-gen.`,
  );
}

async function importModule(module: string, base: URL): Promise<object> {
  const url = resolveModule(module, base);
  try {
    return await import(url.href);
  } catch (cause) {
    const isSource = cause instanceof Error && "code" in cause && cause.code === "ERR_UNKNOWN_FILE_EXTENSION";
    const hint = isSource ? TYPESCRIPT_HINT : "";
    throw new UserError(
      "RUNA_MODULE_FAILED",
      `The module ${url.href} could not be loaded: ${messageOf(cause)}.${hint}`,
      {
        cause,
      },
    );
  }
}

function messageOf(error: unknown): string {
  return errorMessage(error).replace(/\.$/, "");
}
