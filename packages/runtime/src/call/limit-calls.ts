/** Stage 6: how many calls a run may make. Only calls that could run count. */
import { type CallInProgress, refuse, type ToolOutcome } from "./call-in-progress.ts";

export function limitCalls({ environment: { allowance } }: CallInProgress): ToolOutcome | undefined {
  allowance.used++;
  if (allowance.used <= allowance.limit) return undefined;
  return refuse(
    `the limit of ${allowance.limit} tool calls is reached and this call did not run. Answer with what you have.`,
  );
}
