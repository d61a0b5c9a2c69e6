/** Checks of a value, whose verdict is final. */

export type GuardrailPhase = "input" | "output" | "tool_input" | "tool_output";

/** One check that was made, whatever it said. */
export interface GuardrailResult {
  readonly name: string;
  readonly phase: GuardrailPhase;
  readonly tripped: boolean;
  /** The description of the guardrail. */
  readonly outputInfo: string | undefined;
  readonly toolName?: string;
  readonly callId?: string;
  /** What the check threw; then it counts as tripped. */
  readonly error?: string;
}
