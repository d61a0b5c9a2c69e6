/** How many calls a run may make. Only calls that could run count. */
import { type CallInProgress, refuse, type ToolOutcome } from "./call-in-progress.ts";

export function limitCalls(call: CallInProgress): ToolOutcome | undefined {
  const { allowance } = call.environment;
  allowance.used++;
  call.isCounted = true;
  if (allowance.used <= allowance.limit) return undefined;
  return refuse(
    `the limit of ${allowance.limit} tool calls is reached and this call did not run. Answer with what you have.`,
  );
}
