/**
 * A tool: a definition that a model is shown, and the function behind it. Where the two come from is the business of
 * `binding`; how a call gets from one to the other is that of `call`.
 */

import { withoutUndefined } from "../errors/assert-options.ts";
import { UserError } from "../errors/user-error.ts";
import type { Injection, JsonObject, ParametersSchema, ToolBinding, ToolDefinition } from "../manifest/index.ts";
import type { RunContextParts } from "./run-context.ts";
import { assertGates, assertToolOptions, type ToolOptions } from "./tool-options.ts";
import { type AskedFields, withoutFields } from "./user-input.ts";

// `never[]` is what every parameter list can be assigned to, without saying anything about it.
export type AnyFunction = (...parameters: never[]) => unknown;

/** What every tool has, whatever its arguments are. */
export interface AnyTool {
  /** What the model calls it. */
  readonly name: string;
  /** What the model is told. Sent as it is, after lowering to the provider's dialect. */
  readonly definition: ToolDefinition;
  /** Where it comes from, for messages: `getWeather of ./tools/weather.ts`. */
  readonly origin: string;
  /**
   * The model's path, for unit tests: parses, validates, converts, calls. Resolves with what the model would read;
   * also for arguments that are refused and for a function that throws, which give a text that starts with `error: `.
   *
   * @example
   * ```ts
   * expect(await tools.getWeather.invoke('{"city":"Oslo"}')).toBe("It is sunny in Oslo.");
   * expect(await tools.getWeather.invoke('{"town":"Oslo"}')).toMatch("has unknown property 'town'");
   * ```
   * Rejects with a `UserError` for an option that does not exist.
   */
  invoke(json: string | JsonObject, options?: InvokeOptions): Promise<string>;
}

export interface InvokeOptions {
  /** What the tool's `ctx` parameter gets; what is left out of it has a neutral value. */
  readonly ctx?: RunContextParts;
  /** Default `call_1`. */
  readonly callId?: string;
}

/**
 * A tool whose arguments and function are known to the compiler. The generated binding declares one for each function.
 *
 * @typeParam Arguments The arguments by name, as the function receives them: a `Date`, not its text.
 * @typeParam F The function.
 */
export interface Tool<Arguments = Record<string, unknown>, F extends AnyFunction = AnyFunction> extends AnyTool {
  readonly options: ToolOptions<Arguments>;
  /** A copy with these options on top of the tool's own; one that is `undefined` changes nothing. */
  with(options: ToolOptions<Arguments>): Tool<Arguments, F>;
  /** For types only: `ArgumentsOf<typeof tools.refund>`. Never present. */
  readonly "~types"?: { readonly arguments: Arguments; readonly function: F };
}

/** The arguments of a tool by name, as its function receives them. */
export type ArgumentsOf<T extends AnyTool> = T extends Tool<infer Arguments, AnyFunction> ? Arguments : never;

/** What injected parameters are filled from, for one call. */
export interface InjectedValues {
  readonly [name: string]: unknown;
}

/** Arguments after conversion, by name. */
export type ArgumentValues = Readonly<Record<string, unknown>>;

/** What a tool is made of. */
export interface ToolParts {
  readonly definition: ToolDefinition;
  readonly origin: string;
  readonly options: ToolOptions;
  /**
   * `generated`: by `runa-gen`, held to ajv's strict mode. `handwritten`: by a person, who may use keywords that nobody
   * knows. `foreign`: by another program, which checks by itself; a schema that cannot be compiled lets everything pass.
   */
  readonly schemaKind: "generated" | "handwritten" | "foreign";
  /** The values that the function takes from the runtime. */
  readonly injects: readonly Injection[];
  /** Those among them without which it must not be called, although not every run has them. */
  readonly requires?: readonly Injection[];
  /** Runs elsewhere: there is no function. */
  readonly isExternal: boolean;
  /** JSON pointers into the parameters: values that never reach events, logs, traces or saved state. */
  readonly secret?: readonly string[];
  /**
   * From JSON to what the function receives; absent where they are the same. Given values that the schema accepts.
   * Throws `ConversionError` for those that have no counterpart.
   */
  readonly convert?: (json: JsonObject) => ArgumentValues;
  /** Where the model makes up the fields that people fill in. */
  readonly asks?: AskedFields;
  /** Puts arguments and injected values in order and calls the function. Throws what it throws. */
  readonly call: (values: ArgumentValues, injected: InjectedValues) => unknown;
  /** What the model is told once of a group of tools, whichever of them it has. */
  readonly sharedInstructions?: string;
  /** Twice is as good as once, as the server says that has the function. */
  readonly isRepeatable?: boolean;
  /** What `this` is: of a method of an instance. */
  readonly instance?: object;
  /** Where another thread finds the function; absent where it is known to this thread only. */
  readonly place?: FunctionPlace;
}

