/** Finds the agent that acted when a run stopped: the run's own, or one that the conversation was handed over to. */
import { UserError } from "../errors/user-error.ts";
import type { AgentTarget, RunPlan } from "./plan.ts";

/** @throws UserError where no handoff leads to an agent of that name. */
export async function actingPlan(plan: RunPlan, agentName: string): Promise<RunPlan> {
  if (plan.agentName === agentName) return plan;
  const seen = new Set([plan.agentName]);
  const targets: AgentTarget[] = [...plan.handoffs.values()];
  for (const target of targets) {
    if (seen.has(target.agentName)) continue;
    seen.add(target.agentName);
    const reached = await target.plan();
    if (target.agentName === agentName) return reached;
    targets.push(...reached.handoffs.values());
  }
  throw new UserError(
    "RUNA_STATE_AGENT",
    `The run stopped while the agent "${agentName}" was acting, and no handoff of "${plan.agentName}" leads to one of that name. They lead to ${[...seen].slice(1).join(", ") || "nobody"}.`,
  );
}
