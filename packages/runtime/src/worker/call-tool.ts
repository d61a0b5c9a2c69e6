/**
 * The worker's side of a call: imports the tool's module, converts and binds the JSON arguments, calls the function.
 * Loaded in worker threads only. Whatever happens is an answer.
 */

import { createArgumentBinder } from "../binding/bind-arguments.ts";
import { createConverter } from "../binding/convert-arguments.ts";
import { isGenerator } from "../call/consume-generator.ts";
import { toModelText } from "../call/to-model-text.ts";
import { errorMessage } from "../errors/error-message.ts";
import type { JsonObject } from "../manifest/index.ts";
import { isCopyable, toPortableError } from "../threads/portable-error.ts";
import { type ContextCopy, markStarted, type WorkerAnswer, type WorkerCall } from "../threads/worker-call.ts";
import { RunContext, type RunContextParts } from "../tool/run-context.ts";
import { diffState } from "../tool/state-patch.ts";
import { fromMedia, isToolResult } from "../tool/tool-result.ts";
import { loadValidation } from "../validation/validator.ts";

type PreparedCall = (json: JsonObject, injected: WorkerCall["injected"]) => unknown;

const prepared = new Map<number, PreparedCall>();

export async function callTool(call: WorkerCall): Promise<WorkerAnswer> {
  let callFunction = prepared.get(call.bindingId);
  if (!callFunction) {
    try {
      callFunction = await prepare(call);
    } catch (error) {
      return { kind: "unavailable", reason: errorMessage(error) };
    }
    prepared.set(call.bindingId, callFunction);
  }
  const ctx = call.context && new RunContext(structuredClone(call.context) as RunContextParts);
  markStarted(call.started);
  const answer = await answerOf(call, () => callFunction(call.json, { ...call.injected, ctx }));
  return ctx && call.context ? withChanges(answer, call.context, ctx) : answer;
}

async function answerOf(call: WorkerCall, callFunction: () => unknown): Promise<WorkerAnswer> {
  try {
    const value = fromMedia(await callFunction());
    // Nothing of its body has run yet.
    if (isGenerator(value))
      return { kind: "unavailable", reason: "it gives a generator, which cannot leave its thread" };
    if (isToolResult(value)) {
      const { content, images, videos, audio, files, metadata } = value;
      const parts = { content, images, videos, audio, files, metadata: toCopyable(metadata, "{}") };
      return { kind: "returned", text: content, isError: false, value: parts, isToolResult: true };
    }
    const { text, isError } = toModelText(call.toolName, value);
    return { kind: "returned", text, isError, value: toCopyable(value, text), isToolResult: false };
  } catch (error) {
    return { kind: "threw", error: toPortableError(error) };
  }
}

/** The state of the call is one of its own until here: the copy that came with it shows what was changed. */
function withChanges(answer: WorkerAnswer, before: ContextCopy, { sessionState }: RunContext): WorkerAnswer {
  if (answer.kind === "unavailable") return answer;
  const statePatch = diffState(before.sessionState, sessionState);
  if (statePatch.length === 0) return answer;
  if (isCopyable(statePatch)) return { ...answer, statePatch };
  const error = new TypeError("sessionState holds what cannot be copied out of a worker, such as a function");
  return { kind: "threw", error: toPortableError(error) };
}

async function prepare(call: WorkerCall): Promise<PreparedCall> {
  const exported: unknown = Reflect.get(await import(call.module), call.export);
  const owner = call.method === undefined ? undefined : exported;
  const callable = call.method === undefined ? exported : memberOf(owner, call.method);
  if (typeof callable !== "function") throw new Error(`${call.module} exports no function "${call.export}"`);
  const bind = createArgumentBinder(call.params);
  // Unions are told apart by validation.
  if (call.convert) await loadValidation();
  const convert = call.convert && call.parameters ? createConverter(call.parameters, call.convert) : undefined;
  return (json, injected) => Reflect.apply(callable, owner, bind(convert ? convert(json) : json, injected));
}

function memberOf(owner: unknown, name: string): unknown {
  return typeof owner === "function" || (typeof owner === "object" && owner !== null)
    ? Reflect.get(owner, name)
    : undefined;
}

function toCopyable(value: unknown, text: string): unknown {
  if (isCopyable(value)) return value;
  try {
    return JSON.parse(text);
  } catch {
    // No JSON form either: the text says why.
    return undefined;
  }
}
