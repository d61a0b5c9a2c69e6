/** From how far a run has come to what its caller gets. */
import { UserError } from "../errors/user-error.ts";
import type { GuardrailPhase, GuardrailResult } from "../gating/guardrail-result.ts";
import type { Media, MediaType } from "../tool/media.ts";
import { interruptionsOf } from "./interruption.ts";
import type { Run, StopReason } from "./run.ts";
import type { RunProgress } from "./run-progress.ts";
import { RunState } from "./run-state.ts";
import { livePartsOf, takeCore } from "./take-snapshot.ts";

export type ReportedEnding =
  | { readonly status: "completed"; readonly stopReason: StopReason; readonly output: string }
  | { readonly status: "error"; readonly stopReason: StopReason; readonly error: Error; readonly errorCause: unknown }
  | { readonly status: "paused" };

export function reportRun(progress: RunProgress, ending: ReportedEnding): Run {
  const { runId, acting, usage, newItems, toolCalls, media, ledger, guardrailResults } = progress;
  const { shared } = ledger;
  const ofType = (type: MediaType): readonly Media[] => media.filter((one) => one.type === type);
  const ofPhase = (phase: GuardrailPhase): readonly GuardrailResult[] =>
    guardrailResults.filter((one) => one.phase === phase);
  const core = ending.status === "paused" ? takeCore(progress, "paused") : undefined;
  const live = core && livePartsOf(progress);
  return {
    runId,
    agentName: acting.agentName,
    status: ending.status,
    stopReason: ending.status === "paused" ? undefined : ending.stopReason,
    output: ending.status === "completed" ? ending.output : undefined,
    error: ending.status === "error" ? ending.error : undefined,
    errorCause: ending.status === "error" ? ending.errorCause : undefined,
    usage,
    newItems,
    images: ofType("image"),
    videos: ofType("video"),
    audio: ofType("audio"),
    files: ofType("file"),
    toolCalls,
    interruptions: core ? interruptionsOf(core, shared) : [],
    approvals: shared.approvals,
    inputGuardrailResults: ofPhase("input"),
    outputGuardrailResults: ofPhase("output"),
    toolInputGuardrailResults: ofPhase("tool_input"),
    toolOutputGuardrailResults: ofPhase("tool_output"),
    toState: () => {
      if (core && live) return new RunState(core, shared, live);
      throw new UserError(
        "RUNA_NOT_PAUSED",
        `A run with the status "${ending.status}" has no state to go on from; only a paused one has.`,
      );
    },
  };
}
