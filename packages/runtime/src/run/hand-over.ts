/**
 * A handoff: from the next request on another agent acts, with its own instructions, model, tools and hooks, on the same
 * conversation. The run, its limits and its context stay what they are.
 */
import { actBy } from "./act-by.ts";
import type { AgentTarget } from "./plan.ts";
import type { EmitRunEvent } from "./run-event.ts";
import { hooksOf, type RunProgress } from "./run-progress.ts";

/** Who takes over after the calls of the last answer. A transfer that failed, or was refused, is none. */
export function targetOf({ batch, acting }: RunProgress): AgentTarget | undefined {
  if (acting.handoffs.size === 0) return undefined;
  const transfer = batch?.completed.find(
    ({ call, outcome }) => !outcome.isError && acting.handoffs.has(call.toolCall.name),
  );
  return transfer && acting.handoffs.get(transfer.call.toolCall.name);
}

/** @throws What the other agent's tools throw when they are chosen, or a hook. */
export async function handOver(
  progress: RunProgress,
  target: AgentTarget,
  emit: EmitRunEvent | undefined,
): Promise<void> {
  const { ctx, runId } = progress;
  const { agent: from, agentName } = progress.acting;
  await actBy(progress, target.agent, target.plan);
  progress.turnsBefore = progress.turns;
  progress.signal.throwIfAborted();
  emit?.({ type: "handoff", runId, agentName, to: target.agentName });
  const { agent } = progress.acting;
  for (const one of hooksOf(progress)) await one.onHandoff?.({ ctx, agent, from });
  for (const one of hooksOf(progress)) await one.onAgentStart?.({ ctx, agent });
}
