import { RunaError } from "./runa-error.ts";

/** The model's answer does not fit the agent's `outputType`, and did not the time before. */
export class OutputMismatchError extends RunaError {
  readonly code = "RUNA_OUTPUT_MISMATCH";
  /** The name of the type. */
  readonly outputType: string;
  readonly problem: string;

  /** @param problem Without its end. */
  constructor(outputType: string, problem: string) {
    super(`The answer of the model is no ${outputType}: ${problem}.`);
    this.outputType = outputType;
    this.problem = problem;
  }
}
