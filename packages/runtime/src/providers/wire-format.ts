/** What a provider's folder gives to `exchange`: the request, and pure readers of the answer. */
import type { ProviderError } from "../errors/provider-error.ts";
import type { ServerSentEvent } from "../http/server-sent-events.ts";
import type { ModelEvent, ModelResponse } from "../model/model.ts";

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
  /** A 429 without a wait is a spending limit here, and permanent. */
  readonly limitWithoutWaitIsPermanent?: boolean;
  /** Another body for a request that was refused, where the provider's words show which part it does not know. */
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
