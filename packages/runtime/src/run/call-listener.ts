/** What happens to the calls of a run, as events. */
import type { CallInProgress, CallListener } from "../call/call-in-progress.ts";
import { ShownPieces, shownArguments, shownOutcome } from "../call/shown-call.ts";
import type { EmitRunEvent, RunEventOrigin } from "./run-event.ts";

/** Tells all of them, in their order. */
export function combineListeners(listeners: readonly Partial<CallListener>[]): CallListener {
  return {
    onStarted: (call) => {
      for (const one of listeners) one.onStarted?.(call);
    },
    onOutput: (call, delta) => {
      for (const one of listeners) one.onOutput?.(call, delta);
    },
    onCustomEvent: (call, event) => {
      for (const one of listeners) one.onCustomEvent?.(call, event);
    },
    onCompleted: (call, outcome) => {
      for (const one of listeners) one.onCompleted?.(call, outcome);
    },
  };
}

export function createListener(origin: RunEventOrigin, emit: EmitRunEvent): CallListener {
  const about = ({
    toolCall: { callId, name },
  }: CallInProgress): RunEventOrigin & { callId: string; name: string } => ({
    ...origin,
    callId,
    name,
  });
  const pieces = new ShownPieces();
  const tellOutput = (call: CallInProgress, delta: string): void =>
    emit({ type: "tool_output_delta", ...about(call), delta });
  return {
    onStarted: (call) =>
      emit({
        type: "tool_call_started",
        ...about(call),
        arguments: shownArguments(call),
        ...(call.coerced.length > 0 && { coerced: call.coerced }),
      }),
    onOutput: (call, delta) => tellOutput(call, pieces.next(call, delta)),
    onCustomEvent: (call, { name, data }) =>
      emit({ type: "custom", ...about(call), event: { name, data: call.environment.redaction.hide(data) } }),
    onCompleted: (call, outcome) => {
      const rest = pieces.rest(call);
      if (rest !== "") tellOutput(call, rest);
      const { text, isError, value, error } = shownOutcome(call, outcome);
      emit({
        type: "tool_call_completed",
        ...about(call),
        text,
        result: value,
        ...(isError && { error: { message: text, ...(error !== undefined && { cause: error }) } }),
      });
    },
  };
}
