import { RunaError } from "./runa-error.ts";

/** The run did not finish in its time. */
export class RunTimeoutError extends RunaError {
  readonly code = "RUNA_RUN_TIMEOUT";
  readonly timeout: number;

  constructor(timeout: number) {
    super(`run timed out after ${timeout} ms`);
    this.timeout = timeout;
  }
}
