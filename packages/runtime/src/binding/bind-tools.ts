/**
 * From a manifest and the functions it names to tools. This is what the generated binding calls when it is imported, so
 * it does no I/O and compiles nothing.
 */
import { invokeTool } from "../call/invoke-tool.ts";
import { UserError } from "../errors/user-error.ts";
import {
  type Injection,
  MANIFEST_VERSION,
  type Manifest,
  type ManifestTool,
  type ParameterBinding,
} from "../manifest/index.ts";
import { optionsOf, rememberTool } from "../tool/function-definitions.ts";
import { rememberMethod } from "../tool/method-definitions.ts";
import { type AnyFunction, type BoundTool, createTool, type Tool, type ToolParts } from "../tool/tool.ts";
import { assertTools } from "./assert-manifest.ts";
import { createArgumentBinder } from "./bind-arguments.ts";
import { createConverter } from "./convert-arguments.ts";
import { resolveModule } from "./resolve-module.ts";

/** A function, or the class of a method. */
export type BindableValue = AnyFunction | (abstract new (...parameters: never[]) => unknown);

/**
 * Makes the tools of a manifest. Methods of instances are not among them: an instance of the class stands among the tools
 * of an agent itself.
 *
 * @param manifest As `runa-gen` wrote it.
 * @param url Where the manifest belongs, `import.meta.url` in the binding: modules are relative to it.
 * @param values By tool name, the function, or the class for a method; none for external tools.
 * @returns The tools by name. The generated binding says the exact type: `const tools: Tools = bindTools(…)`.
 * @throws UserError for an unknown version, for what is no manifest, and for a tool without a function.
 */
export function bindTools<Tools extends object = { readonly [name: string]: Tool }>(
  manifest: Manifest,
  url: string,
  values: { readonly [toolName: string]: BindableValue },
): Tools {
  assertVersion(manifest, url);
  assertTools(manifest, url);
  const tools: Record<string, BoundTool> = Object.create(null);
  const boundValue = (name: string): BindableValue | undefined =>
    Object.hasOwn(values, name) ? values[name] : undefined;
  for (const entry of methodEntries(manifest)) {
    const value = boundValue(entry.function.name);
    if (value !== undefined) rememberMethodTool(entry, value);
  }
  for (const entry of namedEntries(manifest)) {
    const { name } = entry.function;
    const value = boundValue(name);
    if (value === undefined && !entry.runa.external) {
      throw new UserError(
        "RUNA_NO_FUNCTION",
        `Tool "${name}" of ${entry.runa.module} has no function in the binding ${url}. Run runa-gen, so that manifest and binding agree.`,
      );
    }
    tools[name] = bindTool(entry, value, url);
  }
  // The binding was written beside the manifest; `runa-gen --check` and `tsc` hold the two together.
  return tools as Tools;
}

/** @throws UserError */
export function assertVersion(manifest: { readonly version?: unknown }, source: string): void {
  // A binding that was written by hand may hand over anything.
  if (typeof manifest !== "object" || manifest === null)
    throw new UserError("RUNA_INVALID_MANIFEST", `${source} holds no manifest. Run runa-gen.`);
  if (manifest.version === MANIFEST_VERSION) return;
  throw new UserError(
    "RUNA_MANIFEST_VERSION",
    `${source} holds a manifest of version ${JSON.stringify(manifest.version)}; this package reads version ${MANIFEST_VERSION}. Install the versions of @runa/codegen and @runa/runtime that belong together, and run runa-gen.`,
  );
}

/** Methods of instances: no tool has them before there is an instance. */
export function methodEntries({ tools }: Manifest): readonly ManifestTool[] {
  return tools.filter(({ runa }) => runa.method !== undefined && !runa.static);
}

/**
 * Records a method under its class, so that instances of it may stand among the tools of an agent.
 *
 * @throws UserError where the value is no class.
 */
export function rememberMethodTool(entry: ManifestTool, value: BindableValue): void {
  const { method = "", export: name, module } = entry.runa;
  const prototype: unknown = value.prototype;
  if (typeof prototype !== "object" || prototype === null)
    throw new UserError("RUNA_NOT_A_FUNCTION", `${name} of ${module} is no class. Run runa-gen.`);
  rememberMethod(prototype, { method, bind: (instance) => bindMethod(entry, instance) });
}

