/** Arguments that people fill in: what they are shown, and what is left for the model. */
import type { JsonObject, JsonSchema, JsonValue, ParametersSchema } from "../manifest/index.ts";

/** One field of a form. Plain JSON. */
export interface UserInputField {
  readonly name: string;
  /** The JSON type: `string`, `integer | null`; empty where the schema says none. */
  readonly type: string;
  readonly description?: string;
  /** What the model has filled in. */
  readonly value?: JsonValue;
  readonly isRequired: boolean;
  /** For a form that wants to know more: `enum`, `format`, `minimum` … */
  readonly schema: JsonSchema;
}

/** A tool whose fields the model makes up in each call; what people say becomes one argument. */
export interface AskedFields {
  readonly argument: string;
  readonly fieldsOf: (args: JsonObject) => readonly UserInputField[];
}

/** The schema without the fields that people fill in. */
export function withoutFields(parameters: ParametersSchema, names: readonly string[]): ParametersSchema {
  const properties = Object.fromEntries(
    Object.entries(parameters.properties).filter(([name]) => !names.includes(name)),
  );
  const { required: all = [], ...rest } = parameters;
  const required = all.filter((name) => !names.includes(name));
  return { ...rest, properties, ...(required.length > 0 && { required }) };
}

/** All parameters as fields, with the values that the model gave. */
export function fieldsOf(parameters: ParametersSchema, args: JsonObject): readonly UserInputField[] {
  const required = parameters.required ?? [];
  return Object.entries(parameters.properties).map(([name, schema]) => {
    const value = Object.hasOwn(args, name) ? args[name] : undefined;
    return {
      name,
      type: [schema.type ?? []].flat().join(" | "),
      ...(schema.description !== undefined && { description: schema.description }),
      ...(value !== undefined && { value }),
      isRequired: required.includes(name),
      schema,
    };
  });
}

/** Of an object that has these fields and no others. */
export function toSchema(fields: readonly UserInputField[]): JsonSchema {
  return {
    type: "object",
    properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
    required: fields.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    additionalProperties: false,
  };
}
