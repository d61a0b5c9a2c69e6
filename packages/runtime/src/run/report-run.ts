/** From how far a run has come to what its caller gets. */
import { errorMessage } from "../errors/error-message.ts";
import { UserError } from "../errors/user-error.ts";
import { NO_DECISIONS, type SharedDecisions } from "../gating/decision-ledger.ts";
import type { GuardrailPhase, GuardrailResult } from "../gating/guardrail-result.ts";
import type { Media, MediaType } from "../tool/media.ts";
import { NO_USAGE } from "../tool/usage.ts";
import { interruptionsOf } from "./interruption.ts";
import type { LiveParts } from "./live-parts.ts";
import { settledCalls } from "./record-batch.ts";
import type { Run, StopReason } from "./run.ts";
import type { RunProgress } from "./run-progress.ts";
import type { RunCore } from "./run-snapshot.ts";
import { RunState } from "./run-state.ts";
import { livePartsOf, takeCore } from "./take-snapshot.ts";

export type ReportedEnding =
  | {
      readonly status: "completed";
      readonly stopReason: StopReason;
      readonly output: string;
      readonly parsed?: unknown;
    }
  | { readonly status: "error"; readonly stopReason: StopReason; readonly error: Error; readonly errorCause: unknown }
  | { readonly status: "paused" };

export function reportRun(progress: RunProgress, ending: ReportedEnding): Run {
  const core = ending.status === "paused" ? takeCore(progress, "paused") : undefined;
  if (!core) return toRun(progress, ending, undefined);
  const { toolCalls, media } = settledCalls(progress);
  const reported = {
    ...progress,
    toolCalls: [...progress.toolCalls, ...toolCalls],
    media: [...progress.media, ...media],
  };
  return toRun(reported, ending, { core, live: livePartsOf(progress) });
}

/** A run that failed before anything of it was there. */
export function reportFailure(runId: string, agentName: string, errorCause: unknown): Run<never> {
  const error = errorCause instanceof Error ? errorCause : new Error(errorMessage(errorCause));
  const ledger = { shared: NO_DECISIONS };
  const nothing = { usage: NO_USAGE, newItems: [], toolCalls: [], media: [], guardrailResults: [] };
  const ending = { status: "error", stopReason: "error", error, errorCause } as const;
  return { ...toRun({ runId, acting: { agentName }, ledger, ...nothing }, ending, undefined), parsed: undefined };
}

type ReportedProgress = Pick<
  RunProgress,
  "runId" | "usage" | "newItems" | "toolCalls" | "media" | "guardrailResults"
> & {
  readonly acting: { readonly agentName: string };
  readonly ledger: { readonly shared: SharedDecisions };
};

function toRun(
  progress: ReportedProgress,
  ending: ReportedEnding,
  stopped: { readonly core: RunCore; readonly live: LiveParts } | undefined,
): Run {
  const { runId, acting, usage, newItems, toolCalls, media, ledger, guardrailResults } = progress;
  const { shared } = ledger;
  const ofType = (type: MediaType): readonly Media[] => media.filter((one) => one.type === type);
  const ofPhase = (phase: GuardrailPhase): readonly GuardrailResult[] =>
    guardrailResults.filter((one) => one.phase === phase);
  return {
    runId,
    agentName: acting.agentName,
    status: ending.status,
    stopReason: ending.status === "paused" ? undefined : ending.stopReason,
    output: ending.status === "completed" ? ending.output : undefined,
    parsed: ending.status === "completed" ? ending.parsed : undefined,
    error: ending.status === "error" ? ending.error : undefined,
    errorCause: ending.status === "error" ? ending.errorCause : undefined,
    usage,
    newItems,
    images: ofType("image"),
    videos: ofType("video"),
    audio: ofType("audio"),
    files: ofType("file"),
    toolCalls,
    interruptions: stopped ? interruptionsOf(stopped.core, shared) : [],
    approvals: shared.approvals,
    inputGuardrailResults: ofPhase("input"),
    outputGuardrailResults: ofPhase("output"),
    toolInputGuardrailResults: ofPhase("tool_input"),
    toolOutputGuardrailResults: ofPhase("tool_output"),
    toState: () => {
      if (stopped) return new RunState(stopped.core, shared, stopped.live);
      throw new UserError(
        "RUNA_NOT_PAUSED",
        `A run with the status "${ending.status}" has no state to go on from; only a paused one has.`,
      );
    },
  };
}
