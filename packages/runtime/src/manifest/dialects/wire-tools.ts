/** A lowered tool as it stands in a request: the same parts, under each provider's names. */
import type { JsonSchema } from "../json-schema.ts";
import type { LoweredTool } from "./lowered.ts";

export interface OpenAiChatTool {
  readonly type: "function";
  readonly function: {
    readonly name: string;
    readonly description: string;
    readonly parameters: JsonSchema;
    readonly strict: boolean;
  };
}

export function toOpenAiChatTool({ definition, strict }: LoweredTool): OpenAiChatTool {
  const { name, description, parameters } = definition;
  return { type: "function", function: { name, description, parameters, strict } };
}

/** Flat. `strict` is always said: left out, the server tries strict mode by itself. */
export interface OpenAiResponsesTool {
  readonly type: "function";
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
  readonly strict: boolean;
}

export function toOpenAiResponsesTool({ definition, strict }: LoweredTool): OpenAiResponsesTool {
  const { name, description, parameters } = definition;
  return { type: "function", name, description, parameters, strict };
}

export interface AnthropicTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: JsonSchema;
  readonly strict?: true;
}

export function toAnthropicTool({ definition, strict }: LoweredTool): AnthropicTool {
  const { name, description, parameters } = definition;
  return { name, description, input_schema: parameters, ...(strict && { strict }) };
}

/** One entry of `functionDeclarations`. */
export interface GeminiFunctionDeclaration {
  readonly name: string;
  readonly description: string;
  readonly parametersJsonSchema: JsonSchema;
}

export function toGeminiFunctionDeclaration({ definition }: LoweredTool): GeminiFunctionDeclaration {
  const { name, description, parameters } = definition;
  return { name, description, parametersJsonSchema: parameters };
}

/** One entry of the answer to `tools/list`; annotations are the caller's. */
export interface McpTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
}

export function toMcpTool({ definition }: LoweredTool): McpTool {
  const { name, description, parameters } = definition;
  return { name, description, inputSchema: parameters };
}
