/**
 * All calls of one answer, and what has become of each: exactly one outcome, whatever happens. It can be closed at any
 * time; what comes later is discarded.
 */
import type { ToolCall } from "../model/item.ts";
import { type CallEnvironment, CallInProgress, type CallListener, type ToolOutcome } from "./call-in-progress.ts";

export interface CompletedCall {
  readonly call: CallInProgress;
  readonly outcome: ToolOutcome;
}

export class Batch {
  /** In the order in which the model asked for them. */
  readonly calls: readonly CallInProgress[];
  readonly #listener: CallListener | undefined;
  readonly #started = new Set<CallInProgress>();
  readonly #outcomes = new Map<CallInProgress, ToolOutcome>();

  constructor(toolCalls: readonly ToolCall[], environment: CallEnvironment) {
    this.calls = toolCalls.map((toolCall) => new CallInProgress(toolCall, environment));
    this.#listener = environment.listener;
  }

  /** Calls without an outcome. */
  get open(): readonly CallInProgress[] {
    return this.calls.filter((call) => !this.#outcomes.has(call));
  }

  /** Those with an outcome, in the order of the calls. */
  get completed(): readonly CompletedCall[] {
    return this.calls.flatMap((call) => {
      const outcome = this.#outcomes.get(call);
      return outcome ? [{ call, outcome }] : [];
    });
  }

  start(call: CallInProgress): void {
    if (this.#started.has(call) || this.#outcomes.has(call)) return;
    this.#started.add(call);
    this.#listener?.onStarted(call);
  }

  /** The first outcome counts. */
  settle(call: CallInProgress, outcome: ToolOutcome): void {
    if (this.#outcomes.has(call)) return;
    this.start(call);
    this.#outcomes.set(call, outcome);
    this.#listener?.onCompleted(call, outcome);
  }

  /** Settles every open call with an error text. */
  close(textOf: (call: CallInProgress) => string): void {
    for (const call of this.open) this.settle(call, { text: textOf(call), isError: true });
  }
}
