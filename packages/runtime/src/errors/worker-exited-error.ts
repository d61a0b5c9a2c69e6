import { RunaError } from "./runa-error.ts";

/** The worker thread of a tool ended while the tool ran: out of memory, say, or by `process.exit`. The model is told. */
export class WorkerExitedError extends RunaError {
  readonly code = "RUNA_WORKER_EXITED";
  readonly toolName: string;

  constructor(toolName: string, options?: ErrorOptions) {
    super("tool worker exited", options);
    this.toolName = toolName;
  }
}
