/** The way of one tool call: its stages, in order. */
import { type CallInProgress, refuse, type Stage, type ToolOutcome } from "./call-in-progress.ts";
import { chooseHandoff } from "./choose-handoff.ts";
import { claimCall } from "./claim-call.ts";
import { convertArguments } from "./convert-arguments.ts";
import { dropReservedKeys } from "./drop-reserved-keys.ts";
import { findTool } from "./find-tool.ts";
import { announceEnd, announceStart } from "./lifecycle.ts";
import { limitCalls } from "./limit-calls.ts";
import { parseArguments } from "./parse-arguments.ts";
import { runPostHook, runPreHook } from "./pre-and-post-hooks.ts";
import { runToolHooks } from "./run-tool-hooks.ts";
import { shorten } from "./to-model-text.ts";
import { toOutcome } from "./to-outcome.ts";
import { validateArguments } from "./validate-arguments.ts";

/** For all calls of a batch, one by one in their order, before any of them runs. */
const BEFORE_RUNNING: readonly Stage[] = [
  parseArguments,
  findTool,
  dropReservedKeys,
  validateArguments,
  convertArguments,
  limitCalls,
  chooseHandoff,
];

/** From the claim on: at most once. */
const RUNNING: readonly Stage[] = [
  claimCall,
  announceStart,
  runPreHook,
  // The function itself is in the middle of this one.
  runToolHooks,
  runPostHook,
  announceEnd,
  toOutcome,
];

/** An outcome for a call that is not going to run. */
export async function prepareCall(call: CallInProgress): Promise<ToolOutcome | undefined> {
  const refusal = await pass(call, BEFORE_RUNNING);
  return refusal && { ...refusal, text: shorten(refusal.text, call.maxResultChars) };
}

export async function runCall(call: CallInProgress): Promise<ToolOutcome> {
  return (await pass(call, RUNNING)) ?? refuse("the call had no outcome");
}

async function pass(call: CallInProgress, stages: readonly Stage[]): Promise<ToolOutcome | undefined> {
  for (const stage of stages) {
    const outcome = stage(call);
    const settled = outcome instanceof Promise ? await outcome : outcome;
    if (settled) return settled;
  }
  return undefined;
}
