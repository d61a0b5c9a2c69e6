/** From what the function did to what the model reads. */
import { errorMessage } from "../errors/error-message.ts";
import { ImpossibleStateError } from "../errors/impossible-state-error.ts";
import type { MediaPart } from "../model/item.ts";
import { shorten } from "../tool/shorten.ts";
import { isRetry, isStop } from "../tool/steering.ts";
import { isToolResult, mediaOf, type ToolResult } from "../tool/tool-result.ts";
import type { CallInProgress, CallResult, ToolOutcome } from "./call-in-progress.ts";
import { toModelText } from "./to-model-text.ts";

export function toOutcome(call: CallInProgress): ToolOutcome | Promise<ToolOutcome> {
  const { tool, result, maxResultChars: limit } = call;
  switch (result.kind) {
    case "paused":
      throw new ImpossibleStateError("A delegate that waits was asked for its result");
    case "streamed":
      return { text: shorten(result.text, limit), isError: false, value: result.text };
    case "threw":
      return fromThrown(result, limit);
    case "returned": {
      const { value } = result;
      if (isToolResult(value)) return fromToolResult(call, value, limit);
      const said = result.said ?? toModelText(tool.name, value);
      if (!said.isError) return { text: shorten(said.text, limit), isError: false, value };
      return { text: shorten(`error: ${said.text}`, limit), isError: true, value, error: value };
    }
  }
}

type Thrown = Extract<CallResult, { kind: "threw" }>;

function fromThrown(result: Thrown, limit: number): ToolOutcome {
  return { text: shorten(thrownText(result), limit), isError: true, error: result.error };
}

/** What the model reads of it, at any length. */
export function thrownText({ error, text }: Thrown): string {
  const before = text ? `${text}\n` : "";
  const prefix = isRetry(error) || isStop(error) ? "" : "error: ";
  return `${before}${prefix}${errorMessage(error)}`;
}

function fromToolResult(call: CallInProgress, value: ToolResult, limit: number): ToolOutcome | Promise<ToolOutcome> {
  const outcome: ToolOutcome = { text: shorten(value.content, limit), isError: false, value };
  const media = mediaOf(value);
  if (media.length === 0) return outcome;
  // For tools of later runs; nothing is read for a model that does not see it.
  if (!call.environment.sendMediaToModel) return { ...outcome, media: media.map((one) => one.toStoredPart()) };
  return Promise.all(media.map((one) => one.toPart())).then(
    (parts: readonly MediaPart[]): ToolOutcome => ({ ...outcome, media: parts }),
    (error: unknown): ToolOutcome => ({
      text: shorten(`error: media of the result cannot be read: ${errorMessage(error)}`, limit),
      isError: true,
      value,
      error,
    }),
  );
}
