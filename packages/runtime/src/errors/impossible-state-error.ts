import { RunaError } from "./runa-error.ts";

/** A mistake in this package. */
export class ImpossibleStateError extends RunaError {
  readonly code = "RUNA_IMPOSSIBLE_STATE";

  constructor(what: string) {
    super(`${what}. This is a mistake in runa, not in your program: please report it with the stack below.`);
  }
}
