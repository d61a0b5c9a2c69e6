import { RunaError } from "./runa-error.ts";

/** The run has used more tokens than it may. */
export class MaxTotalTokensExceededError extends RunaError {
  readonly code = "RUNA_MAX_TOTAL_TOKENS";
  readonly maxTotalTokens: number;
  readonly used: number;

  constructor(maxTotalTokens: number, used: number) {
    super(`max tokens (${maxTotalTokens}) exceeded: ${used} used`);
    this.maxTotalTokens = maxTotalTokens;
    this.used = used;
  }
}
