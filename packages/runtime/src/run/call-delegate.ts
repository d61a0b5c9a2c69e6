/**
 * A call of a delegate: a run of another agent inside the run that asked for it. It has its own conversation and its own
 * ids, shares the caller's context, hooks and signal, and what it uses is counted for the caller too.
 */
import type { CallInProgress, CallResult } from "../call/call-in-progress.ts";
import { signalOf } from "../call/inject.ts";
import { UserError } from "../errors/user-error.ts";
import type { RunContext, RunContextParts } from "../tool/run-context.ts";
import { ToolResult } from "../tool/tool-result.ts";
import { subtractUsage } from "../tool/usage.ts";
import { actingPlan } from "./acting-plan.ts";
import { nestedJournal } from "./nested-journal.ts";
import type { DelegatedTask } from "./plan.ts";
import type { Run } from "./run.ts";
import type { EmitRunEvent } from "./run-event.ts";
import { countUsage, type RunProgress } from "./run-progress.ts";
import { partsOf } from "./run-state.ts";

/** @returns Nothing for a call that is one of an ordinary tool. */
export function callDelegate(
  progress: RunProgress,
  call: CallInProgress,
  own: AbortSignal | undefined,
  emit: EmitRunEvent | undefined,
): Promise<CallResult> | undefined {
  const delegation = progress.acting.delegates.get(call.tool.name);
  return delegation && runDelegate(progress, delegation(call.json), call, own, emit);
}

async function runDelegate(
  progress: RunProgress,
  { target, input, isPassedOn = false }: DelegatedTask,
  call: CallInProgress,
  own: AbortSignal | undefined,
  emit: EmitRunEvent | undefined,
): Promise<CallResult> {
  const { current, max } = progress.depth;
  try {
    if (current >= max) {
      const problem = `${target.agentName} was not asked: runs are nested ${max} deep already (maxDepth)`;
      throw new UserError("RUNA_MAX_DEPTH", problem);
    }
    const { callId } = call.toolCall;
    const stopped = progress.delegateRuns.get(callId);
    const runId = stopped?.core.runId ?? `run_${globalThis.crypto.randomUUID()}`;
    const signal = signalOf(call, own);
    const context = nestedContext(progress.ctx);
    const plan = await target.plan();
    const { shared } = progress.ledger;
    const resume = stopped && { ...stopped, shared, acting: await actingPlan(plan, stopped.core.actingAgentName) };
    // What it used in a process that died before it was counted here.
    if (stopped) countUsage(progress, subtractUsage(stopped.core.usage, stopped.countedUsage));
    const run = await progress.executeRun(
      plan,
      {
        runId,
        items: [{ type: "user", content: input }],
        context,
        signal,
        hooks: progress.runHooks,
        ...teamOf(progress),
        sharesStateWith: progress.ctx,
        caller: {
          journal: nestedJournal(progress, callId),
          shared,
          guardrailResults: progress.guardrailResults,
          countUsage: (usage) => countUsage(progress, usage),
        },
        ...(resume && { resume }),
        depth: { current: isPassedOn ? current : current + 1, max },
        redaction: progress.redaction,
      },
      emit && ((event) => emit({ ...event, parentRunId: event.parentRunId ?? progress.runId })),
    );
    if (run.status === "paused")
      progress.delegateRuns.set(callId, { ...partsOf(run.toState()), countedUsage: run.usage });
    else progress.delegateRuns.delete(callId);
    return toResult(run);
  } catch (error) {
    return { kind: "threw", error };
  }
}

/** What becomes of the caller's call: one case for each way in which a run can end. */
function toResult({ status, output = "", error, errorCause, images, videos, audio, files }: Run): CallResult {
  switch (status) {
    case "completed": {
      const hasMedia = [images, videos, audio, files].some(({ length }) => length > 0);
      const value = hasMedia ? new ToolResult({ content: output, images, videos, audio, files }) : output;
      return { kind: "returned", value };
    }
    case "paused":
      return { kind: "paused" };
    case "error":
      return { kind: "threw", error: errorCause ?? error };
  }
}

/** The members of a team, and whoever they ask, have it around them; of teams in teams the innermost. */
function teamOf({ acting, team: around }: RunProgress): { readonly team?: object } {
  const team = acting.team ?? around;
  return team ? { team } : {};
}

/** Everything but what belongs to one run: its id, its signal, its usage. */
function nestedContext(ctx: RunContext): RunContextParts {
  const { context, dependencies, metadata, knowledgeFilters, sessionId, userId } = ctx;
  return {
    context,
    dependencies,
    metadata,
    knowledgeFilters,
    ...(sessionId !== undefined && { sessionId }),
    ...(userId !== undefined && { userId }),
  };
}
