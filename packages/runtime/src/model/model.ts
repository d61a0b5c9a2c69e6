/** What a provider is, seen from the loop: one request, one answer, and events while it arrives. */
import type { JsonObject, JsonSchema, ToolDefinition } from "../manifest/index.ts";
import type { Usage } from "../tool/usage.ts";
import type { AssistantItem, Item } from "./item.ts";

/**
 * A model behind one wire format.
 *
 * **Contract.** `respond` resolves with a whole answer or rejects: with a `RunaError` when the provider refused, could
 * not be reached, or broke off in mid-answer (an answer that broke off is never resolved, so its calls cannot run), or
 * with the reason of `request.signal` as soon as that is aborted. It keeps no state between calls and never changes
 * the request. `onEvent` is called in order, before the promise settles, and never throws.
 */
export interface Model {
  /** Name of the wire format: `openai-chat`. Turns are echoed only between models that share it. */
  readonly provider: string;
  /** The model's own name: `gpt-5.2`. */
  readonly id: string;
  /** @internal Answers from what it is given, without a request: none is told of, in events, hooks and traces. */
  readonly asksNobody?: true;
  respond(request: ModelRequest): Promise<ModelResponse>;
}

export interface ModelRequest {
  /** System prompt; empty for none. */
  readonly instructions: string;
  readonly items: readonly Item[];
  /** Neutral definitions. The provider lowers each to its dialect, once per definition object. */
  readonly tools: readonly ModelTool[];
  /** Of the provider's own: sent as they are, behind the others. */
  readonly providerTools?: readonly JsonObject[];
  readonly settings: ModelSettings;
  /** Ask for the final answer in this shape. */
  readonly output?: { readonly name: string; readonly schema: JsonSchema };
  /** Whether to ask the provider for a stream, and to report events while it arrives. */
  readonly stream: boolean;
  readonly onEvent?: (event: ModelEvent) => void;
  readonly signal?: AbortSignal;
}

export interface ModelTool {
  readonly definition: ToolDefinition;
  readonly strict?: boolean;
}

/** Only what is set is sent. Times in milliseconds. */
export interface ModelSettings {
  readonly temperature?: number;
  readonly topP?: number;
  readonly maxOutputTokens?: number;
  /** A tool's name forces that tool. */
  readonly toolChoice?: "auto" | "required" | "none" | (string & {});
  readonly parallelToolCalls?: boolean;
  readonly reasoning?: "none" | "minimal" | "low" | "medium" | "high" | (string & {});
  /** How often a failed request is sent again. Default 2. */
  readonly maxRetries?: number;
  /** Until the answer is complete. Default 600 000. */
  readonly requestTimeout?: number;
  /**
   * Between two signs of life of a stream; pings and comments are some too. Default 120 000 at Anthropic, which pings
   * while its model thinks, and 300 000 elsewhere: other models that reason may be silent for minutes.
   */
  readonly idleTimeout?: number;
}

export interface ModelResponse {
  readonly item: AssistantItem;
  readonly finishReason: FinishReason;
  readonly usage: Usage;
  /** The provider's id of the request, for its support. */
  readonly requestId?: string;
}

/**
 * `stop` covers a turn with calls too: whether there are calls decides, never the finish reason. `pause`: the model is
 * not done, and goes on when it is sent its turn back.
 */
export type FinishReason = "stop" | "length" | "refusal" | "content_filter" | "pause";

export type ModelEvent =
  | { readonly type: "text_delta"; readonly delta: string }
  | { readonly type: "reasoning_delta"; readonly delta: string }
  | {
      readonly type: "tool_arguments_delta";
      readonly callId: string;
      readonly name: string;
      readonly delta: string;
    }
  | { readonly type: "retry"; readonly attempt: number; readonly delay: number; readonly reason: string };
