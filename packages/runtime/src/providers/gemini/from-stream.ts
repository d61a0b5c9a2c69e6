/** The chunks of a Gemini stream to the content that the same answer would have been without a stream. */
import type { ModelEvent } from "../../model/model.ts";
import { ReportedError } from "../answer-faults.ts";
import { createCallId } from "../call-ids.ts";
import { parseEvent } from "../parse-event.ts";
import type { Answer, StreamReader } from "../wire-format.ts";
import { isObject, listOf, objectOf, textOf, type WireObject } from "../wire-values.ts";
import { isBlocked, toAnswer } from "./from-response.ts";
import { setPartialArguments } from "./join-arguments.ts";

interface OpenCall {
  readonly part: { [field: string]: unknown };
  readonly call: { [field: string]: unknown };
  readonly args: { [name: string]: unknown };
}

export interface ChunkReader extends StreamReader {
  pushChunk(chunk: WireObject): void;
}

export function createStreamReader(emit: (event: ModelEvent) => void): ChunkReader {
  const parts: { [field: string]: unknown }[] = [];
  const madeIds: string[] = [];
  let open: OpenCall | undefined;
  let finishReason: unknown;
  let finishMessage: unknown;
  let usage: unknown;
  let responseId: unknown;

  function addText(part: WireObject): void {
    const delta = textOf(part.text);
    const last = parts.at(-1);
    // A signature belongs to the part it came with: such parts are not joined.
    const isSame = last !== undefined && typeof last.text === "string" && last.thought === part.thought;
    if (isSame && !("thoughtSignature" in part) && !("thoughtSignature" in last)) last.text = textOf(last.text) + delta;
    else if (delta !== "" || "thoughtSignature" in part) parts.push({ ...part });
    if (delta !== "") emit({ type: part.thought === true ? "reasoning_delta" : "text_delta", delta });
  }

  function addCall(part: WireObject, given: WireObject): void {
    if (textOf(given.name) === "") {
      if (open === undefined) return;
      for (const partial of listOf(given.partialArgs)) setPartialArguments(open.args, partial);
      if (given.willContinue !== true) close();
      return;
    }
    close();
    const { willContinue, partialArgs, ...call } = given;
    const args = { ...objectOf(call.args) };
    const begun: OpenCall = { part: { ...part, functionCall: call }, call, args };
    parts.push(begun.part);
    madeIds.push(textOf(call.id) || createCallId());
    open = begun;
    for (const partial of listOf(partialArgs)) setPartialArguments(args, partial);
    if (willContinue !== true) close();
  }

  /** Some streams leave the closing part out: the next part closes the call then. */
  function close(): void {
    if (open === undefined) return;
    const { call, args } = open;
    open = undefined;
    if (call.args !== undefined || Object.keys(args).length > 0) call.args = args;
    emit({
      type: "tool_arguments_delta",
      callId: madeIds.at(-1) ?? "",
      name: textOf(call.name),
      delta: JSON.stringify(args),
    });
  }

  function pushChunk(chunk: WireObject): void {
    if (chunk.error) throw new ReportedError(chunk);
    if (chunk.usageMetadata) usage = chunk.usageMetadata;
    if (chunk.responseId) responseId = chunk.responseId;
    if (isBlocked(chunk)) finishReason ??= "BLOCKLIST";
    const candidate = objectOf(listOf(chunk.candidates)[0]);
    for (const part of listOf(objectOf(candidate.content).parts)) {
      if (!isObject(part)) continue;
      if (isObject(part.functionCall)) addCall(part, part.functionCall);
      else {
        close();
        if (typeof part.text === "string") addText(part);
        else parts.push({ ...part });
      }
    }
    if (candidate.finishReason) finishReason = candidate.finishReason;
    if (candidate.finishMessage) finishMessage = candidate.finishMessage;
  }

  return {
    pushChunk,
    push({ data }) {
      const chunk = parseEvent(data);
      if (chunk !== undefined) pushChunk(chunk);
      return false;
    },
    isComplete: () => finishReason !== undefined,
    finish(): Answer {
      close();
      const content = { role: "model", parts };
      return toAnswer({ content, finishReason, finishMessage, usage, responseId, madeIds });
    },
  };
}
