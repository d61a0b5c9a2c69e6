/** Tools that take what no model could give them: it is not in their definitions. */
import type { Agent, RunContext } from "@runa/runtime";

export interface UserContext {
  readonly userName: string;
}

/**
 * Tell the name of the user.
 * @tool
 */
export function whoami(ctx: RunContext<UserContext>): string {
  return ctx.context.userName;
}

/**
 * Get the instructions of the agent.
 * @tool
 */
export function getAgentInstructions(agent: Agent): string {
  return `My instructions: ${String(agent.instructions)}`;
}
