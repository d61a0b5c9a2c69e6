/** From `outputType` to what a run asks for, and how it reads the answer. */

import { createSchema, type Schema } from "../binding/bind-schemas.ts";
import { errorMessage } from "../errors/error-message.ts";
import { isRunaError } from "../errors/runa-error.ts";
import { UserError } from "../errors/user-error.ts";
import type { JsonSchema } from "../manifest/index.ts";
import type { OutputReading, OutputShape } from "../run/plan.ts";
import { loadValidation } from "../validation/validator.ts";

/** A schema of the generated binding, or a JSON Schema. */
export type OutputType<T = unknown> = Schema<T> | JsonSchema;

const MOST_PROBLEMS = 20;

/** Some models put JSON into a code block, whatever they are told. */
const CODE_BLOCK = /^\s*```(?:json\b)?([\s\S]*?)```\s*$/i;

/** @throws UserError for a JSON Schema that cannot be used: before the model is asked. */
export async function resolveOutput(outputType: OutputType, agentName: string): Promise<OutputShape> {
  const isBound = isSchema(outputType);
  const schema = isBound ? outputType : createSchema(titleOf(outputType), outputType);
  if (!isBound) await assertUsable(schema, agentName);
  return {
    name: schema.name,
    schema: schema.schema,
    read: (text) => read(schema, CODE_BLOCK.exec(text)?.[1] ?? text),
  };
}

/** One that refers to itself and nothing else can be compiled, but never comes to an end. */
async function assertUsable({ schema }: Schema, agentName: string): Promise<void> {
  try {
    (await loadValidation()).accepts(schema, "handwritten", {});
  } catch (cause) {
    if (isRunaError(cause) && cause.code !== "RUNA_INVALID_SCHEMA") throw cause;
    throw new UserError("RUNA_INVALID_SCHEMA", `Agent "${agentName}": option "outputType": ${errorMessage(cause)}`, {
      cause,
    });
  }
}

const EXPECTED = "must be a schema of the generated binding, or a JSON Schema";

/** The message of an option that is neither. */
export function checkOutputType(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return EXPECTED;
  if (isSchema(value)) return undefined;
  if ("~standard" in value)
    return `${EXPECTED}; this is a schema of another library: give the JSON Schema that it makes`;
  const name = Object.keys(value).find((key) => isSchema(Reflect.get(value, key)));
  return name && `${EXPECTED}; these are several: give one, such as schemas.${name}`;
}

function isSchema(value: unknown): value is Schema {
  if (typeof value !== "object" || value === null || !("~standard" in value)) return false;
  return "name" in value && typeof value.name === "string" && "schema" in value && typeof value.schema === "object";
}

function titleOf({ title }: JsonSchema): string {
  return typeof title === "string" && title !== "" ? title : "output";
}

async function read(schema: Schema, text: string): Promise<OutputReading> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return { fits: false, problem: `it is no JSON (${errorMessage(error)})` };
  }
  const result = await schema["~standard"].validate(json);
  if (!result.issues) return { fits: true, value: result.value };
  const problems = result.issues.map(({ path, message }) => `/${path.join("/")} ${message}`);
  const more = problems.length > MOST_PROBLEMS ? [`and ${problems.length - MOST_PROBLEMS} more`] : [];
  return { fits: false, problem: [...problems.slice(0, MOST_PROBLEMS), ...more].join("; ") };
}
