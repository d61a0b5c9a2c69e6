/** The calls of an answer from before a pause: those that are over get their outcomes back. */
import type { RecordedResult } from "../model/recorded-result.ts";
import type { Batch } from "./batch.ts";
import type { CallInProgress, ToolOutcome } from "./call-in-progress.ts";
import { parseArguments } from "./parse-arguments.ts";
import { fromRecorded } from "./recorded-outcome.ts";

export interface KnownResults {
  readonly results: readonly RecordedResult[];
  /** The same, with what the functions returned; absent where they were read from JSON. */
  readonly outcomes: ReadonlyMap<string, ToolOutcome> | undefined;
}

/** @param hasBegun Asked about calls without a result. */
export function restoreBatch(
  batch: Batch,
  { results, outcomes }: KnownResults,
  hasBegun: (callId: string) => boolean,
): void {
  for (const call of batch.calls) {
    const { callId } = call.toolCall;
    const result = results.find((one) => one.callId === callId);
    if (result) {
      readAgain(call);
      batch.restore(call, outcomes?.get(callId) ?? fromRecorded(result));
    } else if (hasBegun(callId)) batch.restoreStart(call);
  }
}

/** What the record of the call needs. Its tool may not be offered any more, and its arguments may never have been right. */
function readAgain(call: CallInProgress): void {
  parseArguments(call);
  const tool = call.environment.tools.get(call.toolCall.name);
  if (tool) call.tool = tool;
}
