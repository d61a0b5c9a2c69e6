/** The stage around the function: the agent's hooks, outermost, then the tool's own, then the function itself. */

import type { ArgumentValues } from "../tool/tool.ts";
import type { MiddlewareInfo, ToolHook } from "../tool/tool-hooks.ts";
import type { CallInProgress, CallResult } from "./call-in-progress.ts";
import { returnedBy } from "./call-result.ts";
import { changeArguments } from "./change-arguments.ts";
import { invoke } from "./invoke.ts";
import { hookInfo } from "./pre-and-post-hooks.ts";

export function runToolHooks(call: CallInProgress): undefined | Promise<undefined> {
  if (call.isBlocked) return undefined;
  const hooks = [...call.environment.toolHooks, ...(call.tool.options.toolHooks ?? [])];
  if (hooks.length > 0) return runThrough(call, hooks);
  const result = invoke(call);
  if (result instanceof Promise) return keep(call, result);
  call.result = result;
  return undefined;
}

async function keep(call: CallInProgress, result: Promise<CallResult>): Promise<undefined> {
  call.result = await result;
}

async function runThrough(call: CallInProgress, hooks: readonly ToolHook[]): Promise<undefined> {
  const original = hookInfo(call);
  /** What the function did, while a hook has not made something else of it. */
  let own: CallResult | undefined;

  async function runFrom(index: number, args: ArgumentValues): Promise<unknown> {
    const hook = hooks[index];
    if (hook) {
      const next: MiddlewareInfo["next"] = (changed = args) => runFrom(index + 1, changed);
      return hook({ ...original, args, next });
    }
    // A hook may go on after the end of the run, or of the call's own time.
    call.environment.signal.throwIfAborted();
    if (args !== original.args) changeArguments(call, args);
    // A hook that does not wait for it has said what the result is: what comes later changes nothing.
    const result = await invoke(call);
    own = result;
    if (result.kind === "threw") throw result.error;
    // There is nothing to go on with yet. The hooks run again when the delegate goes on.
    if (result.kind === "paused") throw new Error("The delegate waits for people.");
    return returnedBy(result);
  }

  try {
    const value = await runFrom(0, original.args);
    // The same value: with the text that its worker made of the live one.
    call.result = own && own.kind !== "threw" && returnedBy(own) === value ? own : { kind: "returned", value };
  } catch (error) {
    // The same error: with what a generator had said before.
    call.result = own?.kind === "threw" && own.error === error ? own : { kind: "threw", error };
  }
  if (own?.kind === "paused") call.result = own;
}
