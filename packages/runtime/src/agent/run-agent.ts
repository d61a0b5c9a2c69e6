/** One run of an agent: from what the caller gave, and what was stored, to the input of a run; then the run itself. */
import { actingPlan } from "../run/acting-plan.ts";
import { executeRun } from "../run/execute-run.ts";
import type { RunPlan } from "../run/plan.ts";
import { reportFailure } from "../run/report-run.ts";
import type { Run } from "../run/run.ts";
import type { EmitRunEvent } from "../run/run-event.ts";
import type { RunInput } from "../run/run-input.ts";
import { assertAgent, partsOf, RunState } from "../run/run-state.ts";
import type { ResumedRun, StoppedRun } from "../run/stopped-run.ts";
import type { Session } from "../session/session.ts";
import type { RunContextParts } from "../tool/run-context.ts";
import type { State } from "../tool/state-patch.ts";
import { NO_USAGE, type Usage } from "../tool/usage.ts";
import { type BegunRun, beginRun } from "./begin-run.ts";
import { assertSessionOf } from "./choose-session.ts";
import { orAborted } from "./or-aborted.ts";
import { withRunMedia } from "./run-media.ts";
import type { RunOptions } from "./run-options.ts";
import { type RunMessage, toUserItem } from "./to-user-item.ts";

/** What a run needs of its agent. */
export interface RunningAgent {
  readonly agent: object;
  readonly agentName: string;
  /** The agent's own state, for new sessions. */
  readonly defaults: State | undefined;
  readonly session: Session | undefined;
  /** @throws UserError for what is wrong with the agent, or with one that it leads to. */
  readonly resolvePlan: () => Promise<RunPlan>;
  /** Told when a run has ended that had begun. `before`: what of the usage was counted when it paused. */
  readonly countUsage: (usage: Usage, before: Usage) => void;
}

/**
 * @param options Checked already.
 * @throws As `executeRun`; and for what is misuse before anything of the run is there.
 */
export async function runAgent(
  { agent, agentName, defaults, session, resolvePlan, countUsage }: RunningAgent,
  message: RunMessage | RunState,
  options: RunOptions,
  emit: EmitRunEvent | undefined,
): Promise<Run> {
  const { signal, hooks } = options;
  const stopped = message instanceof RunState ? partsOf(message) : undefined;
  const runId = stopped?.core.runId ?? `run_${globalThis.crypto.randomUUID()}`;
  const items = message instanceof RunState ? [] : [withRunMedia(await toUserItem(message), options)];
  if (stopped) {
    assertAgent(stopped.core.agentName, agentName);
    assertSessionOf(stopped.live, session?.sessionId || undefined);
  }
  const plan = await orAborted(resolvePlan(), signal);
  const begun = await orAborted(
    beginRun({
      agent,
      runId,
      stopped,
      session,
      abandonPending: options.abandonPending ?? false,
      defaults,
      given: options.sessionState,
      overwrites: options.overwriteSessionState ?? false,
      dependencies: options.dependencies ?? {},
      context: contextOf(options, session),
      signal,
    }),
    signal,
  );
  if (begun.kind === "failed") return failRun(runId, agentName, begun.error, stopped !== undefined, emit);
  const { history, context, journal } = begun;
  const resume = stopped && (await resumeFrom(stopped, plan, begun, signal));
  const input: RunInput = {
    runId,
    items,
    history,
    context,
    ...(journal && { journal }),
    ...(signal && { signal }),
    ...(hooks && { hooks: [hooks] }),
    ...(resume && { resume }),
  };
  const run = await executeRun(plan, input, emit);
  countUsage(run.usage, stopped?.core.usage ?? NO_USAGE);
  return run;
}

/** What the tools are given; a state of the session joins it when that is open. */
function contextOf(options: RunOptions, session: Session | undefined): RunContextParts {
  const { context, metadata, knowledgeFilters, userId = session?.userId } = options;
  const sessionId = session?.sessionId || undefined;
  return {
    ...(context !== undefined && { context }),
    ...(metadata && { metadata }),
    ...(knowledgeFilters !== undefined && { knowledgeFilters }),
    ...(sessionId !== undefined && { sessionId }),
    ...(userId !== undefined && { userId }),
  };
}

/** @throws UserError where the agent that acted is not to be found; the run then waits as before. */
async function resumeFrom(
  stopped: StoppedRun,
  plan: RunPlan,
  { giveBack }: BegunRun,
  signal: AbortSignal | undefined,
): Promise<ResumedRun> {
  try {
    return { ...stopped, acting: await orAborted(actingPlan(plan, stopped.core.actingAgentName), signal) };
  } catch (error) {
    await giveBack();
    throw error;
  }
}

/** Before anything of the run was there: nothing to guard, nobody to tell but the caller. */
function failRun(
  runId: string,
  agentName: string,
  errorCause: unknown,
  isResumed: boolean,
  emit: EmitRunEvent | undefined,
): Run<never> {
  const run = reportFailure(runId, agentName, errorCause);
  emit?.({ type: isResumed ? "run_continued" : "run_started", runId, agentName });
  if (run.error) emit?.({ type: "run_error", runId, agentName, error: run.error, stopReason: "error" });
  return run;
}
