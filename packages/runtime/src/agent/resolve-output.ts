/** From `outputType` to what a run asks for, and how it reads the answer. */

import { type BoundSchema, createSchema, isSchema, lineOf, type Schema } from "../binding/bind-schemas.ts";
import { aWrittenSchema, type WrittenSchema } from "../binding/written-schema.ts";
import { errorMessage } from "../errors/error-message.ts";
import { isRunaError } from "../errors/runa-error.ts";
import { UserError } from "../errors/user-error.ts";
import type { JsonSchema } from "../manifest/index.ts";
import type { OutputReading, OutputShape } from "../run/plan.ts";

/** A schema of the generated binding, or a JSON Schema. */
export type OutputType<T = unknown> = Schema<T> | WrittenSchema;

const MOST_PROBLEMS = 20;

/** Some models put JSON into a code block, whatever they are told. */
const CODE_BLOCK = /^\s*```(?:json\b)?([\s\S]*?)```\s*$/i;

/** @throws UserError for a JSON Schema that cannot be used: before the model is asked. */
export async function resolveOutput(outputType: OutputType, agentName: string): Promise<OutputShape> {
  const isBound = isSchema(outputType);
  const schema = isBound ? outputType : fromJsonSchema(outputType);
  if (!isBound) await assertUsable(schema, agentName);
  return {
    name: schema.name,
    schema: schema.schema,
    read: (text) => read(schema, CODE_BLOCK.exec(text)?.[1] ?? text),
  };
}

function fromJsonSchema(written: WrittenSchema): BoundSchema {
  const schema = written as JsonSchema;
  return createSchema(titleOf(schema), schema);
}

async function assertUsable(schema: BoundSchema, agentName: string): Promise<void> {
  try {
    await schema.tryOut();
  } catch (cause) {
    if (isRunaError(cause) && cause.code !== "RUNA_INVALID_SCHEMA") throw cause;
    throw new UserError("RUNA_INVALID_SCHEMA", `Agent "${agentName}": option "outputType": ${errorMessage(cause)}`, {
      cause,
    });
  }
}

/** The message of an option that is neither. */
export function checkOutputType(value: unknown): string | undefined {
  if (isSchema(value)) return undefined;
  const problem = aWrittenSchema(value);
  if (problem || typeof value !== "object" || value === null) return problem;
  const name = Object.keys(value).find((key) => isSchema(Reflect.get(value, key)));
  return name && `must be one schema, such as schemas.${name}; these are several`;
}

function titleOf({ title }: JsonSchema): string {
  return typeof title === "string" && title !== "" ? title : "output";
}

async function read(schema: BoundSchema, text: string): Promise<OutputReading> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return { fits: false, problem: `it is no JSON (${errorMessage(error)})` };
  }
  const result = await schema.read(json);
  if ("value" in result) return { fits: true, value: result.value };
  const problems = result.problems.map(lineOf);
  const more = problems.length > MOST_PROBLEMS ? [`and ${problems.length - MOST_PROBLEMS} more`] : [];
  return { fits: false, problem: [...problems.slice(0, MOST_PROBLEMS), ...more].join("; ") };
}
