/** Stages that check what goes into a function and what comes out of it. What trips ends the run. */
import { resolveGuardrails } from "../gating/resolve-guardrails.ts";
import { runGuardrails } from "../gating/run-guardrails.ts";
import type { CallInProgress } from "./call-in-progress.ts";
import { returnedBy } from "./call-result.ts";
import { thrownText } from "./to-outcome.ts";

/** For a call that runs here; one that the program runs itself has passed before it was handed over. */
export function guardInput(call: CallInProgress): undefined | Promise<undefined> {
  return call.tool.isExternal ? undefined : runInputGuardrails(call);
}

/** They see the arguments as the function receives them. */
export function runInputGuardrails(call: CallInProgress): undefined | Promise<undefined> {
  return guard(call, "input", () => Object.freeze({ ...call.values }));
}

/** They see what the function returned, before it becomes a text; of a call that failed, the text. */
export function guardOutput(call: CallInProgress): undefined | Promise<undefined> {
  return guard(call, "output", ({ result }) => (result.kind === "threw" ? thrownText(result) : returnedBy(result)));
}

function guard(
  call: CallInProgress,
  side: "input" | "output",
  valueOfCall: (call: CallInProgress) => unknown,
): undefined | Promise<undefined> {
  const { tool, toolCall, environment } = call;
  const { guardrails: option } = tool.options;
  if (option === undefined) return undefined;
  const guardrails = resolveGuardrails(option, `Tool "${tool.name}"`)[side];
  if (guardrails.length === 0) return undefined;
  const { ctx, agent, signal, guardrailResults } = environment;
  const info = { ctx, agent, signal, toolName: tool.name, callId: toolCall.callId };
  return runGuardrails(guardrails, { phase: `tool_${side}`, value: valueOfCall(call), info }, guardrailResults);
}
