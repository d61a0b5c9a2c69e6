/** A run as its events, for `for await`. */
import { UserError } from "../errors/user-error.ts";
import type { Run } from "./run.ts";
import type { EmitRunEvent, RunEvent } from "./run-event.ts";

/** Starts a run that reports to `emit` and ends when `signal` is aborted. */
export type StartRun<TParsed = unknown> = (emit: EmitRunEvent, signal: AbortSignal) => Promise<Run<TParsed>>;

/**
 * Starts when it is first read. Leaving the loop early aborts the run, and its model request with it. A run that fails
 * ends the stream in order, with `run_error`; only an abort by the caller, and misuse, throw.
 *
 * @example
 * ```ts
 * const stream = agent.stream("Is it warmer in Paris or in Oslo?");
 * for await (const event of stream) if (event.type === "text_delta") process.stdout.write(event.delta);
 * console.log(stream.run?.usage.totalTokens);
 * ```
 */
export class RunStream<TParsed = unknown> implements AsyncIterable<RunEvent> {
  readonly #start: StartRun<TParsed>;
  readonly #controller = new AbortController();
  readonly #events: RunEvent[] = [];
  #finished: Promise<Run<TParsed>> | undefined;
  #run: Run<TParsed> | undefined;
  #isRead = false;
  #hasEnded = false;
  /** No event is wanted any more, and no error. */
  #isLeft = false;
  #waiting: (() => void)[] = [];

  constructor(start: StartRun<TParsed>) {
    this.#start = start;
  }

  /** How it went; undefined before the last event. */
  get run(): Run<TParsed> | undefined {
    return this.#run;
  }

  /** How it went, once it has ended; starts the run if nobody has read it yet. Rejects as `agent.run` does. */
  get finished(): Promise<Run<TParsed>> {
    return this.#begin();
  }

  [Symbol.asyncIterator](): AsyncIterator<RunEvent, undefined> {
    if (this.#isRead) throw new UserError("RUNA_STREAM_READ", "A stream can be read once. Start another run.");
    this.#isRead = true;
    return {
      next: async () => {
        while (!this.#isLeft) {
          const finished = this.#begin();
          const event = this.#events.shift();
          if (event) return { done: false, value: event };
          if (this.#hasEnded) {
            this.#isLeft = true;
            await finished;
            break;
          }
          await new Promise<void>((resolve) => {
            this.#waiting.push(resolve);
          });
        }
        return { done: true, value: undefined };
      },
      return: async () => {
        this.#isLeft = true;
        this.#events.length = 0;
        this.#notify();
        if (!this.#hasEnded)
          this.#controller.abort(new DOMException("The stream was left before its end.", "AbortError"));
        return { done: true, value: undefined };
      },
    };
  }

  #begin(): Promise<Run<TParsed>> {
    if (this.#finished) return this.#finished;
    const end = (): void => {
      this.#hasEnded = true;
      this.#notify();
    };
    this.#finished = this.#start((event) => {
      if (!this.#isLeft) this.#events.push(event);
      this.#notify();
    }, this.#controller.signal).then((run) => {
      this.#run = run;
      return run;
    });
    // Nobody need be waiting for the promise: a reader learns of the error from the iterator.
    this.#finished.then(end, end);
    return this.#finished;
  }

  #notify(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }
}
