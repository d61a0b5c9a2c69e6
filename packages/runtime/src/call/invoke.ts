/** Calls the function, here or in a worker, or the delegate, and waits for what it gives. Whatever it throws becomes a result. */
import { ToolTimeoutError } from "../errors/tool-timeout-error.ts";
import { markStarted, startTime } from "../threads/worker-call.ts";
import { fromMedia } from "../tool/tool-result.ts";
import type { CallInProgress, CallResult } from "./call-in-progress.ts";
import { callInWorker, runsInWorker } from "./call-in-worker.ts";
import { consumeGenerator, isGenerator } from "./consume-generator.ts";
import { injectedValues } from "./inject.ts";
import { type CachedCall, cachedCall, keepResult, readResult } from "./result-cache.ts";
import { warnOfBlocking } from "./warn-of-blocking.ts";

/** How often to look whether a worker has come to its call, when the time might be up. */
const LOOK_AGAIN = 20;

/** @throws The reason of the run's signal: what stands in front of the function may have waited past the end. */
export function invoke(call: CallInProgress): CallResult | Promise<CallResult> {
  call.environment.signal.throwIfAborted();
  const external = externalResult(call);
  if (external) return external;
  const cached = cachedCall(call);
  return cached ? invokeCached(call, cached) : invokeFunction(call);
}

async function invokeCached(call: CallInProgress, cached: CachedCall): Promise<CallResult> {
  const kept = await readResult(cached);
  // The run may have ended meanwhile.
  call.environment.signal.throwIfAborted();
  if (kept) return kept;
  const result = await invokeFunction(call);
  await keepResult(call, cached, result);
  return result;
}

function invokeFunction(call: CallInProgress): CallResult | Promise<CallResult> {
  const { timeout } = call.tool.options;
  const controller = timeout === undefined ? undefined : new AbortController();
  const started = runsInWorker(call.tool) ? new SharedArrayBuffer(8) : undefined;
  const result = started
    ? callInWorkerOrHere(call, started, controller?.signal)
    : (call.environment.callDelegate?.(call, controller?.signal) ?? callFunction(call, controller?.signal));
  if (!(result instanceof Promise)) return result;
  return timeout && controller ? beforeDeadline({ call, result, timeout, controller, started }) : result;
}

async function callInWorkerOrHere(
  call: CallInProgress,
  started: SharedArrayBuffer,
  own: AbortSignal | undefined,
): Promise<CallResult> {
  const result = await callInWorker(call, started, own);
  if (result) return result;
  markStarted(started);
  return callFunction(call, own);
}

function callFunction(call: CallInProgress, own: AbortSignal | undefined): CallResult | Promise<CallResult> {
  const { tool } = call;
  try {
    const value = warnOfBlocking(tool, () => tool.call(call.values, injectedValues(call, own)));
    if (isThenable(value)) return settle(call, value, own);
    return isGenerator(value) ? consumeGenerator(call, value, own) : { kind: "returned", value: fromMedia(value) };
  } catch (error) {
    return { kind: "threw", error };
  }
}

/** What the program said of a call that it ran itself: it has run, whatever the options of its tool say by now. */
function externalResult({ toolCall, environment }: CallInProgress): CallResult | undefined {
  const external = environment.gate?.ledger.decisionOn(toolCall.callId)?.external;
  if (!external) return undefined;
  return external.kind === "failed"
    ? { kind: "threw", error: new Error(external.message) }
    : { kind: "returned", value: external.value };
}

async function settle(
  call: CallInProgress,
  promise: PromiseLike<unknown>,
  own: AbortSignal | undefined,
): Promise<CallResult> {
  try {
    const value = await promise;
    return isGenerator(value)
      ? await consumeGenerator(call, value, own)
      : { kind: "returned", value: fromMedia(value) };
  } catch (error) {
    return { kind: "threw", error };
  }
}

interface Deadline {
  readonly call: CallInProgress;
  readonly result: Promise<CallResult>;
  readonly timeout: number;
  readonly controller: AbortController;
  readonly started: SharedArrayBuffer | undefined;
}

/**
 * A tool that ignores its signal runs on; what it gives later is discarded. A worker is terminated. Its time begins when
 * the function does: waiting for a thread, which may first have to load the module, is not the tool's. Once the run is
 * aborted, nobody waits for the deadline, and it keeps no process from ending.
 */
function beforeDeadline({ call, result, timeout, controller, started }: Deadline): Promise<CallResult> {
  const { signal } = call.environment;
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout;
    const wait = (milliseconds: number): void => {
      timer = setTimeout(check, milliseconds);
      if (signal.aborted) timer.unref();
    };
    const release = (): void => void timer.unref();
    const check = (): void => {
      const left = started ? timeLeft(started, timeout) : 0;
      if (left > 0) {
        wait(left);
        return;
      }
      signal.removeEventListener("abort", release);
      const error = new ToolTimeoutError(call.tool.name, timeout);
      resolve({ kind: "threw", error });
      controller.abort(error);
    };
    wait(timeout);
    signal.addEventListener("abort", release, { once: true });
    void result.then((value) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", release);
      resolve(value);
    });
  });
}

function timeLeft(started: SharedArrayBuffer, timeout: number): number {
  const time = startTime(started);
  return time === undefined ? LOOK_AGAIN : time + timeout - Date.now();
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}
