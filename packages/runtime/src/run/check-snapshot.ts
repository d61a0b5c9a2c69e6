/**
 * What must be true of a snapshot beyond its form. It shows most edits by hand even where nothing is signed: a call of the
 * last answer that is nowhere, a call that would run again, a question that is not about the call it names.
 */
import type { Decision, PendingCall } from "../gating/decision.ts";
import { repairHistory } from "../model/repair-history.ts";
import { lastAnswer } from "./interruption.ts";
import type { RunCore } from "./run-snapshot.ts";

/** @returns The first thing that is wrong, in words that follow "the state". */
export function problemOf(run: RunCore): string | undefined {
  const { items, historyItems, inputItems, results, pending, delegates, status } = run;
  const { toolCalls } = lastAnswer(run);
  if (toolCalls.length === 0) return "does not end with an answer that asks for calls";
  if (historyItems + inputItems >= items.length) return "counts more items of history and message than there are";
  const before = items.slice(historyItems, -1);
  if (repairHistory(before) !== before) return "has a conversation in which a call has no result, or more than one";
  const calls = new Map(toolCalls.map((call) => [call.callId, call]));
  if (calls.size < toolCalls.length) return "has two calls of one id in its last answer";
  const told = [...results, ...pending, ...delegates].map(({ callId }) => callId);
  const stranger = [...told, ...run.decisions.map(({ callId }) => callId)].find((callId) => !calls.has(callId));
  if (stranger !== undefined) return `speaks of "${stranger}", which is no call of its last answer`;
  const twice = told.find((callId, index) => told.indexOf(callId) !== index);
  if (twice !== undefined) return `says of the call "${twice}" more than one thing`;
  const lost = toolCalls.find(({ callId }) => status === "paused" && !told.includes(callId));
  if (lost) return `says nothing of the call "${lost.callId}", which has no result and does not wait`;
  return problemOfClaims(run) ?? firstOf(pending, (one) => problemOfPending(one, run)) ?? problemOfDelegates(run);
}

/** What gave a result without an error has run. */
function problemOfClaims(run: RunCore): string | undefined {
  const { items, historyItems, isCompacted, results, pending, claimed } = run;
  const ids = new Set(claimed);
  // Of a shortened conversation nobody knows which calls are of this run.
  const ofRun = isCompacted ? [] : items.slice(historyItems);
  const ran = [...ofRun, ...results].find(
    (item) => item.type === "tool_result" && !item.isError && !ids.has(item.callId),
  );
  if (ran?.type === "tool_result") return `does not list the call "${ran.callId}" among those that have run`;
  const waiting = pending.find(({ callId }) => ids.has(callId));
  return waiting && `has the call "${waiting.callId}" wait, and lists it among those that have run`;
}

function problemOfPending({ callId, name, kind }: PendingCall, run: RunCore): string | undefined {
  const call = lastAnswer(run).toolCalls.find((one) => one.callId === callId);
  if (call?.name !== name) return `asks about "${name}" where the call "${callId}" is one of "${call?.name}"`;
  const decision = run.decisions.find((one) => one.callId === callId);
  return decision && problemOfDecision(decision, kind);
}

function problemOfDecision({ callId, external, input }: Decision, kind: PendingCall["kind"]): string | undefined {
  if (external && kind !== "external") return `has a result for the call "${callId}", which waits for something else`;
  return input && kind !== "userInput"
    ? `has input for the call "${callId}", which waits for something else`
    : undefined;
}

function problemOfDelegates({ delegates, status }: RunCore): string | undefined {
  return firstOf(delegates, ({ callId, run }) => {
    if (status === "paused" && run.status !== "paused") return `has a delegate that runs while its caller waits`;
    const problem = problemOf(run);
    return problem && `(the part of the call "${callId}") ${problem}`;
  });
}

function firstOf<T>(list: readonly T[], problem: (one: T) => string | undefined): string | undefined {
  for (const one of list) {
    const found = problem(one);
    if (found) return found;
  }
  return undefined;
}
