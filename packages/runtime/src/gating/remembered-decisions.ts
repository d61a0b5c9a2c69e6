/** Decisions about tools that outlive a run: for all later runs of one agent in this process. */
import type { Verdict } from "./decision.ts";

/**
 * @example
 * ```ts
 * agent.approvals.remember("sendReport", "approved");
 * agent.approvals.forget("sendReport");
 * ```
 */
export class RememberedDecisions {
  readonly #verdicts = new Map<string, Verdict>();

  /** @param message What the model reads for a call that is rejected. */
  remember(toolName: string, verdict: Verdict["verdict"], message?: string): void {
    this.#verdicts.set(toolName, { verdict, ...(message !== undefined && { message }) });
  }

  forget(toolName: string): void {
    this.#verdicts.delete(toolName);
  }

  /** @internal */
  verdictOn(toolName: string): Verdict | undefined {
    return this.#verdicts.get(toolName);
  }
}
