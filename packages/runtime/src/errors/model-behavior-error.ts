import { RunaError } from "./runa-error.ts";

/** The model answered in a way that the protocol does not know. */
export class ModelBehaviorError extends RunaError {
  readonly code = "RUNA_MODEL_BEHAVIOR";
}