export interface FunctionPlace {
  readonly binding: ToolBinding;
  /** URL that the module is relative to: of the binding file, or of the manifest. */
  readonly base: string;
  /** URL of the module. Throws `UserError` where it is not there, nor what a build made of it. */
  readonly resolve: () => URL;
}

const brand: unique symbol = Symbol.for("runa.tool");

/** @internal A tool as the pipeline sees it. */
export interface BoundTool extends Tool, Omit<ToolParts, "definition"> {
  readonly options: ToolOptions;
  /** What the function takes; `definition` is without what people fill in. */
  readonly wholeParameters: ParametersSchema;
  with(options: ToolOptions): BoundTool;
  /** A copy with these options in place of the tool's own, and with these parts. */
  derive(options: ToolOptions, parts: Pick<Partial<ToolParts>, "origin" | "sharedInstructions">): BoundTool;
  readonly [brand]: true;
}

/** How `invoke` is done; given by the maker, because the pipeline stands above this folder. */
export type InvokeTool = (tool: BoundTool, json: string | JsonObject, options: InvokeOptions) => Promise<string>;

/** @internal */
export function createTool(given: ToolParts, invokeTool: InvokeTool): BoundTool {
  const parts: ToolParts = { ...given, options: withoutUndefined(given.options) };
  assertToolOptions(parts.options, `Tool "${parts.definition.name}"`);
  if (parts.options.thread === "worker" && !parts.place) {
    throw new UserError(
      "RUNA_INVALID_OPTION",
      `Tool "${parts.definition.name}": option "thread" cannot be "worker": a worker imports the function from its module, and this one has none. Export a function tagged @tool, and run runa-gen.`,
    );
  }
  const { name, parameters } = parts.definition;
  const isExternal = parts.isExternal || parts.options.externalExecution === true;
  if (parts.isExternal) assertGates({ ...parts.options, externalExecution: true }, `Tool "${name}" runs elsewhere and`);
  const bound: BoundTool = {
    ...parts,
    [brand]: true,
    name,
    definition: withoutUserInput(parts.definition, parts.options),
    wholeParameters: parameters,
    isExternal,
    with: (options) => bound.derive({ ...parts.options, ...withoutUndefined(options) }, {}),
    derive: (options, changes) =>
      createTool({ ...parts, ...changes, definition: redefine(parts.definition, options), options }, invokeTool),
    invoke: (json, options = {}) => invokeTool(bound, json, options),
  };
  return Object.freeze(bound);
}

/** The same object where nothing changes: providers and validators keep what they made of it. */
function redefine(definition: ToolDefinition, { name, description }: ToolOptions): ToolDefinition {
  if (name === undefined && description === undefined) return definition;
  return { ...definition, ...(name !== undefined && { name }), ...(description !== undefined && { description }) };
}

/** What the model is told: fields that people fill in are none of its business. */
function withoutUserInput(
  definition: ToolDefinition,
  { requiresUserInput, userInputFields = [] }: ToolOptions,
): ToolDefinition {
  if (!requiresUserInput) return definition;
  const all = Object.keys(definition.parameters.properties);
  const unknown = userInputFields.find((field) => !all.includes(field));
  if (unknown !== undefined) {
    throw new UserError(
      "RUNA_INVALID_OPTION",
      `Tool "${definition.name}": option "userInputFields" names "${unknown}", which is none of its parameters: ${all.join(", ") || "it has none"}.`,
    );
  }
  const fields = userInputFields.length > 0 ? userInputFields : all;
  return { ...definition, parameters: withoutFields(definition.parameters, fields) };
}

export function isTool(value: unknown): value is BoundTool {
  return typeof value === "object" && value !== null && brand in value;
}
