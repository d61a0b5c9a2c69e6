import { RunaError } from "./runa-error.ts";

/** The model asked for tools in every one of the answers that the run may take. */
export class MaxTurnsExceededError extends RunaError {
  readonly code = "RUNA_MAX_TURNS";
  readonly maxTurns: number;

  constructor(maxTurns: number) {
    super(`max turns (${maxTurns}) exceeded`);
    this.maxTurns = maxTurns;
  }
}
