/**
 * The manifest: the one contract between `runa-gen`, which writes it, and the runtime, which loads it.
 *
 * The part of a tool under `type`/`function` is what a provider is sent, after lowering to its dialect; `runa` is
 * binding data and is never sent.
 */
import type { JsonSchema, ParametersSchema } from "./json-schema.ts";

/** The format version that this package reads and writes. */
export const MANIFEST_VERSION = 1;

export interface Manifest {
  readonly version: typeof MANIFEST_VERSION;
  readonly tools: readonly ManifestTool[];
  /** The types tagged `@schema`, by name. */
  readonly schemas: { readonly [name: string]: ManifestSchema };
}

export interface ManifestTool {
  readonly type: "function";
  readonly function: ToolDefinition;
  readonly runa: ToolBinding;
}

/** What a model is told of one tool. */
export interface ToolDefinition {
  /** `^[a-zA-Z0-9_-]{1,64}$`. */
  readonly name: string;
  readonly description: string;
  readonly parameters: ParametersSchema;
}

/** How the arguments of a call reach the function. */
export interface ToolBinding {
  /** Relative to the manifest, with forward slashes: `./tools/weather.ts`. */
  readonly module: string;
  /** The name under which the module exports the function, or the class of a method; `default` for a default export. */
  readonly export: string;
  /** The method of the exported class. */
  readonly method?: string;
  /** The method is static. */
  readonly static?: true;
  /** The parameter list, in call order. */
  readonly params: readonly ParameterBinding[];
  /** The function is `async`, or its declared return type is a promise. */
  readonly async: boolean;
  /** Where the function runs. */
  readonly thread: Thread;
  /** Why a synchronous function runs on the main thread. */
  readonly why?: string;
  /** JSON pointers into `parameters` (its `$defs` and `anyOf` included), to the rich type that stands there. */
  readonly convert?: Conversions;
  /** JSON pointers into `parameters`: values that never reach logs, traces or saved state. */
  readonly secret?: readonly string[];
  /** Runs elsewhere: the runtime never imports or calls it. */
  readonly external?: true;
  readonly readonly?: true;
  readonly destructive?: true;
  readonly idempotent?: true;
  readonly deprecated?: true;
  /** The awaited return value in its JSON form, with open objects. */
  readonly returns?: JsonSchema;
}

/**
 * One entry of the parameter list: a property of the arguments; a value that the runtime injects, `required` where the
 * function counts on one that not every run has; a property that is spread; the flattened object parameter, with its property names; `null` for a parameter that is left out.
 */
export type ParameterBinding =
  | string
  | { readonly inject: Injection; readonly required?: true }
  | { readonly rest: string }
  | { readonly object: readonly string[] }
  | null;

export type Injection =
  | "ctx"
  | "callId"
  | "agent"
  | "team"
  | "toolCall"
  | "signal"
  | "images"
  | "videos"
  | "audio"
  | "files";

export type Thread = "main" | "worker";

/** Types without a JSON form of their own: the function receives the real thing. */
export type RichType = "date" | "url" | "bigint" | "set" | "map" | "bytes";

export interface Conversions {
  readonly [pointer: string]: RichType;
}

export interface ManifestSchema {
  readonly schema: JsonSchema;
  readonly convert?: Conversions;
}

/** Names that providers accept. */
export const TOOL_NAME_PATTERN: RegExp = /^[a-zA-Z0-9_-]{1,64}$/;
