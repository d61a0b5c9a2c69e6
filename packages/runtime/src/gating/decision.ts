/** What people are asked about a call, and what they answered. Plain JSON. */
import type { JsonObject, JsonSchema, JsonValue } from "../manifest/index.ts";
import type { UserInputField } from "../tool/user-input.ts";

/**
 * - `approval`: may it run?
 * - `external`: the program runs it, and says what came of it.
 * - `userInput`: a person fills in some of its arguments.
 */
export type InterruptionKind = "approval" | "external" | "userInput";

/** What a call waits for. */
export interface Question {
  readonly kind: InterruptionKind;
  /** Of an approval that has one. */
  readonly description?: string;
  /** The form, where people fill in arguments. */
  readonly fields?: readonly UserInputField[];
  /** What the whole argument object is held to then. */
  readonly parameters?: JsonSchema;
  /** The argument that the answers become, where the model has made up the fields. */
  readonly argument?: string;
}

/** A call that waits. */
export interface PendingCall extends Question {
  readonly callId: string;
  readonly name: string;
  readonly arguments: JsonObject;
}

/** All that was decided about one call. */
export interface Decision {
  readonly callId: string;
  readonly approval?: Verdict;
  readonly external?: ExternalResult;
  /** The arguments, with what a person has filled in. */
  readonly input?: JsonObject;
}

export interface Verdict {
  readonly verdict: "approved" | "rejected";
  /** What the model reads for a rejected call. */
  readonly message?: string;
}

/** What the program says of a call that it ran itself. Without a value: nothing came back. */
export type ExternalResult =
  | { readonly kind: "returned"; readonly value?: JsonValue }
  | { readonly kind: "failed"; readonly message: string };
