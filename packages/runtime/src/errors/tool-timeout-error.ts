import { RunaError } from "./runa-error.ts";

/** A tool did not finish in its time. The model is told; the run goes on. */
export class ToolTimeoutError extends RunaError {
  readonly code = "RUNA_TOOL_TIMEOUT";
  readonly toolName: string;
  readonly timeout: number;

  constructor(toolName: string, timeout: number) {
    super(`timed out after ${timeout} ms`);
    this.toolName = toolName;
    this.timeout = timeout;
  }
}
