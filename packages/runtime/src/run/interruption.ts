/** A call that waits for people, as they are shown it. Plain JSON: it may be sent to a browser and come back. */
import type { InterruptionKind, PendingCall } from "../gating/decision.ts";
import { NO_DECISIONS, type SharedDecisions } from "../gating/decision-ledger.ts";
import type { JsonObject } from "../manifest/index.ts";
import type { AssistantItem } from "../model/item.ts";
import type { UserInputField } from "../tool/user-input.ts";
import type { RunCore } from "./run-snapshot.ts";

export interface Interruption {
  readonly kind: InterruptionKind;
  readonly callId: string;
  /** The tool's. */
  readonly name: string;
  readonly arguments: JsonObject;
  /** The agent that asks for the call. */
  readonly agentName: string;
  /** Ids of the calls that led there, where it is a delegate's: the outermost first. */
  readonly path: readonly string[];
  /** Of an approval that has one. */
  readonly description?: string;
  /** The form, where arguments are to be filled in. */
  readonly fields?: readonly UserInputField[];
}

/** Calls that nothing is decided about, in the order of the calls. */
export function interruptionsOf(
  run: RunCore,
  shared: SharedDecisions = NO_DECISIONS,
  path: readonly string[] = [],
): readonly Interruption[] {
  return lastAnswer(run).toolCalls.flatMap(({ callId }) => {
    const pending = run.pending.find((one) => one.callId === callId);
    if (pending) return isDecided(run, pending, shared) ? [] : [toInterruption(run, pending, path)];
    const delegate = run.delegates.find((one) => one.callId === callId);
    return delegate ? interruptionsOf(delegate.run, shared, [...path, callId]) : [];
  });
}

function isDecided(run: RunCore, { callId, kind, name }: PendingCall, { sticky }: SharedDecisions): boolean {
  const decision = run.decisions.find((one) => one.callId === callId);
  if (decision?.approval?.verdict === "rejected") return true;
  switch (kind) {
    case "approval":
      return (
        decision?.approval !== undefined ||
        sticky.some((one) => one.agentName === run.actingAgentName && one.toolName === name)
      );
    case "external":
      return decision?.external !== undefined;
    case "userInput":
      return decision?.input !== undefined;
  }
}

function toInterruption(
  { actingAgentName: agentName }: RunCore,
  { kind, callId, name, arguments: args, description, fields }: PendingCall,
  path: readonly string[],
): Interruption {
  return {
    kind,
    callId,
    name,
    arguments: args,
    agentName,
    path,
    ...(description !== undefined && { description }),
    ...(fields && { fields }),
  };
}

const NO_ANSWER: AssistantItem = Object.freeze({ type: "assistant", text: "", toolCalls: [] });

/** The one whose calls are open. */
export function lastAnswer({ items }: Pick<RunCore, "items">): AssistantItem {
  const last = items.at(-1);
  return last?.type === "assistant" ? last : NO_ANSWER;
}
