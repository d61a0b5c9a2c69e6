/** From links to what a plan knows of other agents: the tools that lead to them, and where those lead. */
import type { AgentTarget, Delegation } from "../run/plan.ts";
import type { BoundTool } from "../tool/tool.ts";
import type { AgentLink } from "./agent-link.ts";
import { createDelegateTool } from "./delegate.ts";
import { createHandoffTool } from "./handoff.ts";
import { plannedAgentOf, toTarget } from "./planned-agent.ts";
import { resolveTeam, type TeamSource } from "./resolve-team.ts";

export interface ResolvedAgents {
  readonly tools: readonly BoundTool[];
  readonly handoffs: ReadonlyMap<string, AgentTarget>;
  readonly delegates: ReadonlyMap<string, Delegation>;
}

/** @throws UserError where the name of an agent makes no name of a tool. */
export function resolveAgents(links: readonly AgentLink[], team: TeamSource | undefined): ResolvedAgents {
  const tools: BoundTool[] = [];
  const handoffs = new Map<string, AgentTarget>();
  const delegates = new Map<string, Delegation>();
  for (const { kind, target, options } of links) {
    const planned = plannedAgentOf(target);
    const create = kind === "handoff" ? createHandoffTool : createDelegateTool;
    const tool = create(planned.name, options);
    tools.push(tool);
    const agent = toTarget(planned);
    if (kind === "handoff") handoffs.set(tool.name, agent);
    else delegates.set(tool.name, ({ input }) => ({ target: agent, input: String(input) }));
  }
  if (team) {
    const { tool, delegation } = resolveTeam(team);
    tools.push(tool);
    delegates.set(tool.name, delegation);
  }
  return { tools, handoffs, delegates };
}
