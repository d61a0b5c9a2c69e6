/** What an agent can be told: a closed list, checked when the agent is made. */
import {
  aBoolean,
  aCount,
  aDuration,
  aFunction,
  aListOfFunctions,
  aNumberFromZero,
  anObject,
  anything,
  assertOptions,
  aText,
  type OptionCheck,
  type OptionChecks,
} from "../errors/assert-options.ts";
import type { Model, ModelSettings } from "../model/model.ts";
import type { Compaction } from "../run/plan.ts";
import type { SessionDatabase } from "../session/session-database.ts";
import { aCacheStore, type CacheStore } from "../tool/cache-store.ts";
import type { GuardrailsOption } from "../tool/gates.ts";
import type { Hooks } from "../tool/hooks.ts";
import type { RunContext } from "../tool/run-context.ts";
import { isToolSet, type ToolEntry, type ToolSet } from "../tool/tool-entry.ts";
import type { ToolHook } from "../tool/tool-hooks.ts";
import { isToolSource, type ToolSource } from "../tool/tool-source.ts";
import { type AgentsOption, checkAgents } from "./agents-option.ts";
import { checkOutputType, type OutputType } from "./resolve-output.ts";

/** What a `ToolFactory` may give: a list, or all that a binding gives; nothing stands for no tools. */
export type ChosenTools = readonly ToolEntry[] | ToolSet | null | undefined;

/** Chooses the tools of one run, when it starts. It chooses among tools that are there: a function needs its definition. */
export type ToolFactory<TContext = unknown> = (info: {
  readonly ctx: RunContext<TContext>;
  readonly agent: object;
  /** Around the agent: the team itself, or that of which the agent is a member in this run. Absent for any other. */
  readonly team?: object;
  readonly sessionState: Record<string, unknown>;
}) => ChosenTools | Promise<ChosenTools>;

/** What the key of a kept list of tools is made of. */
export interface CacheKeyInfo<TContext = unknown> {
  readonly ctx: RunContext<TContext>;
  readonly agent: object;
}

export type ToolsOption<TContext = unknown> = readonly ToolEntry[] | ToolFactory<TContext> | ToolSet;

/** Texts of a list are joined by line breaks; a function is asked before each model request. */
export type Instructions<TContext = unknown> =
  | string
  | readonly string[]
  | ((ctx: RunContext<TContext>) => string | Promise<string>);

