/** What one agent knows of another: how to resolve it. Kept apart from the class, which it would otherwise have to import. */
import { errorMessage } from "../errors/error-message.ts";
import { ImpossibleStateError } from "../errors/impossible-state-error.ts";
import { UserError } from "../errors/user-error.ts";
import type { AgentTarget, RunPlan } from "../run/plan.ts";
import type { AgentLink, AgentReference } from "./agent-link.ts";

export interface PlannedAgent {
  readonly agent: object;
  readonly name: string;
  readonly links: readonly AgentLink[];
  /** Of this agent alone; resolved once, and again where it failed. */
  plan(): Promise<RunPlan>;
}

const settlers = new WeakMap<object, () => PlannedAgent>();
const instances = new WeakMap<object, object>();

/** @param settle Called when the agent is first used, because fields of a subclass come after its constructor. */
export function registerAgent(agent: object, settle: () => PlannedAgent): void {
  settlers.set(agent, settle);
}

/**
 * A class stands for one instance, made on first use.
 *
 * @throws UserError for an agent whose options do not fit.
 */
export function plannedAgentOf(reference: AgentReference): PlannedAgent {
  const settle = settlers.get(typeof reference === "function" ? instanceOf(reference) : reference);
  if (!settle) throw new ImpossibleStateError("An agent was linked that was never constructed");
  return settle();
}

export function toTarget(planned: PlannedAgent): AgentTarget {
  return { agent: planned.agent, agentName: planned.name, plan: () => planned.plan() };
}

// biome-ignore lint/complexity/noBannedTypes: a class, of which nothing more is known.
function instanceOf(agentClass: Function): object {
  const known = instances.get(agentClass);
  if (known) return known;
  let instance: unknown;
  try {
    instance = Reflect.construct(agentClass, []);
  } catch (cause) {
    throw new UserError(
      "RUNA_NOT_AN_AGENT",
      `The agent class ${agentClass.name} cannot be made without arguments: ${errorMessage(cause)}. List an instance of it in agents, in place of the class.`,
      { cause },
    );
  }
  if (typeof instance !== "object" || instance === null)
    throw new ImpossibleStateError("A class was constructed into no object");
  instances.set(agentClass, instance);
  return instance;
}
