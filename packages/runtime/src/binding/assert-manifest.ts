/**
 * The form of a manifest that a binding hands over, before anything of it is used. What `loadTools` does with the whole
 * JSON Schema is too much at import: this looks only at what would fail later, and without a library.
 */
import { UserError } from "../errors/user-error.ts";
import type { Injection, ManifestSchema, ManifestTool } from "../manifest/index.ts";

const INJECTIONS: { readonly [name in Injection]: true } = {
  ctx: true,
  callId: true,
  agent: true,
  team: true,
  toolCall: true,
  signal: true,
  images: true,
  videos: true,
  audio: true,
  files: true,
};

/** @throws UserError that names the tool and its field. */
export function assertTools(manifest: object, source: string): asserts manifest is { readonly tools: ManifestTool[] } {
  const tools: unknown = Reflect.get(manifest, "tools");
  if (!Array.isArray(tools)) fail(source, "tools must be a list");
  for (const [index, entry] of tools.entries()) {
    const problem = problemOf(entry);
    if (problem !== undefined) fail(source, `${nameOf(entry, index)}: ${problem}`);
  }
}

/** @throws UserError that names the schema. */
export function assertSchemas(
  manifest: object,
  source: string,
): asserts manifest is { readonly schemas: { readonly [name: string]: ManifestSchema } } {
  const schemas: unknown = Reflect.get(manifest, "schemas");
  if (!isObject(schemas)) fail(source, "schemas must be an object");
  for (const [name, entry] of Object.entries(schemas))
    if (!isObject(entry) || !isObject(entry.schema)) fail(source, `schema "${name}": schema must be an object`);
}

function problemOf(entry: unknown): string | undefined {
  if (!isObject(entry)) return "must be an object";
  const { function: definition, runa } = entry;
  if (!isObject(definition)) return "function must be an object";
  if (typeof definition.name !== "string") return "function.name must be a text";
  if (typeof definition.description !== "string") return "function.description must be a text";
  const { parameters } = definition;
  if (!isObject(parameters) || parameters.type !== "object" || !isObject(parameters.properties))
    return 'function.parameters must be a schema of type "object" with properties';
  if (!isObject(runa)) return "runa must be an object";
  if (typeof runa.module !== "string") return "runa.module must be a text";
  if (typeof runa.export !== "string") return "runa.export must be a text";
  if (!Array.isArray(runa.params)) return "runa.params must be a list";
  const index = runa.params.findIndex((parameter) => !isParameter(parameter));
  return index === -1 ? undefined : `runa.params[${index}] is ${JSON.stringify(runa.params[index])}, which is unknown`;
}

function isParameter(parameter: unknown): boolean {
  if (typeof parameter === "string" || parameter === null) return true;
  if (!isObject(parameter)) return false;
  const { inject, rest, object } = parameter;
  if (typeof inject === "string") return Object.hasOwn(INJECTIONS, inject);
  return typeof rest === "string" || Array.isArray(object);
}

function nameOf(entry: unknown, index: number): string {
  const name = isObject(entry) && isObject(entry.function) ? entry.function.name : undefined;
  return typeof name === "string" ? `tool "${name}"` : `tools[${index}]`;
}

function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function fail(source: string, problem: string): never {
  throw new UserError("RUNA_INVALID_MANIFEST", `${source} holds no manifest: ${problem}. Run runa-gen.`);
}
