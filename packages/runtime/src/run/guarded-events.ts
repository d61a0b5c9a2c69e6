/**
 * Holds back what the model says until the output guardrails have passed: a text that was streamed cannot be taken back.
 * Everything else goes through at once.
 */
import type { EmitRunEvent, RunEvent } from "./run-event.ts";

export interface GuardedEvents {
  readonly emit: EmitRunEvent;
  /** The answer was not the last: it asks for calls. What a tool has shown waits for the last one, of which it is part. */
  release(): void;
  /** The guardrails have passed. */
  pass(): void;
}

/** Events that show what an answer says. */
const TELLING: ReadonlySet<RunEvent["type"]> = new Set(["text_delta", "reasoning_delta", "message"]);

/** @param isGuarded Of the agent that acts by now. */
export function guardEvents(emit: EmitRunEvent, isGuarded: () => boolean): GuardedEvents {
  let held: RunEvent[] = [];
  const pass = (): void => {
    const events = held;
    held = [];
    for (const event of events) emit(event);
  };
  return {
    emit: (event) => {
      // What a delegate says is for the model of its caller; it has guardrails of its own.
      const isHeld = event.parentRunId === undefined && TELLING.has(event.type);
      if (isHeld && isGuarded()) held.push(event);
      else {
        if (isHeld) pass();
        emit(event);
      }
    },
    release: () => {
      if (!held.some((event) => event.type === "text_delta" && "source" in event)) pass();
    },
    pass,
  };
}
