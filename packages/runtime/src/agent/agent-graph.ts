/** The agents that a run may come to, over handoffs and delegates. */
import { UserError } from "../errors/user-error.ts";
import { type PlannedAgent, plannedAgentOf } from "./planned-agent.ts";

/**
 * This agent and all that it leads to, each once.
 *
 * @throws UserError where agents delegate to each other in a circle. Handing over in circles is fine.
 */
export function reachableAgents(root: PlannedAgent): readonly PlannedAgent[] {
  const reached = new Set([root]);
  for (const agent of reached) for (const { target } of agent.links) reached.add(plannedAgentOf(target));
  const harmless = new Set<PlannedAgent>();
  for (const agent of reached) assertNoCircle(agent, [], harmless);
  return [...reached];
}

function assertNoCircle(agent: PlannedAgent, path: readonly PlannedAgent[], harmless: Set<PlannedAgent>): void {
  if (harmless.has(agent)) return;
  if (path.includes(agent)) {
    const circle = [...path.slice(path.indexOf(agent)), agent].map(({ name }) => `"${name}"`);
    throw new UserError(
      "RUNA_DELEGATE_CYCLE",
      `Agents delegate in a circle: ${circle.join(" to ")}. Make one of them a handoff, or leave it out.`,
    );
  }
  for (const { kind, target } of agent.links)
    if (kind === "delegate") assertNoCircle(plannedAgentOf(target), [...path, agent], harmless);
  harmless.add(agent);
}
