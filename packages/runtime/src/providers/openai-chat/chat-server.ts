/** How a server differs from OpenAI's own Chat Completions: data, read by the conversions. */
import type { Dialect } from "../../manifest/index.ts";

export interface ChatServer {
  /** `Model.provider` of its models. */
  readonly name: string;
  readonly maxTokensField: "max_tokens" | "max_completion_tokens";
  /** Of definitions that are not strict. */
  readonly dialect: Dialect;
  /** Of the schema of a structured answer, where it is not strict; absent: that of OpenAI. */
  readonly outputDialect?: Dialect;
  /** Sends `strict` in a tool's definition. */
  readonly strict: boolean;
  /** Understands `parallel_tool_calls`. */
  readonly parallelToolCalls: boolean;
  /** Understands `stream_options`. Without it usage comes by itself. */
  readonly streamOptions: boolean;
  /** Understands `reasoning_effort`. */
  readonly reasoningEffort: boolean;
  /** The word for a choice that must be some tool; `auto` where the server refuses to be forced. */
  readonly requiredChoice: "required" | "auto";
  /** Takes `tool_choice` as an object that names a tool; else that tool is the only one sent. */
  readonly namedChoice: boolean;
  /** Models that refuse to be forced at all. */
  readonly neverForced?: RegExp;
  /** Fields of an assistant message with its reasoning that are sent back. Others are left out. */
  readonly echoedReasoning: readonly string[];
  /** Call ids must be nine letters and digits. */
  readonly shortCallIds?: boolean;
}

export const OPENAI_SERVER: ChatServer = {
  name: "openai-chat",
  maxTokensField: "max_completion_tokens",
  dialect: "openai",
  strict: true,
  parallelToolCalls: true,
  streamOptions: true,
  reasoningEffort: true,
  requiredChoice: "required",
  namedChoice: true,
  echoedReasoning: [],
};
