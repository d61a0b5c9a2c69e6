import { RunaError } from "./runa-error.ts";

/** The caller has to change something: a missing key, a name clash, a function without a definition. */
export class UserError extends RunaError {
  readonly code: string;

  /** @param code Stable, `RUNA_…`; each stands on the page of codes. */
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
