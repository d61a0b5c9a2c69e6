import { RunaError } from "./runa-error.ts";

/** A value that its schema accepts has no counterpart of the rich type: February 30th, an integer beyond 2^53. */
export class ConversionError extends RunaError {
  readonly code = "RUNA_CONVERSION";
  /** JSON pointer into the arguments. */
  readonly path: string;
  /** What is wrong, as in `must be base64`. */
  readonly problem: string;

  constructor(path: string, problem: string) {
    super(`${path || "/"} ${problem}`);
    this.path = path;
    this.problem = problem;
  }
}
