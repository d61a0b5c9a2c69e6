/** Who acts: from a plan to one whose tools can be called. */
import { Redaction } from "../tool/redaction.ts";
import type { RunPlan } from "./plan.ts";
import type { RunProgress } from "./run-progress.ts";

/**
 * From here on this agent acts, again or for the first time.
 *
 * @param plan Asked for once in a run, where the agent has not acted yet.
 * @throws What opening the tools throws, and the reason of the run's signal.
 */
export async function actBy(
  progress: RunProgress,
  agent: object,
  plan: () => RunPlan | Promise<RunPlan>,
): Promise<void> {
  const acting = progress.plans.get(agent) ?? (await opened(progress, await plan()));
  progress.plans.set(agent, acting);
  progress.acting = acting;
  if (acting.redact.length > 0) progress.redaction = new Redaction(acting.redact, progress.redaction);
}

async function opened(progress: RunProgress, plan: RunPlan): Promise<RunPlan> {
  if (!plan.openTools) return plan;
  const { close, ...tools } = await plan.openTools(progress.ctx, plan.team ?? progress.team);
  progress.closers.push(close);
  progress.signal.throwIfAborted();
  return { ...plan, ...tools };
}
