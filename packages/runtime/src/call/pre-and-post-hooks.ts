/** Stages in front of the function and behind it. They fail closed: what a hook throws is what the model reads. */
import type { ToolHookInfo } from "../tool/tool-hooks.ts";
import type { CallInProgress } from "./call-in-progress.ts";
import { returnedBy, thrownBy } from "./call-result.ts";

/** A hook that throws blocks the call. */
export function runPreHook(call: CallInProgress): undefined | Promise<undefined> {
  return call.tool.options.preHook && preHook(call);
}

async function preHook(call: CallInProgress): Promise<undefined> {
  try {
    await call.tool.options.preHook?.(hookInfo(call));
  } catch (error) {
    call.block(error);
  }
}

/** Not for a call that was blocked: there is nothing that it would come after. */
export function runPostHook(call: CallInProgress): undefined | Promise<undefined> {
  return call.tool.options.postHook && !call.isBlocked ? postHook(call) : undefined;
}

async function postHook(call: CallInProgress): Promise<undefined> {
  const { result } = call;
  try {
    await call.tool.options.postHook?.({ ...hookInfo(call), result: returnedBy(result), error: thrownBy(result) });
  } catch (error) {
    call.result = { kind: "threw", error };
  }
}

export function hookInfo({ toolCall, tool, values, environment }: CallInProgress): ToolHookInfo {
  const { ctx, agent } = environment;
  const messages = Object.freeze([...environment.messages()]);
  return { call: toolCall, name: tool.name, args: Object.freeze({ ...values }), ctx, agent, messages };
}
