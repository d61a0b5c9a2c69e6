/** How far a run has come: the one thing that the loop changes. */
import type { Batch } from "../call/batch.ts";
import type { CallAllowance } from "../call/call-in-progress.ts";
import type { KnownResults } from "../call/restore-batch.ts";
import { DecisionLedger, EMPTY_LEDGER, NO_DECISIONS, type SharedDecisions } from "../gating/decision-ledger.ts";
import type { GuardrailResult } from "../gating/guardrail-result.ts";
import type { Item } from "../model/item.ts";
import type { Hooks } from "../tool/hooks.ts";
import type { Media } from "../tool/media.ts";
import type { Redaction } from "../tool/redaction.ts";
import type { RunContext } from "../tool/run-context.ts";
import { addUsage, NO_USAGE, type Usage } from "../tool/usage.ts";
import type { CoreJournal } from "./core-journal.ts";
import type { LiveParts } from "./live-parts.ts";
import type { RunLimits, RunPlan } from "./plan.ts";
import type { Depth, ExecuteRun } from "./run-input.ts";
import type { RunCore } from "./run-snapshot.ts";
import type { RunTrace } from "./run-trace.ts";
import type { ToolCallRecord } from "./tool-call-record.ts";

export interface RunProgress {
  readonly runId: string;
  readonly ctx: RunContext;
  /** Aborted by the caller, by the run's own time limit, or by whoever stops reading the stream. */
  readonly signal: AbortSignal;
  /** Whether anything can abort it: listening for what cannot happen costs as much as a whole turn of the loop. */
  readonly isAbortable: boolean;
  /** Those of the run; the acting agent has its own. */
  readonly runHooks: readonly Hooks[];
  /** Of the agent that the run began with, whoever acts. */
  readonly limits: RunLimits;
  readonly depth: Depth;
  /** Around the agent that the run began with. */
  readonly team: object | undefined;
  /** How the runs of delegates are done. */
  readonly executeRun: ExecuteRun;
  /** The agent that acts: another one after a handoff. */
  acting: RunPlan;
  /** The plans of the agents that have acted, with their tools opened: those of one run are chosen once. */
  readonly plans: Map<object, RunPlan>;
  /** For when the run has ended. None of them throws. */
  readonly closers: (() => Promise<void>)[];
  /** Model requests of the run before that agent came to act. */
  turnsBefore: number;
  /** The model was told already that its answer has not the shape that was asked for. */
  hasMisfit: boolean;
  /** How many calls may still run. */
  readonly allowance: CallAllowance;
  /** The agent whose run it is. */
  readonly agentName: string;
  /** What people have decided. */
  readonly ledger: DecisionLedger;
  /** Of a delegate's run: its caller's list. */
  readonly guardrailResults: GuardrailResult[];
  readonly journal: CoreJournal | undefined;
  /** Of a delegate's run: what it uses is used by its caller. */
  readonly countForCaller: ((usage: Usage) => void) | undefined;
  /** How many of the items come from before the run, and how many behind these are its message. */
  historyItems: number;
  inputItems: number;
  /** The conversation was shortened: what is stored of it has to be, too. */
  isCompacted: boolean;
  /** Of the last request and its answer; 0 where nobody knows. */
  contextTokens: number;
  /** Calls of the last answer, where the run begins with them. */
  open: KnownResults | undefined;
  /** Runs of delegates that wait for people, or may have to go on in another process, by the call that they work for. */
  readonly delegateRuns: Map<string, StoppedDelegate>;
  /** Aborts `signal`, for a run that is about to end with an error. */
  readonly cancel: (reason: unknown) => void;
  /** What may be seen of the run from outside: less with each agent that acts. */
  redaction: Redaction;
  /** Absent where nobody listens. */
  trace: RunTrace | undefined;
  /** The whole conversation, as the model is sent it. */
  readonly items: Item[];
  readonly newItems: Item[];
  readonly toolCalls: ToolCallRecord[];
  /** What tools returned beside their texts. */
  readonly media: Media[];
  /** Texts of tools that the user is shown, in front of the answer. */
  readonly shown: string[];
  /** Whose text was streamed last: between two of them stands a blank line. */
  lastText: "nobody" | "model" | "tool";
  usage: Usage;
  /** Model requests that were begun. */
  turns: number;
  /** Ids that the model has used, with name and arguments. */
  readonly callIds: Map<string, string>;
  /** Ids of the calls that have run. */
  readonly claimed: Set<string>;
  /** Calls that failed in the last batch, with how often in a row. */
  failing: ReadonlyMap<string, number>;
  /** The calls of the last answer, until their results are in the conversation. */
  batch: Batch | undefined;
}

export interface StoppedDelegate {
  readonly core: RunCore;
  readonly live: LiveParts | undefined;
  /** What of its usage the caller has counted. */
  readonly countedUsage: Usage;
}

/** What a run has from its start, whether it is new or goes on. */
export type ProgressStart = Pick<
  RunProgress,
  | "runId"
  | "ctx"
  | "signal"
  | "isAbortable"
  | "cancel"
  | "runHooks"
  | "redaction"
  | "depth"
  | "team"
  | "executeRun"
  | "acting"
  | "journal"
  | "countForCaller"
> & {
  readonly items: readonly Item[];
  readonly history: readonly Item[];
  readonly shared: SharedDecisions | undefined;
  readonly guardrailResults: GuardrailResult[];
};

export function startProgress(start: ProgressStart): RunProgress {
  const { items, history, shared = NO_DECISIONS } = start;
  const { limits, agentName } = start.acting;
  // Written out: what a spread puts together is slow to make and to read, for as long as the run lasts.
  return {
    runId: start.runId,
    ctx: start.ctx,
    signal: start.signal,
    isAbortable: start.isAbortable,
    cancel: start.cancel,
    runHooks: start.runHooks,
    redaction: start.redaction,
    depth: start.depth,
    team: start.team,
    executeRun: start.executeRun,
    acting: start.acting,
    journal: start.journal,
    countForCaller: start.countForCaller,
    guardrailResults: start.guardrailResults,
    agentName,
    limits,
    plans: new Map(),
    closers: [],
    ledger: shared === NO_DECISIONS ? EMPTY_LEDGER : new DecisionLedger(shared, [], []),
    historyItems: history.length,
    inputItems: items.length,
    isCompacted: false,
    contextTokens: 0,
    open: undefined,
    delegateRuns: new Map(),
    turnsBefore: 0,
    hasMisfit: false,
    allowance: { limit: limits.toolCalls, used: 0 },
    items: [...history, ...items],
    newItems: [],
    toolCalls: [],
    media: [],
    shown: [],
    lastText: "nobody",
    usage: NO_USAGE,
    turns: 0,
    callIds: new Map(),
    claimed: new Set(),
    failing: new Map(),
    batch: undefined,
    trace: undefined,
  };
}

/** Those of the run, then those of the agent that acts. */
export function hooksOf({ runHooks, acting }: RunProgress): readonly Hooks[] {
  return runHooks.length === 0 ? acting.hooks : [...runHooks, ...acting.hooks];
}

/** Tools see a new object each time. */
export function countUsage(progress: RunProgress, usage: Usage): void {
  progress.usage = addUsage(progress.usage, usage);
  // The field is readonly for them.
  Object.assign(progress.ctx, { usage: progress.usage });
  progress.countForCaller?.(usage);
}

/** To the conversation, and to what the run reports. */
export function addItem(progress: RunProgress, item: Item): void {
  progress.items.push(item);
  progress.newItems.push(item);
}
