/** The outcome of a call as plain JSON, and back. What the function returned is not kept: it may be anything. */
import type { RecordedResult, RecordedSteering, StoredMedia } from "../model/recorded-result.ts";
import { Media } from "../tool/media.ts";
import { isRetry, isStop, RetryAgentRun, StopAgentRun } from "../tool/steering.ts";
import { isToolResult, mediaOf } from "../tool/tool-result.ts";
import type { CallInProgress, ToolOutcome } from "./call-in-progress.ts";

export function toRecorded({ toolCall }: CallInProgress, outcome: ToolOutcome): RecordedResult {
  const { text, isError, media, error } = outcome;
  const returned = returnedMedia(outcome);
  const steering = steeringOf(error);
  return {
    type: "tool_result",
    callId: toolCall.callId,
    name: toolCall.name,
    text,
    isError,
    ...(media && { media }),
    ...(steering && { steering }),
    ...(returned.length > 0 && { returned: returned.map(toStored) }),
  };
}

export function fromRecorded({ text, isError, media, steering, returned }: RecordedResult): ToolOutcome {
  return {
    text,
    isError,
    ...(media && { media }),
    ...(returned && { returned: returned.map(fromStored) }),
    ...(steering && {
      error: steering.kind === "stop" ? new StopAgentRun(text, steering) : new RetryAgentRun(text, steering),
    }),
  };
}

/** What the tool returned beside its text. */
export function returnedMedia({ value, returned = [] }: ToolOutcome): readonly Media[] {
  return isToolResult(value) ? mediaOf(value) : returned;
}

export function toStored({ type, id, url, filepath, content, mimeType, filename }: Media): StoredMedia {
  return {
    type,
    id,
    ...(url !== undefined && { url }),
    ...(filepath !== undefined && { filepath }),
    ...(content !== undefined && { content }),
    ...(mimeType !== undefined && { mimeType }),
    ...(filename !== undefined && { filename }),
  };
}

export function fromStored({ type, ...source }: StoredMedia): Media {
  return new Media(type, source);
}

function steeringOf(error: unknown): RecordedSteering | undefined {
  const kind = isStop(error) ? "stop" : isRetry(error) ? "retry" : undefined;
  if (!kind || !(isStop(error) || isRetry(error))) return undefined;
  const { userMessage, agentMessage, messages } = error;
  return {
    kind,
    ...(userMessage !== undefined && { userMessage }),
    ...(agentMessage !== undefined && { agentMessage }),
    ...(messages !== undefined && { messages }),
  };
}
