/** Calls the function, and waits for what it gives. Whatever it throws becomes a result. */
import { ToolTimeoutError } from "../errors/tool-timeout-error.ts";
import type { Injection } from "../manifest/index.ts";
import type { InjectedValues } from "../tool/tool.ts";
import type { CallInProgress, CallResult } from "./call-in-progress.ts";
import { consumeGenerator, isGenerator } from "./consume-generator.ts";

const NOTHING_INJECTED: InjectedValues = Object.freeze({});

export function invoke(call: CallInProgress): undefined | Promise<undefined> {
  const { timeout } = call.tool.options;
  const controller = timeout === undefined ? undefined : new AbortController();
  const result = callFunction(call, controller);
  if (!(result instanceof Promise)) {
    call.result = result;
    return undefined;
  }
  const settled = timeout && controller ? beforeDeadline(call.tool.name, result, timeout, controller) : result;
  return settled.then((value) => {
    call.result = value;
    return undefined;
  });
}

function callFunction(call: CallInProgress, controller: AbortController | undefined): CallResult | Promise<CallResult> {
  const { tool } = call;
  try {
    const own = controller?.signal;
    const value = tool.call(call.values, tool.injects.length === 0 ? NOTHING_INJECTED : injectedValues(call, own));
    if (isThenable(value)) return settle(call, value, own);
    return isGenerator(value) ? consumeGenerator(call, value, own) : { kind: "returned", value };
  } catch (error) {
    return { kind: "threw", error };
  }
}

async function settle(
  call: CallInProgress,
  promise: PromiseLike<unknown>,
  own: AbortSignal | undefined,
): Promise<CallResult> {
  try {
    const value = await promise;
    return isGenerator(value) ? await consumeGenerator(call, value, own) : { kind: "returned", value };
  } catch (error) {
    return { kind: "threw", error };
  }
}

/** A tool that ignores its signal runs on; what it gives later is discarded. */
function beforeDeadline(
  toolName: string,
  result: Promise<CallResult>,
  timeout: number,
  controller: AbortController,
): Promise<CallResult> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      const error = new ToolTimeoutError(toolName, timeout);
      resolve({ kind: "threw", error });
      controller.abort(error);
    }, timeout);
    void result.then((value) => {
      clearTimeout(timer);
      resolve(value);
    });
  });
}

function injectedValues(call: CallInProgress, own: AbortSignal | undefined): InjectedValues {
  const injected: Record<string, unknown> = {};
  for (const name of call.tool.injects) injected[name] = injectedValue(name, call, own);
  return injected;
}

function injectedValue(name: Injection, call: CallInProgress, own: AbortSignal | undefined): unknown {
  const { environment, toolCall } = call;
  switch (name) {
    case "ctx":
      return environment.ctx;
    case "callId":
      return toolCall.callId;
    case "agent":
      return environment.agent;
    case "toolCall":
      return toolCall;
    case "signal":
      return own ? AbortSignal.any([environment.signal, own]) : environment.signal;
    // There is no team around a single agent, and no media in a run of text.
    case "team":
      return undefined;
    case "images":
    case "videos":
    case "audio":
    case "files":
      return [];
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}
