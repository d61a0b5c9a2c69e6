/** A call as it may be seen from outside: in events, logs and traces. */
import type { JsonObject } from "../manifest/index.ts";
import { shorten } from "../tool/shorten.ts";
import type { CallInProgress, ToolOutcome } from "./call-in-progress.ts";
import { toModelText } from "./to-model-text.ts";

/** The same objects where nothing is secret. */
export interface ShownOutcome extends Pick<ToolOutcome, "text" | "isError" | "value" | "error"> {}

export function shownArguments(call: CallInProgress): JsonObject {
  return call.environment.redaction.arguments(call.knownTool, call.json);
}

export function shownOutcome(call: CallInProgress, outcome: ToolOutcome): ShownOutcome {
  const { redaction } = call.environment;
  // What is secret in the arguments is secret in what the function makes of them.
  redaction.arguments(call.knownTool, call.json);
  if (!redaction.concerns(call.knownTool)) return outcome;
  const { isError, text } = outcome;
  const value = redaction.hide(outcome.value);
  const error = redaction.hide(outcome.error);
  // A text cannot be taken apart by keys, what it was made from can.
  const isMadeFromParts = !isError && typeof outcome.value === "object" && outcome.value !== null;
  const isStructured = isMadeFromParts && value !== outcome.value && text !== textOf(outcome.value);
  if (!isStructured) return { isError, text: redaction.text(text), value, error };
  return { isError, text: redaction.text(shorten(toModelText("it", value).text, call.maxResultChars)), value, error };
}

/** What generators give, piece by piece. The end of a piece that may be the beginning of a secret waits for what follows. */
export class ShownPieces {
  readonly #waiting = new Map<CallInProgress, string>();

  next(call: CallInProgress, piece: string): string {
    const { shown, waiting } = call.environment.redaction.piece(this.#waiting.get(call) ?? "", piece);
    this.#waiting.set(call, waiting);
    return shown;
  }

  /** What still waits when nothing follows. */
  rest(call: CallInProgress): string {
    const waiting = this.#waiting.get(call) ?? "";
    this.#waiting.delete(call);
    return waiting;
  }
}

/** The text that a `ToolResult` brings along. */
function textOf(value: unknown): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, "content") : undefined;
}
