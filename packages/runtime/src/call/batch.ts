/**
 * All calls of one answer, and what has become of each: exactly one outcome, whatever happens. It can be closed at any
 * time; what comes later is discarded.
 */

import type { Question } from "../gating/decision.ts";
import type { ToolCall } from "../model/item.ts";
import { type CallEnvironment, CallInProgress, type CallListener, type ToolOutcome } from "./call-in-progress.ts";

export interface CompletedCall {
  readonly call: CallInProgress;
  readonly outcome: ToolOutcome;
}

export interface QuestionedCall {
  readonly call: CallInProgress;
  /** None for a call of a delegate, whose own run waits. */
  readonly question: Question | undefined;
}

export class Batch {
  /** In the order in which the model asked for them. */
  readonly calls: readonly CallInProgress[];
  readonly #listener: CallListener | undefined;
  readonly #started = new Set<CallInProgress>();
  readonly #outcomes = new Map<CallInProgress, ToolOutcome>();
  readonly #waiting = new Map<CallInProgress, Question | undefined>();

  constructor(toolCalls: readonly ToolCall[], environment: CallEnvironment) {
    this.calls = toolCalls.map((toolCall) => new CallInProgress(toolCall, environment));
    this.#listener = environment.listener;
  }

  /** Calls without an outcome. */
  get open(): readonly CallInProgress[] {
    return this.calls.filter((call) => !this.#outcomes.has(call));
  }

  /** Calls that are neither over nor wait for people. */
  get runnable(): readonly CallInProgress[] {
    return this.open.filter((call) => !this.#waiting.has(call));
  }

  /** Calls that wait for people, in the order of the calls. */
  get waiting(): readonly QuestionedCall[] {
    return this.open.flatMap((call) => (this.#waiting.has(call) ? [{ call, question: this.#waiting.get(call) }] : []));
  }

  /** Those with an outcome, in the order of the calls. */
  get completed(): readonly CompletedCall[] {
    return this.calls.flatMap((call) => {
      const outcome = this.#outcomes.get(call);
      return outcome ? [{ call, outcome }] : [];
    });
  }

  /** It is not started: to whoever watches, it begins when it runs. */
  hold(call: CallInProgress, question: Question | undefined): void {
    this.#waiting.set(call, question);
  }

  /** A call that was begun before the run paused. */
  restoreStart(call: CallInProgress): void {
    this.#started.add(call);
  }

  /** The outcome of a call that was over before the run paused; nobody is told again. */
  restore(call: CallInProgress, outcome: ToolOutcome): void {
    this.#started.add(call);
    this.#outcomes.set(call, outcome);
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
