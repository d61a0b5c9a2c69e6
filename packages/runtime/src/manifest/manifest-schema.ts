/**
 * The manifest's own JSON Schema: what a loader may rely on before it reads a manifest.
 *
 * Everything of ours is closed: a field that this version does not know may change what a call means (a parameter to
 * inject, a value to keep secret), so it is refused rather than overlooked, and a new field comes with a new `version`.
 * The schemas inside (`parameters`, `returns`, `schemas`) are only checked for their outer form; compiling them says the
 * rest.
 */
import type { JsonSchema } from "./json-schema.ts";
import { MANIFEST_VERSION, TOOL_NAME_PATTERN } from "./manifest.ts";

const toolName: JsonSchema = { type: "string", pattern: TOOL_NAME_PATTERN.source };

const conversions: JsonSchema = {
  description: "JSON pointers into the schema beside it, to the rich type that stands there.",
  type: "object",
  patternProperties: { "^(?:/|$)": { type: "string", enum: ["date", "url", "bigint", "set", "map", "bytes"] } },
  additionalProperties: false,
};

const parametersSchema: JsonSchema = {
  type: "object",
  properties: {
    type: { type: "string", const: "object" },
    properties: { type: "object", additionalProperties: { type: ["object", "boolean"] } },
    required: { type: "array", items: { type: "string" }, uniqueItems: true },
  },
  required: ["type", "properties"],
};

const toolDefinition: JsonSchema = {
  description: "What a model is told of the tool.",
  type: "object",
  properties: { name: toolName, description: { type: "string" }, parameters: parametersSchema },
  required: ["name", "description", "parameters"],
  additionalProperties: false,
};

const parameterBinding: JsonSchema = {
  anyOf: [
    { description: "A property of the arguments.", type: "string" },
    { description: "Left out: the function receives undefined.", type: "null" },
    {
      description: "Filled in by the runtime.",
      type: "object",
      properties: {
        inject: {
          type: "string",
          enum: ["ctx", "callId", "agent", "team", "toolCall", "signal", "images", "videos", "audio", "files"],
        },
        required: {
          description: "The function counts on it: of a team, which not every run has.",
          type: "boolean",
          const: true,
        },
      },
      required: ["inject"],
      additionalProperties: false,
    },
    {
      description: "An array property, spread at the call.",
      type: "object",
      properties: { rest: { type: "string" } },
      required: ["rest"],
      additionalProperties: false,
    },
    {
      description: "The object parameter whose properties are the arguments.",
      type: "object",
      properties: { object: { type: "array", items: { type: "string" } } },
      required: ["object"],
      additionalProperties: false,
    },
  ],
};

const flag: JsonSchema = { type: "boolean", const: true };

const toolBinding: JsonSchema = {
  description: "How the arguments of a call reach the function. Never sent to a provider.",
  type: "object",
  properties: {
    module: { description: "Relative to the manifest, with forward slashes.", type: "string", minLength: 1 },
    export: { type: "string", minLength: 1 },
    method: { type: "string", minLength: 1 },
    static: flag,
    params: { type: "array", items: parameterBinding },
    async: { type: "boolean" },
    thread: { type: "string", enum: ["main", "worker"] },
    why: { type: "string" },
    convert: conversions,
    secret: { type: "array", items: { type: "string", pattern: "^/" }, uniqueItems: true },
    external: flag,
    readonly: flag,
    destructive: flag,
    idempotent: flag,
    deprecated: flag,
    returns: { type: "object" },
  },
  required: ["module", "export", "params", "async", "thread"],
  dependentRequired: { static: ["method"] },
  additionalProperties: false,
};

/** JSON Schema 2020-12 of a manifest of this version. It refers to nothing outside itself. */
export const manifestSchema: JsonSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "runa manifest",
  type: "object",
  properties: {
    version: { type: "integer", const: MANIFEST_VERSION },
    tools: {
      type: "array",
      items: {
        type: "object",
        properties: { type: { type: "string", const: "function" }, function: toolDefinition, runa: toolBinding },
        required: ["type", "function", "runa"],
        additionalProperties: false,
      },
    },
    schemas: {
      description: "The types tagged @schema, by name.",
      type: "object",
      additionalProperties: {
        type: "object",
        properties: { schema: { type: "object" }, convert: conversions },
        required: ["schema"],
        additionalProperties: false,
      },
    },
  },
  required: ["version", "tools", "schemas"],
  additionalProperties: false,
};
