/** The request of Anthropic's Messages, as far as it is used here. */
import type { JsonSchema } from "../../manifest/json-schema.ts";
import type { WireObject } from "../wire-values.ts";

/** @see https://docs.anthropic.com/en/api/messages */
export interface MessagesRequest {
  readonly model: string;
  max_tokens: number;
  readonly messages: readonly Message[];
  system?: string;
  tools?: readonly MessagesTool[];
  tool_choice?: MessagesToolChoice;
  temperature?: number;
  top_p?: number;
  thinking?:
    | { readonly type: "enabled"; readonly budget_tokens: number }
    | { readonly type: "adaptive" }
    | { readonly type: "disabled" };
  output_config?: {
    readonly effort?: "low" | "medium" | "high" | "xhigh" | "max";
    readonly format?: { readonly type: "json_schema"; readonly schema: WireObject };
  };
  stream?: boolean;
}

export interface MessagesTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: JsonSchema & { readonly type: "object" };
  readonly strict?: boolean;
}

export type MessagesToolChoice =
  | { readonly type: "auto"; readonly disable_parallel_tool_use?: true }
  | { readonly type: "any"; readonly disable_parallel_tool_use?: true }
  | { readonly type: "tool"; readonly name: string; readonly disable_parallel_tool_use?: true }
  | { readonly type: "none" };

export interface Message {
  readonly role: "user" | "assistant";
  readonly content: (MessageBlock | EchoedBlock)[];
}

/** Blocks of this provider's own turns go back as they came, whatever is in them. */
export interface EchoedBlock {
  readonly [field: string]: unknown;
}

export type MessageBlock =
  | ContentBlock
  | { readonly type: "tool_use"; readonly id: string; readonly name: string; readonly input: WireObject }
  | {
      readonly type: "tool_result";
      readonly tool_use_id: string;
      readonly content?: string | readonly ContentBlock[];
      readonly is_error?: true;
    };

export type ImageType = "image/jpeg" | "image/png" | "image/gif" | "image/webp";

export type ContentBlock =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "image";
      readonly source:
        | { readonly type: "base64"; readonly media_type: ImageType; readonly data: string }
        | { readonly type: "url"; readonly url: string };
    }
  | {
      readonly type: "document";
      readonly title?: string;
      readonly source:
        | { readonly type: "base64"; readonly media_type: "application/pdf"; readonly data: string }
        | { readonly type: "text"; readonly media_type: "text/plain"; readonly data: string }
        | { readonly type: "url"; readonly url: string };
    };
