/** A call that the program runs itself waits for its result. Its input guardrails have to pass first. */

import type { CallInProgress, WaitingCall } from "./call-in-progress.ts";
import { runInputGuardrails } from "./guard-call.ts";

const WAIT: WaitingCall = { question: { kind: "external" } };

export function askExternal(call: CallInProgress): WaitingCall | undefined | Promise<WaitingCall | undefined> {
  const { tool, toolCall, environment } = call;
  const { gate } = environment;
  if (!tool.isExternal || !gate) return undefined;
  const { callId } = toolCall;
  if (gate.ledger.decisionOn(callId)?.external) return undefined;
  // Those of a call that waited already have passed.
  if (gate.ledger.pendingCall(callId)?.kind === "external") return WAIT;
  const checks = runInputGuardrails(call);
  return checks ? checks.then(() => WAIT) : WAIT;
}
