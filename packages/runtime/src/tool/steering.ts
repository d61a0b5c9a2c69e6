/** What a tool, or a hook around one, throws to steer the run: to have the model try again, or to end the run. */
import { RunaError } from "../errors/runa-error.ts";
import type { Item } from "../model/item.ts";

export interface SteeringMessages {
  /** Said in the user's name, behind all results of the answer. */
  readonly userMessage?: string;
  /** Said in the agent's name, behind that. */
  readonly agentMessage?: string;
  /** Any other items, behind both. */
  readonly messages?: readonly Item[];
}

abstract class SteeringError extends RunaError implements SteeringMessages {
  readonly userMessage?: string;
  readonly agentMessage?: string;
  readonly messages?: readonly Item[];

  /** @param text What the model reads as the result of the call. */
  constructor(text: string, { userMessage, agentMessage, messages }: SteeringMessages = {}) {
    super(text);
    if (userMessage !== undefined) this.userMessage = userMessage;
    if (agentMessage !== undefined) this.agentMessage = agentMessage;
    if (messages !== undefined) this.messages = messages;
  }
}

/**
 * The model reads the text as the result of its call and goes on; it is not counted as a repeated failure.
 *
 * @example
 * ```ts
 * if (items.length < 3) throw new RetryAgentRun("Add at least three items before you check out.");
 * ```
 */
export class RetryAgentRun extends SteeringError {
  readonly code = "RUNA_RETRY_AGENT_RUN";
}

/**
 * Ends the run after the answer whose call threw it, without another request. Its status is `completed`, its `stopReason`
 * `stop_agent_run`, its output the agent message, else the text.
 */
export class StopAgentRun extends SteeringError {
  readonly code = "RUNA_STOP_AGENT_RUN";
}

/** By code: of another copy of the package, or from another thread, it is no instance of these classes. */
export function isRetry(error: unknown): error is RetryAgentRun {
  return hasCode(error, "RUNA_RETRY_AGENT_RUN");
}

export function isStop(error: unknown): error is StopAgentRun {
  return hasCode(error, "RUNA_STOP_AGENT_RUN");
}

function hasCode(error: unknown, code: string): boolean {
  try {
    return error instanceof Error && "code" in error && error.code === code;
  } catch {
    // A proxy or a getter that throws: whatever it is, it does not steer.
    return false;
  }
}
