/** Who acts: from a plan to one whose tools can be called. */
import { UserError } from "../errors/user-error.ts";
import { Redaction } from "../tool/redaction.ts";
import type { RunPlan } from "./plan.ts";
import type { RunProgress } from "./run-progress.ts";

/**
 * From here on this agent acts, again or for the first time.
 *
 * @param plan Asked for once in a run, where the agent has not acted yet.
 * @throws What opening the tools throws, `UserError` for a tool that needs a team where there is none, and the reason of the run's signal.
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
  const team = plan.team ?? progress.team;
  if (!plan.openTools) return withTeam(plan, team);
  const { close, ...tools } = await plan.openTools(progress.ctx, team);
  progress.closers.push(close);
  progress.signal.throwIfAborted();
  return withTeam({ ...plan, ...tools }, team);
}

/** @throws UserError for a tool that counts on a team, where there is none. */
function withTeam(plan: RunPlan, team: object | undefined): RunPlan {
  const tool = team ? undefined : [...plan.tools.values()].find(({ requires }) => requires?.includes("team"));
  if (!tool) return plan;
  throw new UserError(
    "RUNA_NO_TEAM",
    `Tool "${tool.name}" (${tool.origin}) takes the team around the agent, and "${plan.agentName}" runs outside of any. Run it as a member of a Team, or declare the parameter as Team | undefined.`,
  );
}
