/** Spans for all who listen. Whatever goes wrong there, the run goes on. */

import { AsyncLocalStorage } from "node:async_hooks";
import { errorMessage } from "../errors/error-message.ts";
import { warnOnce } from "../errors/warn-once.ts";
import { activeLogger } from "../logging/logger.ts";
import { createLogTracer } from "./log-tracer.ts";
import type { Span, SpanEnd, SpanStart, Tracer } from "./tracer.ts";

const added = new Set<Tracer>();
const logTracer: Tracer = createLogTracer();

/** The span that the code of a tool runs in, so that the run of a delegate finds its parent. */
const active = new AsyncLocalStorage<OpenSpan>();

/** @returns What takes the tracer out again. */
export function addTracer(tracer: Tracer): () => void {
  added.add(tracer);
  return () => void added.delete(tracer);
}

/**
 * @param parent Default: the span of the code that is running.
 * @returns Undefined where nobody listens.
 */
export function startSpan(start: SpanStart, parent: OpenSpan | undefined = active.getStore()): OpenSpan | undefined {
  if (added.size === 0 && !activeLogger()) return undefined;
  return new OpenSpan(activeLogger() ? [logTracer, ...added] : [...added], start, parent);
}

export class OpenSpan {
  readonly #parts = new Map<Tracer, Span>();
  #hasEnded = false;

  constructor(tracers: readonly Tracer[], start: SpanStart, parent: OpenSpan | undefined) {
    const around = parent ? parent.#parts : new Map<Tracer, Span>();
    for (const tracer of tracers) guard(() => this.#parts.set(tracer, tracer.start(start, around.get(tracer))));
  }

  /** The first end counts. */
  end(outcome: SpanEnd): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    for (const span of this.#parts.values()) guard(() => span.end(outcome));
  }

  within<T>(work: () => T): T {
    const spans = [...this.#parts.values()];
    const enter = (index: number): T => {
      const span = spans[index];
      if (!span) return active.run(this, work);
      let entered = false;
      try {
        return span.within(() => {
          entered = true;
          return enter(index + 1);
        });
      } catch (error) {
        if (entered) throw error;
        warnOfFailure(error);
        return enter(index + 1);
      }
    };
    return enter(0);
  }
}

function guard(tell: () => unknown): void {
  try {
    tell();
  } catch (error) {
    warnOfFailure(error);
  }
}

function warnOfFailure(error: unknown): void {
  const reason = errorMessage(error);
  warnOnce("RUNA_TRACING_FAILED", reason, `A run could not be traced: ${reason}. The run itself goes on.`);
}
