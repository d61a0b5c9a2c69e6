/** The audit trail of guardrails: each check that was made, whatever it said. Plain JSON. */

export type GuardrailPhase = "input" | "output" | "tool_input" | "tool_output";

export interface GuardrailResult {
  readonly name: string;
  readonly phase: GuardrailPhase;
  readonly tripped: boolean;
  /** The description of the guardrail. */
  readonly outputInfo?: string;
  readonly toolName?: string;
  readonly callId?: string;
  /** What went wrong with the check itself; then it counts as tripped. */
  readonly error?: string;
}
