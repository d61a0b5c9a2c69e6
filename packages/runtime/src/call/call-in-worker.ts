/** A call whose function runs in a worker thread. The worker gets the JSON arguments, and converts and binds them itself. */
import { errorMessage } from "../errors/error-message.ts";
import { warnOnce } from "../errors/warn-once.ts";
import type { Injection, ToolBinding } from "../manifest/index.ts";
import { fromPortableError } from "../threads/portable-error.ts";
import type { ContextCopy, WorkerAnswer } from "../threads/worker-call.ts";
import type { BoundTool } from "../tool/tool.ts";
import { ToolResult, type ToolResultParts } from "../tool/tool-result.ts";
import type { CallInProgress, CallResult } from "./call-in-progress.ts";
import { copyContext, mergeStateBack } from "./context-in-worker.ts";
import { injectedValues, signalOf } from "./inject.ts";

/** Plain data, or what a copy can be made of. The rest lives in this thread. */
const PORTABLE: ReadonlySet<Injection> = new Set(["callId", "toolCall", "ctx"]);

const bindingIds = new WeakMap<ToolBinding, number>();
let lastBindingId = 0;

/** Tools that cannot run in a worker, although they should. */
const unavailable = new WeakSet<ToolBinding>();

export function runsInWorker({ options, place, isExternal }: BoundTool): boolean {
  if (!place || isExternal || unavailable.has(place.binding)) return false;
  const thread = options.thread ?? "auto";
  return (thread === "auto" ? place.binding.thread : thread) === "worker";
}

/**
 * @param started The worker writes here when it calls the function.
 * @returns Nothing where no worker can run it: the function was not called.
 */
export async function callInWorker(
  call: CallInProgress,
  started: SharedArrayBuffer,
  own: AbortSignal | undefined,
): Promise<CallResult | undefined> {
  const context = copyContext(call);
  if (context && "uncopied" in context) {
    warnOfCopy(call.tool, context.uncopied);
    return undefined;
  }
  try {
    const answer = await askWorker(call, started, own, context);
    if (context && "statePatch" in answer && answer.statePatch) mergeStateBack(call, context, answer.statePatch);
    switch (answer.kind) {
      case "returned":
        if (answer.isToolResult) return { kind: "returned", value: new ToolResult(answer.value as ToolResultParts) };
        return { kind: "returned", value: answer.value, said: { text: answer.text, isError: answer.isError } };
      case "threw":
        return { kind: "threw", error: fromPortableError(answer.error) };
      case "unavailable":
        stayOnMainThread(call.tool, answer.reason);
        return undefined;
    }
  } catch (error) {
    return { kind: "threw", error };
  }
}

async function askWorker(
  call: CallInProgress,
  started: SharedArrayBuffer,
  own: AbortSignal | undefined,
  context: ContextCopy | undefined,
): Promise<WorkerAnswer> {
  const { tool, json, sentJson } = call;
  const { place, wholeParameters } = tool;
  const bound = tool.injects.find((name) => !PORTABLE.has(name));
  if (!place || bound) return { kind: "unavailable", reason: `it takes ${bound}, which cannot leave its thread` };
  const { binding } = place;
  let module: string;
  try {
    module = place.resolve().href;
  } catch (error) {
    return { kind: "unavailable", reason: errorMessage(error) };
  }
  const { runInThread } = await import("../threads/thread-pool.ts");
  return runInThread(
    {
      bindingId: bindingIdOf(binding),
      toolName: tool.name,
      module,
      export: binding.export,
      ...(binding.method !== undefined && { method: binding.method }),
      params: binding.params,
      ...(binding.convert && { convert: binding.convert, parameters: wholeParameters }),
      json: sentJson ?? json,
      injected: { ...injectedValues(call, own), ctx: undefined },
      ...(context && { context }),
      started,
    },
    signalOf(call, own),
  );
}

function bindingIdOf(binding: ToolBinding): number {
  const known = bindingIds.get(binding);
  if (known !== undefined) return known;
  lastBindingId++;
  bindingIds.set(binding, lastBindingId);
  return lastBindingId;
}

function warnOfCopy({ name, origin }: BoundTool, part: string): void {
  warnOnce(
    "RUNA_NO_COPY",
    `${origin} ${part}`,
    `Tool "${name}" (${origin}) takes ctx, and ctx.${part} holds what cannot be copied to a worker, such as functions: it runs on the main thread. Give the run plain data, or tag the tool @thread main to say that this is meant.`,
  );
}

function stayOnMainThread({ name, place, origin }: BoundTool, reason: string): void {
  if (place) unavailable.add(place.binding);
  warnOnce(
    "RUNA_NO_WORKER",
    origin,
    `Tool "${name}" (${origin}) cannot run in a worker and runs on the main thread: ${reason.replace(/\.$/, "")}. Tag it @thread main to say that this is meant.`,
  );
}
