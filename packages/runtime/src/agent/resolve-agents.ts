/** From links to what a plan knows of other agents: the tools that lead to them, and where those lead. */
import type { AgentTarget } from "../run/plan.ts";
import type { BoundTool } from "../tool/tool.ts";
import type { AgentLink } from "./agent-link.ts";
import { createDelegateTool } from "./delegate.ts";
import { createHandoffTool } from "./handoff.ts";
import { plannedAgentOf } from "./planned-agent.ts";

export interface ResolvedAgents {
  readonly tools: readonly BoundTool[];
  readonly handoffs: ReadonlyMap<string, AgentTarget>;
  readonly delegates: ReadonlyMap<string, AgentTarget>;
}

/** @throws UserError where the name of an agent makes no name of a tool. */
export function resolveAgents(links: readonly AgentLink[]): ResolvedAgents {
  const tools: BoundTool[] = [];
  const handoffs = new Map<string, AgentTarget>();
  const delegates = new Map<string, AgentTarget>();
  for (const { kind, target, options } of links) {
    const agent = plannedAgentOf(target);
    const create = kind === "handoff" ? createHandoffTool : createDelegateTool;
    const tool = create(agent.name, options);
    tools.push(tool);
    (kind === "handoff" ? handoffs : delegates).set(tool.name, {
      agent: agent.agent,
      agentName: agent.name,
      plan: (ctx) => agent.plan(ctx),
    });
  }
  return { tools, handoffs, delegates };
}
