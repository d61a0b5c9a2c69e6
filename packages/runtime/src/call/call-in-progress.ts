/** One call of a tool on its way through the stages: what each leaves for the next. */
import { ImpossibleStateError } from "../errors/impossible-state-error.ts";
import type { Question } from "../gating/decision.ts";
import type { DecisionLedger } from "../gating/decision-ledger.ts";
import type { GuardrailResult } from "../gating/guardrail-result.ts";
import type { RememberedDecisions } from "../gating/remembered-decisions.ts";
import type { JsonObject } from "../manifest/index.ts";
import type { Item, MediaPart, ToolCall } from "../model/item.ts";
import type { RecordedResult } from "../model/recorded-result.ts";
import type { Claim } from "../session/store.ts";
import type { CacheStore } from "../tool/cache-store.ts";
import type { CustomEvent } from "../tool/custom-event.ts";
import type { Hooks } from "../tool/hooks.ts";
import type { Media } from "../tool/media.ts";
import type { Redaction } from "../tool/redaction.ts";
import type { RunContext } from "../tool/run-context.ts";
import type { ArgumentValues, BoundTool } from "../tool/tool.ts";
import type { ToolHook } from "../tool/tool-hooks.ts";
import type { ModelText } from "./to-model-text.ts";

/** What the calls of a run share. */
export interface CallEnvironment {
  readonly tools: ReadonlyMap<string, BoundTool>;
  readonly ctx: RunContext;
  /** The agent that acts; a tool may ask for it. */
  readonly agent: object | undefined;
  /** Its name; empty where there is none. */
  readonly agentName: string;
  /** Keeps results of tools with `cache` and no store of their own; absent for the default. */
  readonly cache?: CacheStore;
  /** The team that it is, or is a member of. */
  readonly team: object | undefined;
  /** Those of the run, then those of the agent. */
  readonly hooks: readonly Hooks[];
  /** Of the agent, around those of the tool. */
  readonly toolHooks: readonly ToolHook[];
  /** The conversation so far. */
  readonly messages: () => readonly Item[];
  /** The run's own. */
  readonly signal: AbortSignal;
  readonly unknownArguments: "refuse" | "drop";
  readonly coerceArguments: boolean;
  readonly maxResultChars: number;
  readonly sendMediaToModel: boolean;
  /** What tools may ask for: media of the user, and of results. */
  readonly media: () => readonly Media[];
  /** What may be seen of the calls from outside. */
  readonly redaction: Redaction;
  /** How many more calls may run. */
  readonly allowance: CallAllowance;
  /** Absent where no other agent can take over. */
  readonly handover?: Handover;
  /** Runs another agent in place of a function, where the call is one of a delegate. */
  readonly callDelegate?: (call: CallInProgress, own: AbortSignal | undefined) => Promise<CallResult> | undefined;
  readonly isDelegate?: (toolName: string) => boolean;
  /** Ids of the calls that have run, or are running. */
  readonly claimed: Set<string>;
  /** What people have decided; absent where nobody can be asked. */
  readonly gate?: Gate;
  /** Each check of a guardrail is added. */
  readonly guardrailResults: GuardrailResult[];
  /** Keeps claims and results beyond this process; absent where nothing does. */
  readonly journal?: CallJournal;
  /** Aborts the run's signal where one call ends the run; absent where there is no run. */
  readonly cancel?: (reason: unknown) => void;
  /** Milliseconds that the others then have to end. */
  readonly cancelGrace: number;
  /** Around the running of each call; absent where nobody traces the run. Throws what the work throws. */
  readonly within?: <T>(call: CallInProgress, work: () => T) => T;
  /** Absent where nobody watches. */
  readonly listener?: CallListener;
}

export interface Gate {
  readonly ledger: DecisionLedger;
  /** Whose tools these are. */
  readonly agentName: string;
  readonly remembered: RememberedDecisions;
}

/** The part of a run's journal that calls write. */
export interface CallJournal {
  /**
   * Whether the call was claimed when this process got the run: then it is too late to decide about it. Absent where the
   * journal knows no more than its process does.
   */
  hasBegun?(callId: string): boolean;
  claim(callId: string): Claim | Promise<Claim>;
  recordResult(result: RecordedResult): void | Promise<void>;
}

export interface CallAllowance {
  readonly limit: number;
  used: number;
}