/** All of it may also be fields of a subclass; options of the constructor win. Times are in milliseconds. */
export interface AgentOptions<TContext = unknown, TParsed = unknown> {
  /** Required, here or as a field. */
  readonly name?: string;
  readonly instructions?: Instructions<TContext>;
  /** In place of `instructions`: a file that is read once, relative to the working directory. */
  readonly instructionsFile?: string | URL;
  /** `"gpt-5.2"`, `"ollama:qwen3"`, or a `Model`. Default `"gpt-5.4-nano"`. */
  readonly model?: string | Model;
  readonly modelSettings?: ModelSettings;
  /** A list; all tools of a binding, `tools`; or a function that gives either at the start of each run. */
  readonly tools?: ToolsOption<TContext>;
  /**
   * The shape of the final answer: `schemas.Ticket` of the generated binding, or a JSON Schema. The provider is asked for it
   * where it can be; an answer that does not fit is told to the model once, and then ends the run. The value is `run.parsed`.
   */
  readonly outputType?: OutputType<TParsed>;
  /**
   * Keeps what the function in `tools` gave, for the same user, else for the same session. Default false, or true where
   * there is a `cacheKey`. Who loses a role keeps the tools until `clearCallableCache()`.
   */
  readonly cacheCallables?: boolean;
  /** In place of the user and the session; nothing is kept where it gives undefined. */
  readonly cacheKey?: (info: CacheKeyInfo<TContext>) => string | undefined | Promise<string | undefined>;
  /** Agents that this one can hand over to, or give tasks to. */
  readonly agents?: AgentsOption;
  /** MCP servers, whose tools stand behind those of `tools`. */
  readonly mcp?: readonly ToolSource[];
  /** Around every call of a tool, the first outermost; the tool's own are inside. */
  readonly toolHooks?: readonly ToolHook[];
  /** Checks of what the user says and of what is answered. One that trips ends the run. */
  readonly guardrails?: GuardrailsOption;
  /**
   * What becomes of streamed text while output guardrails are to come: held back until they have passed, or passed on at
   * once. Default `"buffer"`.
   */
  readonly streamGuarded?: "buffer" | "pass";
  /** Told what happens in each run. */
  readonly hooks?: Hooks;
  /** Keeps one conversation in this instance, `agent.history`, for runs without a session. Default false. */
  readonly history?: boolean;
  /**
   * Shortens conversations, in what the model is sent and in what is stored: `true` drops what was said before the run's
   * own message where the last request had more than 200 000 tokens. Default: never.
   */
  readonly compact?: Compaction | false;
  /** Where sessions are kept: `run(message, { sessionId })`. */
  readonly db?: SessionDatabase;
  /** What the state of a new session starts with; each gets a copy. */
  readonly sessionState?: Readonly<Record<string, unknown>>;
  /** Offers the model a tool that changes the session state: `updateSessionState`. Default false. */
  readonly agenticState?: boolean;
  /** Puts values of the run in the place of `{name}` in the instructions. Default true. */
  readonly resolveInContext?: boolean;
  /** Model requests in one run. Default 10. */
  readonly maxTurns?: number;
  /** How deep the runs of delegates may nest. Default 8. */
  readonly maxDepth?: number;
  /** Of all requests of a run. Default: no limit. */
  readonly maxTotalTokens?: number;
  /** For a whole run. Default: none. */
  readonly timeout?: number;
  /** How many tool calls of a run may run; those beyond it are answered with an error. Default: no limit. */
  readonly toolCallLimit?: number;
  /** How many calls of one answer run at a time. Default: all. */
  readonly maxToolConcurrency?: number;
  /** What happens to arguments that a tool does not know. Default `"refuse"`. */
  readonly unknownArguments?: "refuse" | "drop";
  /**
   * Change arguments of the wrong type where nothing is lost: `"5"` where a number is wanted, `"false"` for a boolean, a
   * list or an object that was written as JSON text, `5` where a text is wanted. The event of the call says which.
   * Default false: they are refused.
   */
  readonly coerceArguments?: boolean;
  /** Ask the provider to hold the model to the schemas, where it can. A tool's own setting wins. */
  readonly strictTools?: boolean;
  /** How long the other calls of an answer have to end, when one of them ends the run. Default 1 000. */
  readonly cancelGrace?: number;
  /** How often in a row the same call may fail before the run ends. Default 5. */
  readonly maxRepeatedCalls?: number;
  /** Longest text of a tool result; head and tail are kept. Default 200 000. */
  readonly maxResultChars?: number;
  /** Where results of tools with `cache` are kept. Default: files below the user's cache folder. */
  readonly cache?: CacheStore;
  /** Keys of arguments and results whose values are hidden in events, logs and traces, beside those tagged `@secret`. */
  readonly redact?: readonly string[];
  /** Whether the model is shown media, of the user and of tools; tools get them in any case. Default true. */
  readonly sendMediaToModel?: boolean;
  /** Whether media are stored with the conversation; the run that is returned has them in any case. Default true. */
  readonly storeMedia?: boolean;
}

const theInstructions: OptionCheck = (value) =>
  typeof value === "string" ||
  typeof value === "function" ||
  (Array.isArray(value) && value.every((line) => typeof line === "string"))
    ? undefined
    : "must be a text, a list of texts, or a function";

const aModel: OptionCheck = (value) =>
  (typeof value === "string" && value !== "") ||
  (typeof value === "object" && value !== null && "respond" in value && typeof value.respond === "function")
    ? undefined
    : 'must be a name such as "gpt-5.2", or a Model';

