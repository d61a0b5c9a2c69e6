/**
 * What a run works on: readonly data that an agent's options were resolved into. The loop knows neither the agent's
 * class, nor a provider, nor where a tool came from.
 */
import type { RememberedDecisions } from "../gating/remembered-decisions.ts";
import type { Guardrails } from "../gating/resolve-guardrails.ts";
import type { JsonObject, JsonSchema } from "../manifest/index.ts";
import type { Item } from "../model/item.ts";
import type { Model, ModelSettings, ModelTool } from "../model/model.ts";
import type { CacheStore } from "../tool/cache-store.ts";
import type { Hooks } from "../tool/hooks.ts";
import type { RunContext } from "../tool/run-context.ts";
import type { BoundTool } from "../tool/tool.ts";
import type { ToolHook } from "../tool/tool-hooks.ts";

export interface RunPlan {
  /** Given to tools that ask for it, and looked at by nobody else. */
  readonly agent: object;
  readonly agentName: string;
  readonly model: Model;
  /** The system prompt, or what makes it before each request. */
  readonly instructions: string | ((ctx: RunContext) => string | Promise<string>);
  readonly tools: ReadonlyMap<string, BoundTool>;
  /** The same tools as the model is shown them. One list for all requests, so that providers convert it once. */
  readonly modelTools: readonly ModelTool[];
  /** What the provider runs itself. */
  readonly providerTools: readonly JsonObject[];
  /** Of these tools, for behind the system prompt. */
  readonly toolInstructions: string;
  /** Present where tools come from sources, which are opened when the run starts: what then stands for the two above. */
  readonly openTools?: (ctx: RunContext, team: object | undefined) => Promise<OpenedTools>;
  /** The shape of the final answer. */
  readonly output?: OutputShape;
  readonly settings: ModelSettings;
  /** After the first batch: a choice that was forced would be forced again, for ever. */
  readonly laterSettings: ModelSettings;
  readonly limits: RunLimits;
  /** Shortens conversations; absent where nobody does. */
  readonly compact?: Compaction;
  readonly unknownArguments: "refuse" | "drop";
  readonly coerceArguments: boolean;
  readonly maxResultChars: number;
  readonly sendMediaToModel: boolean;
  /** Whether what is stored of a run has its media. */
  readonly storeMedia: boolean;
  /** For tools with `cache` and no store of their own. */
  readonly cache?: CacheStore;
  /** Keys whose values are hidden from whoever looks at the run. */
  readonly redact: readonly string[];
  readonly toolHooks: readonly ToolHook[];
  readonly hooks: readonly Hooks[];
  readonly guardrails: Guardrails;
  /** What becomes of streamed text while output guardrails are to come. */
  readonly streamGuarded: "buffer" | "pass";
  /** Decisions about tools that outlive a run. */
  readonly remembered: RememberedDecisions;
  /** Who may take over, by the name of the tool that hands over. */
  readonly handoffs: ReadonlyMap<string, AgentTarget>;
  /** Calls that are runs of other agents, by the name of the tool. */
  readonly delegates: ReadonlyMap<string, Delegation>;
  /** The same agent, where it is a team. */
  readonly team?: object;
}

/** Who is to do what, by a call with these arguments, which fit its schema. */
export type Delegation = (args: JsonObject) => DelegatedTask;

export interface DelegatedTask {
  readonly target: AgentTarget;
  readonly input: string;
  /** The target gives the task to others as it is: what they do is nested in the caller's run, and the target between no level. */
  readonly isPassedOn?: boolean;
}

/** Another agent, as a plan knows it. */
export interface AgentTarget {
  readonly agent: object;
  readonly agentName: string;
  readonly plan: () => Promise<RunPlan>;
}

export interface OutputShape {
  readonly name: string;
  readonly schema: JsonSchema;
  /** Rejects where the schema cannot be used at all. */
  readonly read: (text: string) => Promise<OutputReading>;
}

/** `problem`: for the model, without its end. */
export type OutputReading =
  | { readonly fits: true; readonly value: unknown }
  | { readonly fits: false; readonly problem: string };

export interface OpenedTools extends Pick<RunPlan, "tools" | "modelTools" | "providerTools" | "toolInstructions"> {
  /** When the run has ended. Never throws. */
  readonly close: () => Promise<void>;
}

/**
 * **Contract.** Is asked before each request and at the end of a run. Gives a shorter conversation, or nothing to leave it
 * as it is; a result that it separates from its call is dropped, and a call from its result answered.
 *
 * @param tokens Of the last request and its answer.
 */
export type CompactConversation = (
  items: readonly Item[],
  tokens: number,
) => readonly Item[] | undefined | Promise<readonly Item[] | undefined>;

/** `true`: everything before the run's own message goes where the last request and its answer had 200 000 tokens. */
export type Compaction = true | CompactConversation;

export interface RunLimits {
  /** Model requests. */
  readonly maxTurns: number;
  readonly maxTotalTokens: number;
  /** Milliseconds; undefined for none. */
  readonly timeout: number | undefined;
  readonly toolCalls: number;
  /** How deep the runs of delegates may nest. */
  readonly depth: number;
  /** How many calls of a batch run at a time. */
  readonly toolConcurrency: number;
  /** Milliseconds that calls have to end, when another of their batch ends the run. */
  readonly cancelGrace: number;
  /** How often in a row one call may fail. */
  readonly repeatedCalls: number;
}
