import { RunaError } from "./runa-error.ts";

const PHASES = { input: "Input", output: "Output", tool_input: "Tool input", tool_output: "Tool output" } as const;

/** A guardrail refused a value, or could not tell: then `cause` is what it threw. */
export class GuardrailTripwireTriggered extends RunaError {
  readonly code = "RUNA_GUARDRAIL";
  readonly phase: keyof typeof PHASES;
  /** Its entry in the trail. */
  readonly result: {
    readonly name: string;
    readonly phase: keyof typeof PHASES;
    readonly tripped: boolean;
    readonly outputInfo?: string;
    readonly toolName?: string;
    readonly callId?: string;
    readonly error?: string;
  };

  constructor(result: GuardrailTripwireTriggered["result"], options?: ErrorOptions) {
    super(`${PHASES[result.phase]} guardrail ${result.name} triggered tripwire`, options);
    this.phase = result.phase;
    this.result = result;
  }
}
