/** What a provider's folder gives to `exchange`: the request, and pure readers of the answer. */
import type { ProviderError } from "../errors/provider-error.ts";
import type { ServerSentEvent } from "../http/server-sent-events.ts";
import type { Restore } from "../manifest/index.ts";
import type { ModelEvent, ModelResponse } from "../model/model.ts";
import type { LoweredTools } from "./lower-tools.ts";

/** An answer, before the exchange adds what the HTTP answer says. */
export type Answer = ModelResponse;

export interface WireFormat {
  readonly provider: string;
  readonly model: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body, to be written as JSON. */
  readonly body: object;
  /** Reads a whole answer. Throws one of the faults in `answer-faults.ts`. */
  fromResponse(body: unknown): Answer;
  createStreamReader(emit: (event: ModelEvent) => void): StreamReader;
  /** The tools as they were sent, for names and arguments of the answer. */
  readonly tools: LoweredTools;
  /** From the text of a structured answer to the schema that the caller gave. */
  readonly restoreOutput?: Restore | undefined;
  /** What an error body still holds of an answer. */
  salvage?(body: unknown): Answer | undefined;
  /** Milliseconds of silence that mean that a stream is dead, where that is known. */
  readonly idleTimeout?: number;
  /** A 429 without a wait is a spending limit here, and permanent. */
  readonly limitWithoutWaitIsPermanent?: boolean;
  /**
   * Another body for a request that was refused, where the provider's words show which part it does not take.
   * `undefined` where they do not; also at last, so that the asking comes to an end.
   */
  withoutRefused?(error: ProviderError): object | undefined;
  /** What to change after a refusal with this status and message. */
  advise?(status: number, message: string): string | undefined;
}

export interface StreamReader {
  /** Takes one event. True: the answer is complete, nothing of use can follow. May throw like `fromResponse`. */
  push(event: ServerSentEvent): boolean;
  /** Whether what has come is a whole answer, should the stream end here. */
  isComplete(): boolean;
  finish(): Answer;
}
