/** The stage behind the function: a delegate whose own run waits for people has given nothing yet. */
import type { CallInProgress, WaitingCall } from "./call-in-progress.ts";

export function holdDelegate({ toolCall, result, environment }: CallInProgress): WaitingCall | undefined {
  if (result.kind !== "paused") return undefined;
  // Not done: it goes on where it stopped. The calls of its own run have claims of their own.
  environment.claimed.delete(toolCall.callId);
  return { question: undefined };
}
