/** Runs all calls of one answer: the gates one by one in their order, then every call that may run. */

import type { LimitFunction } from "p-limit";
import { errorMessage } from "../errors/error-message.ts";
import { shorten } from "../tool/shorten.ts";
import type { Batch } from "./batch.ts";
import { type CallEnvironment, type CallInProgress, isWaiting } from "./call-in-progress.ts";
import { prepareCall, runCall } from "./pipeline.ts";

/**
 * Resolves when every call has its outcome, or waits for people.
 *
 * @param concurrency How many calls may run at a time.
 * @throws What must end the run; what a tool throws is an outcome. The other calls are cancelled first: their signals are
 * aborted, and those that do not end within `cancelGrace` are left to themselves.
 */
export async function executeBatch(
  batch: Batch,
  environment: CallEnvironment,
  concurrency: number = Number.POSITIVE_INFINITY,
): Promise<void> {
  for (const call of batch.open) {
    const result = await prepareCall(call);
    if (result && isWaiting(result)) {
      batch.hold(call, result.question);
      continue;
    }
    batch.start(call);
    if (result) batch.settle(call, result);
  }
  const runnable = batch.runnable;
  const schedule = await createSchedule(runnable, concurrency);
  let failure: { readonly error: unknown } | undefined;
  let fail = (): void => {};
  const failed = new Promise<void>((resolve) => {
    fail = resolve;
  });
  const run = async (call: CallInProgress): Promise<void> => {
    try {
      const { within } = environment;
      const result = await (within ? within(call, () => runCall(call)) : runCall(call));
      if (isWaiting(result)) batch.hold(call, result.question);
      else batch.settle(call, result);
    } catch (error) {
      // The run may have ended meanwhile: then the batch is closed, and nobody listens.
      const text = shorten(`error: ${errorMessage(error)}`, call.maxResultChars);
      batch.settle(call, { text, isError: true, error });
      if (failure) return;
      failure = { error };
      environment.cancel?.(error);
      fail();
    }
  };
  const all = Promise.all(runnable.map((call) => schedule(call, () => run(call))));
  await Promise.race([all, failed]);
  if (!failure) return;
  await settledWithin(all, environment.cancelGrace);
  const { error } = failure;
  batch.close(({ maxResultChars }) => shorten(`error: the call was cancelled: ${errorMessage(error)}`, maxResultChars));
  throw error;
}

async function settledWithin(work: Promise<unknown>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const grace = new Promise((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([work, grace]);
  clearTimeout(timer);
}

type Schedule = <T>(call: CallInProgress, run: () => Promise<T>) => Promise<T>;

const atOnce: Schedule = (_call, run) => run();

/** A limit for all, and one of its own for each tool that must not meet itself. */
async function createSchedule(calls: readonly CallInProgress[], concurrency: number): Promise<Schedule> {
  const limited = concurrency < calls.length;
  const isSequential = (call: CallInProgress): boolean => call.tool.options.sequential === true;
  if (calls.length < 2 || !(limited || calls.some(isSequential))) return atOnce;
  const { default: pLimit } = await import("p-limit");
  const overall = limited ? pLimit(concurrency) : undefined;
  const perTool = new Map<string, LimitFunction>();
  return (call, run) => {
    const within = overall ? () => overall(run) : run;
    if (!call.tool.options.sequential) return within();
    const own = perTool.get(call.tool.name) ?? pLimit(1);
    perTool.set(call.tool.name, own);
    return own(within);
  };
}
