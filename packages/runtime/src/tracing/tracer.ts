/**
 * The parts of a run as spans: the run of an agent, in it the model's answers and the calls of tools. Names, numbers and
 * ids are in the span itself; what was said is asked for separately, and comes without what is secret.
 */
import type { JsonObject } from "../manifest/index.ts";
import type { AssistantItem, Item } from "../model/item.ts";
import type { FinishReason, ModelSettings } from "../model/model.ts";
import type { Usage } from "../tool/usage.ts";

interface SpanOrigin {
  readonly runId: string;
  readonly agentName: string;
}

export type SpanStart =
  | (SpanOrigin & {
      readonly kind: "agent";
      readonly provider: string;
      readonly model: string;
      readonly sessionId: string | undefined;
    })
  | (SpanOrigin & {
      readonly kind: "model";
      readonly provider: string;
      readonly model: string;
      readonly turn: number;
      readonly settings: ModelSettings;
    })
  | (SpanOrigin & {
      readonly kind: "tool";
      readonly name: string;
      readonly callId: string;
      readonly description: string | undefined;
    });

export interface SpanEnd {
  /** Of a run. */
  readonly stopReason?: string;
  /** Of an answer. */
  readonly finishReason?: FinishReason;
  readonly usage?: Usage;
  /** Of a call: JSON pointers to arguments that were changed to fit the schema. */
  readonly coerced?: readonly string[];
  readonly error?: SpanError;
  /** Asked for by those who record contents. What only becomes known later to be secret is not hidden yet. */
  readonly content?: () => SpanContent;
}

export interface SpanError {
  /** The code of an error of this package, else its class. `cancelled`: the run ended first. `refused`: the call did not run. */
  readonly type: string;
  /** Absent where it may hold contents. */
  readonly message?: string;
}

export interface SpanContent {
  readonly instructions?: string;
  readonly input?: readonly Item[];
  readonly output?: AssistantItem | string | undefined;
  readonly arguments?: JsonObject;
  readonly result?: string;
  readonly errorMessage?: string;
}

/** **Contract.** `end` is called once. What either method throws is told to the developer and to nobody else. */
export interface Span {
  end(outcome: SpanEnd): void;
  /** Does the work, with the span as the parent of what begins meanwhile in other libraries. Throws what the work throws. */
  within<T>(work: () => T): T;
}

export interface Tracer {
  /** @param parent A span of the same tracer; undefined for one that no span of a run is around. */
  start(span: SpanStart, parent: Span | undefined): Span;
}
