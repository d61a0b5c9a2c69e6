/**
 * The neutral conversation. Items are plain JSON: they are what sessions store and what a provider's conversion reads.
 */

export type Item = UserItem | AssistantItem | ToolResultItem;

export interface UserItem {
  readonly type: "user";
  readonly content: string | readonly ContentPart[];
}

/** One answer of the model: its text, the calls it asks for, and the provider's own turn beside them. */
export interface AssistantItem {
  readonly type: "assistant";
  readonly text: string;
  readonly reasoning?: string;
  readonly refusal?: string;
  readonly toolCalls: readonly ToolCall[];
  readonly raw?: ProviderTurn;
}

export interface ToolCall {
  readonly callId: string;
  /** The call's id in `raw`, where another call of the conversation had it already. */
  readonly rawCallId?: string;
  readonly name: string;
  /**
   * The arguments as JSON text, in terms of the neutral schema: what lowering added (a synthetic `null`, pairs in place
   * of a map) is already taken back. May be empty or malformed: the model wrote it.
   */
  readonly argumentsText: string;
}

/**
 * The turn as the provider sent it, kept unchanged. It is echoed to the provider that made it and to no other, because
 * signatures, thinking blocks and unknown items must come back as they were.
 */
export interface ProviderTurn {
  /** `Model.provider` of the model that made it. */
  readonly provider: string;
  readonly turn: unknown;
}

export interface ToolResultItem {
  readonly type: "tool_result";
  readonly callId: string;
  readonly name: string;
  /** The model text. */
  readonly text: string;
  readonly isError: boolean;
  readonly media?: readonly MediaPart[];
}

export type ContentPart = TextPart | MediaPart;

export interface TextPart {
  readonly type: "text";
  readonly text: string;
}

/** Exactly one of `url`, `data` and `filepath`; by the time a provider sees it, one of the first two. */
export interface MediaPart {
  readonly type: "image" | "audio" | "video" | "file";
  readonly id?: string;
  readonly url?: string;
  /** Base64, without a `data:` prefix. */
  readonly data?: string;
  /** A file that is read when somebody asks for its bytes. */
  readonly filepath?: string;
  readonly mimeType?: string;
  readonly filename?: string;
}
