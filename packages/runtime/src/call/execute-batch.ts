/** All calls of one answer: exactly one outcome for each, in the order of the calls. */
import type { LimitFunction } from "p-limit";
import type { ToolCall } from "../model/item.ts";
import { type CallEnvironment, CallInProgress, type ToolOutcome } from "./call-in-progress.ts";
import { prepareCall, runCall } from "./pipeline.ts";

export interface CompletedCall {
  readonly call: CallInProgress;
  readonly outcome: ToolOutcome;
}

/**
 * @param concurrency How many calls may run at a time.
 * @throws What must end the run; what a tool throws is an outcome.
 */
export async function executeBatch(
  toolCalls: readonly ToolCall[],
  environment: CallEnvironment,
  concurrency: number = Number.POSITIVE_INFINITY,
): Promise<readonly CompletedCall[]> {
  const { listener } = environment;
  const prepared: { readonly call: CallInProgress; readonly refusal: ToolOutcome | undefined }[] = [];
  for (const toolCall of toolCalls) {
    const call = new CallInProgress(toolCall, environment);
    const refusal = await prepareCall(call);
    listener?.onStarted(call);
    if (refusal) listener?.onCompleted(call, refusal);
    prepared.push({ call, refusal });
  }
  const schedule = await createSchedule(prepared, concurrency);
  return Promise.all(
    prepared.map(async ({ call, refusal }) => {
      const outcome = refusal ?? (await schedule(call, () => runCall(call)));
      if (!refusal) listener?.onCompleted(call, outcome);
      return { call, outcome };
    }),
  );
}

type Schedule = <T>(call: CallInProgress, run: () => Promise<T>) => Promise<T>;

const atOnce: Schedule = (_call, run) => run();

/** A limit for all, and one of its own for each tool that must not meet itself. */
async function createSchedule(
  prepared: readonly { readonly call: CallInProgress; readonly refusal: ToolOutcome | undefined }[],
  concurrency: number,
): Promise<Schedule> {
  const running = prepared.filter(({ refusal }) => !refusal);
  const limited = concurrency < running.length;
  const isSequential = ({ call }: { readonly call: CallInProgress }): boolean => call.tool.options.sequential === true;
  if (running.length < 2 || !(limited || running.some(isSequential))) return atOnce;
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
