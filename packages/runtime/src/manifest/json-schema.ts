/** JSON values and the part of JSON Schema 2020-12 that tool definitions are made of. */

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: JsonValue;
}

export type JsonTypeName = "string" | "number" | "integer" | "boolean" | "object" | "array" | "null";

/**
 * A JSON Schema, as data. Keywords that `runa-gen` writes are typed; schemas from elsewhere (MCP, written by hand)
 * may hold any other, hence the index signature.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-validation
 */
export interface JsonSchema {
  readonly type?: JsonTypeName | readonly JsonTypeName[];
  readonly description?: string;
  readonly enum?: readonly JsonValue[];
  readonly const?: JsonValue;
  readonly default?: JsonValue;
  readonly examples?: readonly JsonValue[];
  readonly deprecated?: boolean;
  readonly properties?: { readonly [name: string]: JsonSchema };
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly patternProperties?: { readonly [pattern: string]: JsonSchema };
  readonly items?: boolean | JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly contentEncoding?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly $ref?: string;
  readonly $defs?: { readonly [name: string]: JsonSchema };
  readonly [keyword: string]: unknown;
}

/** The schema of a tool's parameters: always an object at the root, closed unless the type has an index signature. */
export interface ParametersSchema extends JsonSchema {
  readonly type: "object";
  readonly properties: { readonly [name: string]: JsonSchema };
}
