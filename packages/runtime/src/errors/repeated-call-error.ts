import { RunaError } from "./runa-error.ts";

/** The model repeated a call that fails, and went on when it was told. */
export class RepeatedCallError extends RunaError {
  readonly code = "RUNA_REPEATED_CALL";
  readonly toolName: string;
  readonly times: number;

  constructor(toolName: string, times: number) {
    super(`The model called "${toolName}" with the same arguments ${times} times in a row, and each call failed.`);
    this.toolName = toolName;
    this.times = times;
  }
}
