/** What lowering gives: a schema or tool in a provider's dialect, the way back for arguments, and what was lost. */
import type { JsonSchema, JsonValue } from "../json-schema.ts";
import type { ToolDefinition } from "../manifest.ts";

/**
 * What a provider accepts as a tool definition. `openai` and `openai-strict` hold for Chat Completions and Responses,
 * which differ only in how a tool is wrapped; `llamacpp` and `ollama` for these servers, which are sent the same form.
 */
export type Dialect =
  | "openai"
  | "openai-strict"
  | "anthropic"
  | "anthropic-strict"
  | "gemini"
  | "mcp"
  | "llamacpp"
  | "ollama";

export const DIALECTS: readonly Dialect[] = [
  "openai",
  "openai-strict",
  "anthropic",
  "anthropic-strict",
  "gemini",
  "mcp",
  "llamacpp",
  "ollama",
];

/**
 * Turns what a model sent under the lowered schema into a value for the neutral one.
 *
 * **Contract.** Never throws and never changes its argument. A value that does not fit the lowered schema comes back as
 * it is, as far as it does not fit: the validation against the neutral schema, which follows, explains what is wrong.
 */
export type Restore = (value: JsonValue) => JsonValue;

/** Something of the neutral definition that a dialect cannot carry. */
export interface Loss {
  /** JSON pointer into the neutral `parameters`; `""` for the whole. */
  readonly pointer: string;
  /** The keyword in question, or `name` and `description` for those of the tool. */
  readonly keyword: string;
  /** A sentence without its end, for people: `uniqueItems is not part of the dialect`. */
  readonly why: string;
  /** The model still reads it, as text in a description. */
  readonly described: boolean;
}

export interface LoweredSchema {
  /** The same object as the neutral schema where nothing had to change. */
  readonly schema: JsonSchema;
  /** Absent where values are the same in both. */
  readonly restore?: Restore;
  readonly lost: readonly Loss[];
  /** Why the schema cannot be sent in this dialect at all; empty for one that can. Only strict dialects have any. */
  readonly obstacles: readonly Loss[];
}

export interface LoweredTool {
  /** The dialect that `definition` is in: not the one asked for where a tool cannot be expressed strictly. */
  readonly dialect: Dialect;
  /** What to send. The same object as the neutral definition where nothing had to change. */
  readonly definition: LoweredDefinition;
  readonly strict: boolean;
  readonly restore?: Restore;
  readonly lost: readonly Loss[];
  /** Why a strict dialect was asked for and not given: one warning's worth. Empty otherwise. */
  readonly obstacles: readonly Loss[];
}

/** A definition whose `parameters` are in a dialect; its `name` may differ from the neutral one. */
export type LoweredDefinition = Pick<ToolDefinition, "name" | "description"> & { readonly parameters: JsonSchema };
