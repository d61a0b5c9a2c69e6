/** What a run is made of that JSON does not carry as it is. */
import type { ToolOutcome } from "../call/call-in-progress.ts";
import type { ToolCallRecord } from "./tool-call-record.ts";

export interface LiveParts {
  readonly context: unknown;
  /** The context is missing, and has to be given. */
  readonly omitsContext: boolean;
  readonly metadata: unknown;
  readonly knowledgeFilters: unknown;
  readonly sessionState: Record<string, unknown>;
  readonly sessionId: string | undefined;
  readonly userId: string | undefined;
  /** With what the functions returned. */
  readonly toolCalls?: readonly ToolCallRecord[];
  /** Of the calls of the last answer. */
  readonly outcomes?: ReadonlyMap<string, ToolOutcome>;
  /** Of the runs of delegates. */
  readonly delegates?: ReadonlyMap<string, LiveParts | undefined>;
}