const HOOK_NAMES: readonly string[] = [
  "onAgentStart",
  "onAgentEnd",
  "onHandoff",
  "onLlmStart",
  "onLlmEnd",
  "onToolStart",
  "onToolEnd",
] satisfies readonly (keyof Hooks)[];

/** Plain objects are closed lists too; an instance of a class may have methods of its own. */
export const someHooks: OptionCheck = (value) => {
  if (typeof value !== "object" || value === null) return "must be an object with methods such as onToolStart";
  if (Object.getPrototypeOf(value) !== Object.prototype) return undefined;
  const wrong = Object.entries(value).find(
    ([name, hook]) => !HOOK_NAMES.includes(name) || (hook !== undefined && typeof hook !== "function"),
  );
  return wrong && `has no hook "${wrong[0]}" of this kind; the hooks are the methods ${HOOK_NAMES.join(", ")}`;
};

const CHECKS: OptionChecks<AgentOptions> = {
  name: aText,
  history: aBoolean,
  compact: (value) =>
    typeof value === "boolean" || typeof value === "function" ? undefined : "must be true, false, or a function",
  db: (value) =>
    typeof value === "object" && value !== null && "store" in value
      ? undefined
      : "must be a database for sessions, such as new SqliteDb()",
  sessionState: anObject,
  agenticState: aBoolean,
  resolveInContext: aBoolean,
  instructions: theInstructions,
  instructionsFile: (value) => (value instanceof URL ? undefined : aText(value)),
  model: aModel,
  // Checked by itself, with a place of its own in the message.
  modelSettings: anything,
  tools: (value) =>
    Array.isArray(value) || typeof value === "function" || isToolSet(value)
      ? undefined
      : "must be a list, an object of tools by name, or a function that gives either",
  outputType: checkOutputType,
  cacheCallables: aBoolean,
  cacheKey: aFunction,
  agents: checkAgents,
  mcp: (value) =>
    Array.isArray(value) && value.every(isToolSource) ? undefined : "must be a list of MCP servers: new MCPServer(…)",
  toolHooks: aListOfFunctions,
  hooks: someHooks,
  // Looked at in detail when the agent is resolved.
  guardrails: (value) => (typeof value === "object" && value !== null ? undefined : "must be a list, or a group"),
  streamGuarded: (value) => (value === "buffer" || value === "pass" ? undefined : 'must be "buffer" or "pass"'),
  maxTurns: aCount,
  maxDepth: aCount,
  maxTotalTokens: aCount,
  timeout: aDuration,
  toolCallLimit: aCount,
  maxToolConcurrency: aCount,
  unknownArguments: (value) => (value === "refuse" || value === "drop" ? undefined : 'must be "refuse" or "drop"'),
  coerceArguments: aBoolean,
  strictTools: aBoolean,
  cancelGrace: aDuration,
  maxRepeatedCalls: aCount,
  maxResultChars: aCount,
  cache: aCacheStore,
  redact: (value) =>
    Array.isArray(value) && value.every((key) => typeof key === "string" && key !== "")
      ? undefined
      : "must be a list of keys",
  sendMediaToModel: aBoolean,
  storeMedia: aBoolean,
};

const MODEL_SETTING_CHECKS: OptionChecks<ModelSettings> = {
  temperature: aNumberFromZero,
  topP: aNumberFromZero,
  maxOutputTokens: aCount,
  toolChoice: aText,
  parallelToolCalls: aBoolean,
  reasoning: aText,
  maxRetries: aNumberFromZero,
  requestTimeout: aDuration,
  idleTimeout: aDuration,
};

export const AGENT_OPTION_NAMES: readonly (keyof AgentOptions)[] = Object.keys(CHECKS) as (keyof AgentOptions)[];

/** @throws UserError for a key that is no option, or a value that does not fit. */
export function assertAgentOptions(options: AgentOptions, where: string): void {
  assertOptions<AgentOptions>(options, CHECKS, where);
  if (options.modelSettings !== undefined)
    assertOptions<ModelSettings>(options.modelSettings, MODEL_SETTING_CHECKS, `${where}, modelSettings,`);
}
