/**
 * Whether a person has to say yes first. In this order: what was decided, whether the call was already waiting,
 * and last what the tool's predicate says.
 */

import { errorMessage } from "../errors/error-message.ts";
import { warnOnce } from "../errors/warn-once.ts";
import type { Verdict } from "../gating/decision.ts";
import { isApproval } from "../tool/gates.ts";
import type { CallInProgress, ToolOutcome, WaitingCall } from "./call-in-progress.ts";

const REJECTED_TEXT = "rejected by the operator";

type Answer = ToolOutcome | WaitingCall | undefined;

export function askApproval(call: CallInProgress): Answer | Promise<Answer> {
  const { gate, journal } = call.environment;
  if (!gate) return undefined;
  const { callId } = call.toolCall;
  // What came of it is in the journal. Nobody is asked about what has happened, nor told that it has not.
  if (journal?.hasBegun?.(callId)) return undefined;
  const { name, options } = call.tool;
  const { needsApproval } = options;
  const verdict = gate.ledger.verdictOn(callId, gate.agentName, name, gate.remembered.verdictOn(name));
  if (verdict) return follow(verdict, call);
  // The program has run it already, and said what came of it.
  if (gate.ledger.decisionOn(callId)?.external) return undefined;
  const description = isApproval(needsApproval) ? needsApproval.description : undefined;
  const wait: WaitingCall = { question: { kind: "approval", ...(description !== undefined && { description }) } };
  if (gate.ledger.pendingCall(callId)?.kind === "approval") return wait;
  if (needsApproval === undefined || needsApproval === false) return undefined;
  if (needsApproval === true) return wait;
  return askPredicate(call).then((isNeeded) => (isNeeded ? wait : undefined));
}

function follow({ verdict, message = REJECTED_TEXT }: Verdict, call: CallInProgress): ToolOutcome | undefined {
  if (verdict === "approved") return undefined;
  close(call);
  // Flagged as an error, so that it is neither shown to the user nor the end of a run.
  return { text: message, isError: true };
}

/** Another copy of the state may approve the call: it must not run then. A store sees to that by itself. */
function close({ toolCall, environment: { journal, claimed } }: CallInProgress): void {
  if (!journal?.hasBegun) claimed.add(toolCall.callId);
}

/** Fails closed. */
async function askPredicate({ toolCall, tool, values, environment }: CallInProgress): Promise<boolean> {
  const { needsApproval } = tool.options;
  if (typeof needsApproval !== "function" && !isApproval(needsApproval)) return true;
  const predicate = isApproval(needsApproval) ? needsApproval.predicate : needsApproval;
  const { ctx, signal } = environment;
  try {
    const args = Object.freeze({ ...values });
    const answer: unknown = await predicate(args, { ctx, callId: toolCall.callId, toolName: tool.name, signal });
    if (typeof answer === "boolean") return answer;
    warnAsked(tool.name, `gave ${answer === null ? "null" : typeof answer}, not true or false`);
  } catch (error) {
    warnAsked(tool.name, `threw: ${errorMessage(error)}`);
  }
  return true;
}

function warnAsked(toolName: string, what: string): void {
  warnOnce(
    "RUNA_APPROVAL_PREDICATE",
    toolName,
    `The predicate needsApproval of tool "${toolName}" ${what}. Approval was asked for. Arguments that the model left out are undefined.`,
  );
}