/** No place: a worker has no instances. */
function bindMethod(entry: ManifestTool, instance: object): BoundTool {
  const target = entry.runa.external ? undefined : functionOf(entry, instance);
  return createTool({ ...partsOf(entry, target), instance }, invokeTool);
}

/** All but methods of instances. @throws UserError where two have one name. */
export function namedEntries(manifest: Manifest): readonly ManifestTool[] {
  const byName = new Map<string, ManifestTool>();
  for (const entry of manifest.tools) {
    if (entry.runa.method !== undefined && !entry.runa.static) continue;
    const { name } = entry.function;
    const other = byName.get(name);
    if (other) {
      throw new UserError(
        "RUNA_NAME_CLASH",
        `The manifest has two tools named "${name}": of ${other.runa.module}, and of ${entry.runa.module}. Run runa-gen.`,
      );
    }
    byName.set(name, entry);
  }
  return [...byName.values()];
}

/**
 * @param base URL that the module of the tool is relative to; looked at when a worker has to import it.
 * @throws UserError for a value that cannot be called.
 */
export function bindTool(entry: ManifestTool, value: BindableValue | undefined, base: string | URL): BoundTool {
  const { runa: binding } = entry;
  const target = value === undefined ? undefined : functionOf(entry, value);
  const place = { binding, base: String(base), resolve: () => resolveModule(binding.module, new URL(base)) };
  const tool = createTool({ ...partsOf(entry, target), place }, invokeTool);
  if (target) rememberTool(target.callable, tool);
  return tool;
}

function partsOf(entry: ManifestTool, target: Target | undefined): ToolParts {
  const { function: definition, runa: binding } = entry;
  const where = `${binding.export}${binding.method ? `.${binding.method}` : ""}`;
  const injected = binding.params.filter(isInjected);
  const convert = binding.convert && createConverter(definition.parameters, binding.convert);
  return {
    definition,
    origin: `${where} of ${binding.module}`,
    options: withoutNames((target && optionsOf(target.callable)) ?? {}),
    schemaKind: "generated",
    injects: injected.map(({ inject }) => inject),
    requires: injected.flatMap(({ inject, required }) => (required ? [inject] : [])),
    isExternal: binding.external === true,
    ...(convert && { convert }),
    ...(binding.secret && { secret: binding.secret }),
    call: target ? caller(entry, target) : refuseExternal(definition.name),
  };
}

function isInjected(
  parameter: ParameterBinding,
): parameter is Extract<ParameterBinding, { readonly inject: Injection }> {
  return typeof parameter === "object" && parameter !== null && "inject" in parameter;
}

interface Target {
  readonly callable: (...parameters: unknown[]) => unknown;
  /** `this` of a method: the instance, or the class of a static one. */
  readonly owner?: object;
}

/** @param value The function, or what has the method. */
function functionOf({ function: { name }, runa }: ManifestTool, value: object): Target {
  const owner = runa.method === undefined ? undefined : value;
  const callable: unknown = owner && runa.method !== undefined ? Reflect.get(owner, runa.method) : value;
  if (typeof callable === "function") {
    return { callable: callable as Target["callable"], ...(owner && { owner }) };
  }
  throw new UserError(
    "RUNA_NOT_A_FUNCTION",
    `Tool "${name}": ${runa.method ? `${runa.export}.${runa.method}` : runa.export} of ${runa.module} is ${callable === null ? "null" : typeof callable}, not a function. Run runa-gen.`,
  );
}

function caller({ runa }: ManifestTool, { callable, owner }: Target): ToolParts["call"] {
  const bind = createArgumentBinder(runa.params);
  return (values, injected) => callable.apply(owner, bind(values, injected));
}

function refuseExternal(name: string): ToolParts["call"] {
  return () => {
    throw new UserError("RUNA_EXTERNAL_TOOL", `Tool "${name}" runs elsewhere: there is no function to call.`);
  };
}

/** `runa-gen` has read these; the manifest says what became of them. */
function withoutNames({ name: _name, description: _description, ...rest }: ToolParts["options"]): ToolParts["options"] {
  return rest;
}
