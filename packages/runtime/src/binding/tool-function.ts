/** `tool`: marks a function as a tool, or makes one from a schema that is written by hand. */
import { invokeTool } from "../call/invoke-tool.ts";
import { UserError } from "../errors/user-error.ts";
import { type ParametersSchema, TOOL_NAME_PATTERN } from "../manifest/index.ts";
import { markFunction } from "../tool/function-definitions.ts";
import type { RunContext } from "../tool/run-context.ts";
import { type AnyFunction, createTool, type Tool } from "../tool/tool.ts";
import { assertToolOptions, type ToolOptions } from "../tool/tool-options.ts";
import { isSchema, type Schema } from "./bind-schemas.ts";
import { createConverter } from "./convert-arguments.ts";
import { aWrittenObjectSchema, type WrittenSchema } from "./written-schema.ts";

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
   * With a schema of the generated binding the arguments have its type, dates and sets among them:
   *
   * ```ts
   * const file = tool.fromSchema({
   *   name: "file",
   *   description: "File a ticket.",
   *   parameters: schemas.Ticket,
   *   execute: ({ title, due }) => desk.file(title, due),
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
  /**
   * A schema of the generated binding, or a JSON Schema, also one that a library made: `z.toJSONSchema(…)`. Of an object,
   * which is checked when the tool is made.
   */
  readonly parameters: Schema<Arguments> | WrittenSchema;
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
  const given = isSchema(parameters) ? parameters : undefined;
  const schema = given?.schema ?? parameters;
  const problem = aWrittenObjectSchema(schema);
  if (problem) throw new UserError("RUNA_INVALID_OPTION", `${where}: parameters ${problem}.`);
  assertToolOptions(options, where);
  const made = createTool(
    {
      definition: { name, description, parameters: withProperties(schema) },
      origin: "tool.fromSchema",
      options: options as ToolOptions,
      schemaKind: given?.kind ?? "handwritten",
      injects: ["ctx"],
      isExternal: false,
      ...(given?.convert && { convert: createConverter(given.schema, given.convert) }),
      // The schema has accepted the arguments; that its author and that of `execute` agree is theirs to see to.
      call: (values, injected) => execute(values as unknown as Arguments, injected.ctx as RunContext),
    },
    invokeTool,
  );
  return made as unknown as Tool<Arguments, (args: Arguments, ctx: RunContext) => Result>;
}

/** The same object wherever possible: what is made of a schema is kept by its identity. */
function withProperties(schema: WrittenSchema): ParametersSchema {
  return "properties" in schema
    ? (schema as ParametersSchema)
    : ({ ...schema, properties: {} } as unknown as ParametersSchema);
}

export const tool: ToolFunction = Object.assign(markTool, { fromSchema });
