import { RunaError } from "./runa-error.ts";

/** The model asked again for a call that has run already, under the same id and with the same arguments. */
export class DuplicateToolCallError extends RunaError {
  readonly code = "RUNA_DUPLICATE_TOOL_CALL";
  readonly callId: string;
  readonly toolName: string;

  constructor(callId: string, toolName: string) {
    super(`The call "${callId}" of "${toolName}" has run already in this run; it does not run twice.`);
    this.callId = callId;
    this.toolName = toolName;
  }
}
