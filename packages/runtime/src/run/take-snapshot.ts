/** From a run under way to plain JSON. */
import type { ToolOutcome } from "../call/call-in-progress.ts";
import { toRecorded, toStored } from "../call/recorded-outcome.ts";
import { UserError } from "../errors/user-error.ts";
import type { SharedDecisions } from "../gating/decision-ledger.ts";
import { toPlainJson } from "./plain-json.ts";
import type { RunProgress } from "./run-progress.ts";
import { RUN_SNAPSHOT_VERSION, type RunCore, type RunSnapshot } from "./run-snapshot.ts";
import type { ToolCallRecord } from "./tool-call-record.ts";

/** What a run is made of that is not plain. */
export interface LiveParts {
  readonly context: unknown;
  /** The context is missing, and has to be given. */
  readonly omitsContext: boolean;
  readonly metadata: unknown;
  readonly knowledgeFilters: unknown;
  readonly sessionState: Record<string, unknown>;
  readonly sessionId: string | undefined;
  readonly userId: string | undefined;
  /** With what the functions returned. */
  readonly toolCalls?: readonly ToolCallRecord[];
  /** Of the calls of the last answer. */
  readonly outcomes?: ReadonlyMap<string, ToolOutcome>;
}

export function livePartsOf({ ctx, toolCalls, batch }: RunProgress): LiveParts {
  const { context, metadata, knowledgeFilters, sessionState, sessionId, userId } = ctx;
  const outcomes = new Map(batch?.completed.map(({ call, outcome }) => [call.toolCall.callId, outcome]));
  return {
    context,
    omitsContext: false,
    metadata,
    knowledgeFilters,
    sessionState,
    sessionId,
    userId,
    toolCalls: [...toolCalls],
    outcomes,
  };
}

export function takeCore(progress: RunProgress, agentName: string, status: RunCore["status"]): RunCore {
  const { batch, ledger } = progress;
  const waiting = batch?.waiting ?? [];
  return {
    status,
    runId: progress.runId,
    agentName: progress.agentName,
    actingAgentName: agentName,
    items: [...progress.items],
    historyItems: progress.historyItems,
    inputItems: progress.inputItems,
    results: batch?.completed.map(({ call, outcome }) => toRecorded(call, outcome)) ?? [],
    pending: waiting.map(({ call, question }) => {
      const { callId, name } = call.toolCall;
      return { callId, name, arguments: call.json, ...question };
    }),
    // What was decided about calls that are over is in their results.
    decisions: ledger.decisions.filter(({ callId }) => isOpen(progress, callId)),
    delegates: [],
    claimed: [...progress.claimed],
    guardrailResults: [...progress.guardrailResults],
    turns: progress.turns,
    usage: progress.usage,
    countedCalls: progress.allowance.used - waiting.length,
    failing: [...progress.failing],
    shown: [...progress.shown],
    shownCallIds: progress.toolCalls.filter(({ isShown }) => isShown).map(({ callId }) => callId),
    media: progress.media.map(toStored),
  };
}

function isOpen({ batch }: RunProgress, callId: string): boolean {
  return batch?.open.some(({ toolCall }) => toolCall.callId === callId) === true;
}

/**
 * @param context What to do about a context that has no plain form: fail, or leave it out.
 * @throws UserError for what has none.
 */
export function toSnapshot(
  core: RunCore,
  shared: SharedDecisions,
  live: LiveParts,
  context: "required" | "where possible" | "left out",
): RunSnapshot {
  const { metadata, knowledgeFilters, sessionState, sessionId, userId } = live;
  return {
    schemaVersion: RUN_SNAPSHOT_VERSION,
    ...core,
    decisionsForTools: shared.sticky,
    approvals: shared.approvals,
    ...contextOf(live, context),
    ...(metadata !== undefined && { metadata: toPlainJson(metadata, "metadata") }),
    ...(knowledgeFilters !== undefined && { knowledgeFilters: toPlainJson(knowledgeFilters, "knowledgeFilters") }),
    sessionState: toPlainJson(sessionState, "sessionState"),
    ...(sessionId !== undefined && { sessionId }),
    ...(userId !== undefined && { userId }),
  };
}

function contextOf(
  { context, omitsContext }: LiveParts,
  wanted: "required" | "where possible" | "left out",
): Pick<RunSnapshot, "context" | "omitsContext"> {
  if (omitsContext) return { omitsContext };
  if (context === undefined) return {};
  if (wanted === "left out") return { omitsContext: true };
  try {
    return { context: toPlainJson(context, "context") };
  } catch (error) {
    if (wanted === "where possible" && error instanceof UserError) return { omitsContext: true };
    throw error;
  }
}
