/** The point of no return: from here on a call happens at most once. */
import { DuplicateToolCallError } from "../errors/duplicate-tool-call-error.ts";
import type { CallInProgress } from "./call-in-progress.ts";

export function claimCall({ toolCall, environment: { claimed, signal } }: CallInProgress): undefined {
  // A call that waited for others may come after the end of its run.
  signal.throwIfAborted();
  if (claimed.has(toolCall.callId)) throw new DuplicateToolCallError(toolCall.callId, toolCall.name);
  claimed.add(toolCall.callId);
  return undefined;
}
