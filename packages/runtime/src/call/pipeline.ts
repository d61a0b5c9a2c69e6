/** The way of one tool call: its stages, in order. */

import { shorten } from "../tool/shorten.ts";
import { askApproval } from "./ask-approval.ts";
import { askExternal } from "./ask-external.ts";
import { askUserInput } from "./ask-user-input.ts";
import {
  type CallInProgress,
  isWaiting,
  refuse,
  type Stage,
  type ToolOutcome,
  type WaitingCall,
} from "./call-in-progress.ts";
import { checkQuestion } from "./check-question.ts";
import { chooseHandoff } from "./choose-handoff.ts";
import { claimCall } from "./claim-call.ts";
import { convertArguments } from "./convert-arguments.ts";
import { dropReservedKeys } from "./drop-reserved-keys.ts";
import { findTool } from "./find-tool.ts";
import { guardInput, guardOutput } from "./guard-call.ts";
import { holdDelegate } from "./hold-delegate.ts";
import { announceEnd, announceStart } from "./lifecycle.ts";
import { limitCalls } from "./limit-calls.ts";
import { parseArguments } from "./parse-arguments.ts";
import { runPostHook, runPreHook } from "./pre-and-post-hooks.ts";
import { toRecorded } from "./recorded-outcome.ts";
import { runToolHooks } from "./run-tool-hooks.ts";
import { toOutcome } from "./to-outcome.ts";
import { validateArguments } from "./validate-arguments.ts";

/** Up to the arguments of a call, as people were shown them. */
const BEFORE_ASKING: readonly Stage[] = [parseArguments, findTool, dropReservedKeys, validateArguments, checkQuestion];

/** For all calls of a batch, one by one in their order, before any of them runs. */
const BEFORE_RUNNING: readonly Stage[] = [
  parseArguments,
  findTool,
  dropReservedKeys,
  validateArguments,
  convertArguments,
  limitCalls,
  chooseHandoff,
  // From here on people are asked: never about a call that is refused anyway.
  checkQuestion,
  askApproval,
  askExternal,
  askUserInput,
];

/** From the claim on: at most once. */
const RUNNING: readonly Stage[] = [
  claimCall,
  announceStart,
  guardInput,
  runPreHook,
  // The function itself is in the middle of this one.
  runToolHooks,
  holdDelegate,
  runPostHook,
  guardOutput,
  announceEnd,
  toOutcome,
];

/** An outcome for a call that is not going to run, or what it waits for. */
export async function prepareCall(call: CallInProgress): Promise<ToolOutcome | WaitingCall | undefined> {
  const result = await pass(call, BEFORE_RUNNING);
  return result && !isWaiting(result) ? { ...result, text: shorten(result.text, call.maxResultChars) } : result;
}

/**
 * For a run that goes on, before anything of it is written down: a state that was edited must not take the place of the
 * one that is stored.
 *
 * @throws UserError
 */
export async function checkQuestions(calls: readonly CallInProgress[]): Promise<void> {
  for (const call of calls) await pass(call, BEFORE_ASKING);
}

/** Of a delegate that waits for people: that it waits. */
export async function runCall(call: CallInProgress): Promise<ToolOutcome | WaitingCall> {
  const outcome = (await pass(call, RUNNING)) ?? refuse("the call had no outcome");
  const { journal } = call.environment;
  if (journal && !call.isRecorded && !isWaiting(outcome)) await journal.recordResult(toRecorded(call, outcome));
  return outcome;
}

async function pass(call: CallInProgress, stages: readonly Stage[]): Promise<ToolOutcome | WaitingCall | undefined> {
  for (const stage of stages) {
    const outcome = stage(call);
    const settled = outcome instanceof Promise ? await outcome : outcome;
    if (settled) return settled;
  }
  return undefined;
}
