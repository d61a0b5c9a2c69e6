/** What people are asked about a call, and what they answered. Plain JSON. */
import type { JsonObject } from "../manifest/index.ts";

/**
 * - `approval`: may it run?
 * - `external`: the program runs it, and says what came of it.
 * - `userInput`: a person fills in some of its arguments.
 */
export type InterruptionKind = "approval" | "external" | "userInput";

/** A call that waits. */
export interface PendingCall {
  readonly callId: string;
  readonly kind: InterruptionKind;
}

/** All that was decided about one call. */
export interface Decision {
  readonly callId: string;
  readonly approval?: Verdict;
  /** Of an external call: what the model reads. */
  readonly result?: { readonly text: string; readonly isError: boolean };
  /** The arguments, with what a person has filled in. */
  readonly input?: JsonObject;
}

export interface Verdict {
  readonly verdict: "approved" | "rejected";
  /** What the model reads for a rejected call. */
  readonly message?: string;
}
