/** The request of OpenAI's Responses, as far as it is used here. */
import type { JsonSchema } from "../../manifest/json-schema.ts";

/** @see https://platform.openai.com/docs/api-reference/responses/create */
export interface ResponsesRequest {
  readonly model: string;
  /** Turns of this provider are echoed as they came, whatever is in them. */
  readonly input: readonly (ResponsesItem | EchoedItem)[];
  instructions?: string;
  /** Nothing is kept at the provider: the whole conversation is sent each time. */
  readonly store: false;
  include?: readonly "reasoning.encrypted_content"[];
  tools?: readonly ResponsesTool[];
  tool_choice?: "none" | "auto" | "required" | { readonly type: "function"; readonly name: string };
  parallel_tool_calls?: boolean;
  temperature?: number;
  top_p?: number;
  max_output_tokens?: number;
  reasoning?: { readonly effort: string };
  text?: {
    readonly format: {
      readonly type: "json_schema";
      readonly name: string;
      readonly schema: JsonSchema;
      readonly strict: boolean;
    };
  };
  stream?: boolean;
}

export interface ResponsesTool {
  readonly type: "function";
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
  /** Always sent: left out, it does not mean false. */
  readonly strict: boolean;
}

export interface EchoedItem {
  readonly [field: string]: unknown;
}

export type ResponsesItem =
  | { readonly role: "user"; readonly content: string | readonly ResponsesPart[] }
  | { readonly role: "assistant"; readonly content: string }
  | { readonly type: "function_call"; readonly call_id: string; readonly name: string; readonly arguments: string }
  | {
      readonly type: "function_call_output";
      readonly call_id: string;
      readonly output: string | readonly ResponsesPart[];
    };

export type ResponsesPart =
  | { readonly type: "input_text"; readonly text: string }
  | { readonly type: "input_image"; readonly image_url: string; readonly detail: "auto" }
  | { readonly type: "input_file"; readonly filename: string; readonly file_data: string }
  | { readonly type: "input_file"; readonly file_url: string };
