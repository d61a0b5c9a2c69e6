/** From a run under way to what it can be gone on from. */
import { toRecorded, toStored } from "../call/recorded-outcome.ts";
import type { Decision, PendingCall } from "../gating/decision.ts";
import type { SavedRun } from "./core-journal.ts";
import type { LiveParts } from "./live-parts.ts";
import type { RunProgress } from "./run-progress.ts";
import type { RunCore } from "./run-snapshot.ts";

export function livePartsOf({ ctx, toolCalls, batch, delegateRuns }: RunProgress): LiveParts {
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
    delegates: new Map([...delegateRuns].map(([callId, { live }]) => [callId, live])),
  };
}

export function takeCore(progress: RunProgress, status: RunCore["status"]): RunCore {
  const { batch, ledger } = progress;
  const openCalls = batch?.open ?? [];
  const open = new Set(openCalls.map(({ toolCall }) => toolCall.callId));
  const isNested = progress.depth.current > 0;
  const pending = pendingCalls(progress, open);
  return {
    status,
    runId: progress.runId,
    agentName: progress.agentName,
    actingAgentName: progress.acting.agentName,
    items: [...progress.items],
    historyItems: progress.historyItems,
    inputItems: progress.inputItems,
    isCompacted: progress.isCompacted,
    results: batch?.completed.map(({ call, outcome }) => toRecorded(call, outcome)) ?? [],
    pending,
    // What was decided about calls that are over is in their results.
    decisions: openDecisions(ledger.decisions, pending, open),
    delegates: [...progress.delegateRuns].flatMap(([callId, { core: run, countedUsage }]) =>
      open.has(callId) ? [{ callId, run, countedUsage }] : [],
    ),
    // Of a call that has begun and is not over, the journal knows.
    claimed: [...progress.claimed].filter((callId) => !open.has(callId)),
    // Those of a delegate stand with its caller.
    guardrailResults: isNested ? [] : [...progress.guardrailResults],
    turns: progress.turns,
    turnsBefore: progress.turnsBefore,
    hasMisfit: progress.hasMisfit,
    usage: progress.usage,
    countedCalls: progress.allowance.used - openCalls.filter(({ isCounted }) => isCounted).length,
    failing: [...progress.failing],
    shown: [...progress.shown],
    shownCallIds: progress.toolCalls.filter(({ isShown }) => isShown).map(({ callId }) => callId),
    media: progress.media.map(toStored),
  };
}

/** Those that wait, and those that waited and were not looked at yet. */
function pendingCalls({ batch, ledger }: RunProgress, open: ReadonlySet<string>): readonly PendingCall[] {
  const waiting = batch?.waiting ?? [];
  const asked = waiting.flatMap(({ call, question }) => {
    const { callId, name } = call.toolCall;
    return question ? [{ callId, name, arguments: call.json, ...question }] : [];
  });
  const ids = new Set(waiting.map(({ call }) => call.toolCall.callId));
  return [...asked, ...ledger.pending.filter(({ callId }) => open.has(callId) && !ids.has(callId))];
}

/** Arguments that a person has filled in are none of a call that waits for something else by now. */
function openDecisions(
  decisions: readonly Decision[],
  pending: readonly PendingCall[],
  open: ReadonlySet<string>,
): readonly Decision[] {
  const asked = new Set(pending.filter(({ kind }) => kind !== "userInput").map(({ callId }) => callId));
  return decisions
    .filter(({ callId }) => open.has(callId))
    .map(({ input, ...decision }) => (input && !asked.has(decision.callId) ? { ...decision, input } : decision));
}

/** For a journal. */
export function savedRun(progress: RunProgress, status: RunCore["status"]): SavedRun {
  return {
    core: () => takeCore(progress, status),
    live: () => livePartsOf(progress),
    shared: progress.ledger.shared,
  };
}
