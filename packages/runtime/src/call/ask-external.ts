/** A call that the program runs itself waits for its result. Its input guardrails have to pass first. */

import type { CallInProgress, WaitingCall } from "./call-in-progress.ts";
import { runInputGuardrails } from "./guard-call.ts";

const WAIT: WaitingCall = { question: { kind: "external" } };

export function askExternal(call: CallInProgress): WaitingCall | undefined | Promise<WaitingCall | undefined> {
  const { tool, toolCall, environment } = call;
  const { gate } = environment;
  if (!gate) return undefined;
  const { callId } = toolCall;
  if (gate.ledger.decisionOn(callId)?.external) return undefined;
  // It waits on, whatever the options of its tool say by now: the program may be running it. Its guardrails have passed.
  if (gate.ledger.pendingCall(callId)?.kind === "external") return WAIT;
  if (!tool.isExternal) return undefined;
  const checks = runInputGuardrails(call);
  return checks ? checks.then(() => WAIT) : WAIT;
}