export interface Handover {
  /** By the name of the tool that hands over. */
  readonly targets: ReadonlyMap<string, { readonly agentName: string }>;
  /** Who takes over after this batch: the first that was called. */
  to: string | undefined;
}

/** **Contract.** Called in order for each call: started, any number of deltas and events, completed. Never throws. */
export interface CallListener {
  onStarted(call: CallInProgress): void;
  onOutput(call: CallInProgress, delta: string): void;
  onCustomEvent(call: CallInProgress, event: CustomEvent): void;
  onCompleted(call: CallInProgress, outcome: ToolOutcome): void;
}

/** What became of a call. Every call gets exactly one. */
export interface ToolOutcome {
  /** What the model reads. */
  readonly text: string;
  readonly isError: boolean;
  /** What the function returned. */
  readonly value?: unknown;
  /** What it threw. */
  readonly error?: unknown;
  /** For the model, beside the text. */
  readonly media?: readonly MediaPart[];
  /** For the run: the media of a value that is not there any more. */
  readonly returned?: readonly Media[];
}

/** A call that waits for people: it has no outcome yet. */
export interface WaitingCall {
  /** None for a call of a delegate: the calls of its own run have them. */
  readonly question: Question | undefined;
}

/** What the function did. */
export type CallResult =
  /** `said`: what the model reads, where it was made from a value of which `value` is a copy. */
  | {
      readonly kind: "returned";
      readonly value: unknown;
      readonly said?: ModelText;
      /** By a generator, which may have told more than this. */
      readonly wasStreamed?: true;
    }
  /** A generator that returned nothing: what it yielded, put together. */
  | { readonly kind: "streamed"; readonly text: string }
  /** `text`: what a generator had yielded before. */
  | { readonly kind: "threw"; readonly error: unknown; readonly text?: string }
  /** A delegate: its own run waits for people. */
  | { readonly kind: "paused" };

const NO_ARGUMENTS: JsonObject = Object.freeze({});

export class CallInProgress {
  readonly toolCall: ToolCall;
  readonly environment: CallEnvironment;
  /** As the model wrote them, without reserved keys. Events, interruptions and stored state hold these. */
  json: JsonObject = NO_ARGUMENTS;
  /** JSON pointers to values that were changed to fit the schema. */
  coerced: readonly string[] = [];
  /** As the function receives them. */
  values: ArgumentValues = NO_ARGUMENTS;
  /** The JSON of `values`, where a hook has changed them. */
  sentJson: JsonObject | undefined;
  /** It is part of `allowance.used`. */
  isCounted = false;
  /** Its outcome was read from the journal. */
  isRecorded = false;
  #tool: BoundTool | undefined;
  #result: CallResult | undefined;
  #isBlocked = false;

  constructor(toolCall: ToolCall, environment: CallEnvironment) {
    this.toolCall = toolCall;
    this.environment = environment;
  }

  get tool(): BoundTool {
    if (!this.#tool) throw new ImpossibleStateError("A call was used before its tool was found");
    return this.#tool;
  }

  /** Undefined for a name that no tool has, and before anybody has looked. */
  get knownTool(): BoundTool | undefined {
    return this.#tool ?? this.environment.tools.get(this.toolCall.name);
  }

  set tool(tool: BoundTool) {
    this.#tool = tool;
  }

  /** The limit of the tool, else that of the run. */
  get maxResultChars(): number {
    return this.#tool?.options.maxResultChars ?? this.environment.maxResultChars;
  }

  get result(): CallResult {
    if (!this.#result) throw new ImpossibleStateError("A result was used before the function was called");
    return this.#result;
  }

  set result(result: CallResult) {
    this.#result = result;
  }

  /** A hook in front of the function threw: neither the function nor what is around it runs. */
  get isBlocked(): boolean {
    return this.#isBlocked;
  }

  block(error: unknown): void {
    this.#isBlocked = true;
    this.#result = { kind: "threw", error };
  }
}

/**
 * One step of a call.
 *
 * **Contract.** Gives an outcome to end the call with, or what it waits for, or nothing to go on. It throws only what must end the run.
 */
export type Stage = (call: CallInProgress) => StageResult | Promise<StageResult>;

type StageResult = ToolOutcome | WaitingCall | undefined;

export function isWaiting(result: ToolOutcome | WaitingCall): result is WaitingCall {
  return "question" in result;
}

/** A call that does not run. `problem` is for the model. */
export function refuse(problem: string): ToolOutcome {
  return { text: `error: ${problem}`, isError: true };
}
