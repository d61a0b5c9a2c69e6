/** From `outputType` to what a run asks for, and how it reads the answer. */

import { type BoundSchema, createSchema, isSchema, lineOf, type Schema } from "../binding/bind-schemas.ts";
import { aWrittenSchema, type WrittenSchema } from "../binding/written-schema.ts";
import { errorMessage } from "../errors/error-message.ts";
import type { JsonSchema } from "../manifest/index.ts";
import type { OutputReading, OutputShape } from "../run/plan.ts";

/** A schema of the generated binding, or a JSON Schema. */
export type OutputType<T = unknown> = Schema<T> | WrittenSchema;

const MOST_PROBLEMS = 20;

/** Some models put JSON into a code block, whatever they are told. */
const CODE_BLOCK = /^\s*```(?:json)?\s*\n([\s\S]*?)\n?\s*```\s*$/;

export function resolveOutput(outputType: OutputType): OutputShape {
  const schema = isSchema(outputType) ? outputType : fromJsonSchema(outputType);
  return {
    name: schema.name,
    schema: schema.schema,
    read: (text) => read(schema, CODE_BLOCK.exec(text)?.[1] ?? text),
  };
}

/** The message of an option that is neither. */
export function checkOutputType(value: unknown): string | undefined {
  return isSchema(value) ? undefined : aWrittenSchema(value);
}

function fromJsonSchema(written: WrittenSchema): BoundSchema {
  const schema = written as JsonSchema;
  return createSchema(titleOf(schema), schema);
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
