/** What a run starts from. */

import type { SharedDecisions } from "../gating/decision-ledger.ts";
import type { GuardrailResult } from "../gating/guardrail-result.ts";
import type { Item } from "../model/item.ts";
import type { Hooks } from "../tool/hooks.ts";
import type { Redaction } from "../tool/redaction.ts";
import type { RunContext, RunContextParts } from "../tool/run-context.ts";
import type { Usage } from "../tool/usage.ts";
import type { CoreJournal } from "./core-journal.ts";
import type { RunPlan } from "./plan.ts";
import type { Run } from "./run.ts";
import type { EmitRunEvent } from "./run-event.ts";
import type { RunJournal } from "./run-journal.ts";
import type { ResumedRun } from "./stopped-run.ts";

export interface RunInput {
  readonly runId: string;
  /** What the run is about: the message. */
  readonly items: readonly Item[];
  /** What was said before; no part of what the run adds to the conversation. */
  readonly history?: readonly Item[];
  /** In place of items and history: where a run stopped. */
  readonly resume?: ResumedRun;
  /** Absent for a run that lives in this process only. */
  readonly journal?: RunJournal;
  /** Of a run that a call of another one started: what it shares with that. */
  readonly caller?: CallerOfRun;
  readonly context: RunContextParts;
  /** The caller's. */
  readonly signal?: AbortSignal;
  /** Told before those of the plan. */
  readonly hooks?: readonly Hooks[];
  /** Of a run that a call of another one started. */
  readonly depth?: Depth;
  /** The team around the agent. */
  readonly team?: object;
  /** The run whose session state this one has too: one object, whoever replaces it. */
  readonly sharesStateWith?: RunContext;
  /** Of the run that this one is part of: what is hidden there is hidden here too. */
  readonly redaction?: Redaction;
}

export interface CallerOfRun {
  readonly journal: CoreJournal | undefined;
  readonly shared: SharedDecisions;
  readonly guardrailResults: GuardrailResult[];
  /** Told at each answer, so that nothing is lost where the caller ends before this run does. */
  readonly countUsage: (usage: Usage) => void;
}

/** How many runs this one is nested in, and how many that may be. */
export interface Depth {
  readonly current: number;
  readonly max: number;
}

/** As a type: a run starts others, for its delegates, and is started as they are. */
export type ExecuteRun = (plan: RunPlan, input: RunInput, emit?: EmitRunEvent) => Promise<Run>;
