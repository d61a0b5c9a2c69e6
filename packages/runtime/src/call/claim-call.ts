/** The point of no return: from here on a call happens at most once, in this process and in every later one. */
import { DuplicateToolCallError } from "../errors/duplicate-tool-call-error.ts";
import { INTERRUPTED_TEXT } from "../model/repair-history.ts";
import type { Claim } from "../session/store.ts";
import type { CallInProgress, ToolOutcome } from "./call-in-progress.ts";
import { fromRecorded } from "./recorded-outcome.ts";

export function claimCall(call: CallInProgress): ToolOutcome | undefined | Promise<ToolOutcome | undefined> {
  const { toolCall, environment } = call;
  const { claimed, signal, journal } = environment;
  // A call that waited for others may come after the end of its run.
  signal.throwIfAborted();
  if (claimed.has(toolCall.callId)) throw new DuplicateToolCallError(toolCall.callId, toolCall.name);
  claimed.add(toolCall.callId);
  return journal && claimIn(journal, call);
}

async function claimIn(
  journal: { claim(callId: string): Claim | Promise<Claim> },
  call: CallInProgress,
): Promise<ToolOutcome | undefined> {
  const claim = await journal.claim(call.toolCall.callId);
  // Writing the claim took its time.
  call.environment.signal.throwIfAborted();
  switch (claim.kind) {
    case "claimed":
      return undefined;
    case "done":
      call.isRecorded = true;
      return fromRecorded(claim.result);
    case "unknown":
      return mayRunAgain(call) ? undefined : { text: INTERRUPTED_TEXT, isError: true };
  }
}

/** A delegate goes on where it stopped: the calls of its own run have claims of their own. */
function mayRunAgain({ tool: { name, place, isRepeatable }, environment }: CallInProgress): boolean {
  if (environment.isDelegate?.(name)) return true;
  return isRepeatable === true || place?.binding.idempotent === true || place?.binding.readonly === true;
}
