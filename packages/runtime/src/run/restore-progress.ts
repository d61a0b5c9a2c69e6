/** From where a run stopped to a run under way. */
import { fromStored } from "../call/recorded-outcome.ts";
import { DecisionLedger } from "../gating/decision-ledger.ts";
import type { Item } from "../model/item.ts";
import { claimedCallsOf } from "./claimed-calls.ts";
import { type ProgressStart, type RunProgress, startProgress } from "./run-progress.ts";
import type { ResumedRun } from "./stopped-run.ts";
import type { ToolCallRecord } from "./tool-call-record.ts";

/** @param start Of the agent whose run it is, which need not be the one that acts. */
export function restoreProgress(start: ProgressStart, { core, shared, live, acting }: ResumedRun): RunProgress {
  const fresh = startProgress({ ...start, items: [], history: [] });
  const newItems = core.items.slice(core.historyItems + core.inputItems);
  const { agentName, actingAgentName: _acting, runId: _runId, status: _status, ...rest } = core;
  Object.assign(start.ctx, { usage: core.usage });
  start.guardrailResults.push(...core.guardrailResults);
  return {
    ...fresh,
    agentName,
    acting,
    historyItems: rest.historyItems,
    inputItems: rest.inputItems,
    isCompacted: rest.isCompacted,
    ledger: new DecisionLedger(shared, rest.decisions, rest.pending),
    open: { results: rest.results, outcomes: live?.outcomes },
    delegateRuns: new Map(
      rest.delegates.map(({ callId, run, countedUsage }) => [
        callId,
        { core: run, live: live?.delegates?.get(callId), countedUsage },
      ]),
    ),
    allowance: { limit: fresh.allowance.limit, used: rest.countedCalls },
    turnsBefore: rest.turnsBefore,
    hasMisfit: rest.hasMisfit,
    items: [...rest.items],
    newItems,
    toolCalls: live?.toolCalls ? [...live.toolCalls] : recordsOf(newItems, rest.shownCallIds),
    media: rest.media.map(fromStored),
    shown: [...rest.shown],
    lastText: rest.shown.length > 0 ? "tool" : "nobody",
    usage: rest.usage,
    turns: rest.turns,
    callIds: knownIds(newItems, rest.claimed),
    // A journal that outlives the process knows better.
    claimed: start.journal?.hasBegun ? new Set(rest.claimed) : claimedCallsOf(core.runId, rest.claimed),
    failing: new Map(rest.failing),
  };
}

/** As `readToolCalls` keeps them. Of a call that compaction has taken away only the id is known. */
function knownIds(items: readonly Item[], claimed: readonly string[]): Map<string, string> {
  const calls = items.flatMap((item) => (item.type === "assistant" ? item.toolCalls : []));
  return new Map([
    ...claimed.map((callId) => [callId, ""] as const),
    ...calls.map(({ callId, name, argumentsText }) => [callId, `${name}\n${argumentsText}`] as const),
  ]);
}

/** What JSON tells of the calls that are over. */
function recordsOf(items: readonly Item[], shownCallIds: readonly string[]): ToolCallRecord[] {
  const argumentsOf = new Map(
    items
      .flatMap((item) => (item.type === "assistant" ? item.toolCalls : []))
      .map(({ callId, argumentsText }) => [callId, argumentsText]),
  );
  return items.flatMap((item) => {
    if (item.type !== "tool_result") return [];
    const { callId, name, text, isError } = item;
    const isShown = shownCallIds.includes(callId);
    const args = readArguments(argumentsOf.get(callId) ?? "");
    return [{ callId, name, arguments: args, text, isError, isShown, result: undefined, error: undefined }];
  });
}

/** Empty where the model wrote no object, as in the record of a call that was just made. */
function readArguments(text: string): ToolCallRecord["arguments"] {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return value as ToolCallRecord["arguments"];
  } catch {
    // A record of a refused call: the model was told what is wrong with it.
  }
  return {};
}
