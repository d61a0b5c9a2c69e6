/** The request of OpenAI's Chat Completions, as far as it is used here, with what compatible servers add. */
import type { JsonSchema } from "../../manifest/json-schema.ts";

/** @see https://platform.openai.com/docs/api-reference/chat/create */
export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  tools?: readonly ChatTool[];
  tool_choice?:
    | "none"
    | "auto"
    | "required"
    | { readonly type: "function"; readonly function: { readonly name: string } };
  parallel_tool_calls?: boolean;
  temperature?: number;
  top_p?: number;
  max_tokens?: number;
  max_completion_tokens?: number;
  reasoning_effort?: string;
  response_format?: {
    readonly type: "json_schema";
    readonly json_schema: { readonly name: string; readonly schema: JsonSchema; readonly strict: boolean };
  };
  stream?: boolean;
  stream_options?: { readonly include_usage: boolean };
}

export interface ChatTool {
  readonly type: "function";
  readonly function: {
    readonly name: string;
    readonly description: string;
    readonly parameters: JsonSchema;
    readonly strict?: boolean;
  };
}

export type ChatMessage =
  | { readonly role: "system"; readonly content: string }
  | { readonly role: "user"; readonly content: string | readonly ChatPart[] }
  | { readonly role: "tool"; readonly tool_call_id: string; readonly content: string }
  | ChatAssistantMessage;

export interface ChatAssistantMessage {
  readonly role: "assistant";
  readonly content: string | null;
  readonly refusal?: string | null;
  /** Of DeepSeek and Moonshot. */
  readonly reasoning_content?: string;
  readonly tool_calls?: readonly ChatToolCall[];
}

export interface ChatToolCall {
  readonly id: string;
  readonly type: "function";
  readonly function: { readonly name: string; readonly arguments: string };
}

export type ChatPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image_url"; readonly image_url: { readonly url: string } }
  | { readonly type: "input_audio"; readonly input_audio: { readonly data: string; readonly format: "wav" | "mp3" } }
  | { readonly type: "file"; readonly file: { readonly filename: string; readonly file_data: string } };
