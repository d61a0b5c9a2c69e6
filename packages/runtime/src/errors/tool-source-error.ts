import { RunaError } from "./runa-error.ts";

/** The tools of a source cannot be had: a server that cannot be reached, a toolkit that cannot connect. */
export class ToolSourceError extends RunaError {
  readonly code = "RUNA_TOOL_SOURCE";
  /** `MCP server "files"`. */
  readonly source: string;

  /** @param problem A sentence without its end. */
  constructor(source: string, problem: string, options?: ErrorOptions) {
    super(`The tools of ${source} cannot be had: ${problem}.`, options);
    this.source = source;
  }
}
