/** `tool`: marks a function as a tool, or makes one from a schema that is written by hand. */
import { invokeTool } from "../call/invoke-tool.ts";
import { UserError } from "../errors/user-error.ts";
import { type JsonSchema, type ParametersSchema, TOOL_NAME_PATTERN } from "../manifest/index.ts";
import { markFunction } from "../tool/function-definitions.ts";
import type { RunContext } from "../tool/run-context.ts";
import { type AnyFunction, createTool, type Tool } from "../tool/tool.ts";
import { assertToolOptions, type ToolOptions } from "../tool/tool-options.ts";

export interface ToolFunction {
  /**
   * Marks a function as a tool and returns the same function. `runa-gen` reads its signature and doc comment; the
   * function stays what it was and can be called and tested without a runtime.
   *
   * @example
   * ```ts
   * export const refund = tool(async function (amount: number): Promise<string> { … }, {
   *   needsApproval: ({ amount }: { amount: number }) => amount >= 50,
   * });
   * ```
   * @typeParam Arguments The arguments by name, as an option that looks at them declares them. Types know the order of
   * parameters, not their names, and not whether an object is taken apart: where nothing is declared they are `unknown`.
   * The generated binding knows them: `tools.refund.with({ … })`.
   * @throws UserError for an option that does not exist.
   */
  <F extends AnyFunction, Arguments extends object = Record<string, unknown>>(
    callable: F,
    options?: ToolOptions<Arguments>,
  ): F;

  /**
   * A tool with a schema written by hand, which needs no generated definition. The function gets the arguments as one
   * object, checked against `parameters`. Prefer an ordinary function: its schema cannot disagree with it.
   *
   * @example
   * ```ts
   * const weather = tool.fromSchema({
   *   name: "weather",
   *   description: "The weather in a city.",
   *   parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
   *   execute: ({ city }: { city: string }) => `It is sunny in ${city}.`,
   * });
   * ```
   * @throws UserError for a name that no provider accepts, or a schema that is not one of an object.
   */
  fromSchema<Arguments extends object = Record<string, unknown>, Result = unknown>(
    options: SchemaToolOptions<Arguments, Result>,
  ): Tool<Arguments, (args: Arguments, ctx: RunContext) => Result>;
}

export interface SchemaToolOptions<Arguments extends object, Result> extends ToolOptions<Arguments> {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly parameters: JsonSchema & { readonly type: "object" };
  /** May be asynchronous. What it returns, or throws, becomes the text that the model reads. */
  readonly execute: (args: Arguments, ctx: RunContext) => Result;
}

function markTool<F extends AnyFunction, Arguments extends object>(
  callable: F,
  options: ToolOptions<Arguments> = {},
): F {
  if (typeof callable !== "function")
    throw new UserError("RUNA_NOT_A_FUNCTION", `tool(…) takes a function, not ${typeof callable}.`);
  assertToolOptions(options, `tool(${callable.name || "function"}, …)`);
  markFunction(callable, options as ToolOptions);
  return callable;
}

function fromSchema<Arguments extends object, Result>({
  name,
  description,
  parameters,
  execute,
  ...options
}: SchemaToolOptions<Arguments, Result>): Tool<Arguments, (args: Arguments, ctx: RunContext) => Result> {
  const where = `tool.fromSchema "${name}"`;
  if (typeof name !== "string" || !TOOL_NAME_PATTERN.test(name))
    throw new UserError("RUNA_INVALID_OPTION", `${where}: the name must match ${TOOL_NAME_PATTERN.source}.`);
  if (typeof execute !== "function")
    throw new UserError("RUNA_INVALID_OPTION", `${where}: execute must be a function.`);
  if (typeof description !== "string")
    throw new UserError("RUNA_INVALID_OPTION", `${where}: description must be a string.`);
  if (parameters?.type !== "object")
    throw new UserError("RUNA_INVALID_OPTION", `${where}: parameters must be a JSON Schema with "type": "object".`);
  assertToolOptions(options, where);
  const made = createTool(
    {
      definition: { name, description, parameters: withProperties(parameters) },
      origin: "tool.fromSchema",
      options: options as ToolOptions,
      schemaKind: "handwritten",
      injects: ["ctx"],
      isExternal: false,
      // The schema has accepted the arguments; that its author and that of `execute` agree is theirs to see to.
      call: (values, injected) => execute(values as unknown as Arguments, injected.ctx as RunContext),
    },
    invokeTool,
  );
  return made as unknown as Tool<Arguments, (args: Arguments, ctx: RunContext) => Result>;
}

/** The same object wherever possible: what is made of a schema is kept by its identity. */
function withProperties(parameters: JsonSchema & { readonly type: "object" }): ParametersSchema {
  const { properties } = parameters;
  return properties ? (parameters as ParametersSchema) : { ...parameters, properties: {} };
}

export const tool: ToolFunction = Object.assign(markTool, { fromSchema });
