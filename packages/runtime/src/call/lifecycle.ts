/** Stages that tell the hooks of a run that a call begins, and how it ended. */
import { ImpossibleStateError } from "../errors/impossible-state-error.ts";
import type { Hooks, ToolStartInfo } from "../tool/hooks.ts";
import type { CallInProgress } from "./call-in-progress.ts";
import { returnedBy, thrownBy } from "./call-result.ts";

/** Where nobody listens, nothing is waited for. */
export function announceStart(call: CallInProgress): undefined | Promise<undefined> {
  const hooks = call.environment.hooks.filter(({ onToolStart }) => onToolStart);
  return hooks.length === 0 ? undefined : inOrder(hooks, (one) => one.onToolStart?.(startInfo(call)));
}

export function announceEnd(call: CallInProgress): undefined | Promise<undefined> {
  const hooks = call.environment.hooks.filter(({ onToolEnd }) => onToolEnd);
  if (hooks.length === 0) return undefined;
  const info = { ...startInfo(call), result: returnedBy(call.result), error: thrownBy(call.result) };
  return inOrder(hooks, (one) => one.onToolEnd?.(info));
}

async function inOrder(hooks: readonly Hooks[], tell: (hooks: Hooks) => unknown): Promise<undefined> {
  for (const one of hooks) await tell(one);
}

function startInfo({ toolCall, values, environment }: CallInProgress): ToolStartInfo {
  const { ctx, agent } = environment;
  if (!agent) throw new ImpossibleStateError("There are hooks, and no agent");
  return { call: toolCall, args: values, ctx, agent };
}
