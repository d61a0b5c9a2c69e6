/** From a run to what its calls share, for as long as one agent acts. */
import type { CallEnvironment, CallListener } from "../call/call-in-progress.ts";
import { callDelegate } from "./call-delegate.ts";
import { combineListeners, createListener } from "./call-listener.ts";
import { mediaOfItems, mediaOfUser } from "./media-of-items.ts";
import type { EmitRunEvent } from "./run-event.ts";
import { hooksOf, type RunProgress } from "./run-progress.ts";

export function createEnvironment(progress: RunProgress, emit: EmitRunEvent | undefined): CallEnvironment {
  const plan = progress.acting;
  const { trace } = progress;
  const listeners: readonly Partial<CallListener>[] = [
    ...(emit ? [createListener({ runId: progress.runId, agentName: plan.agentName }, emit)] : []),
    ...(trace ? [{ onCompleted: trace.onCallCompleted }] : []),
  ];
  return {
    tools: plan.tools,
    ctx: progress.ctx,
    agent: plan.agent,
    agentName: plan.agentName,
    ...(plan.cache && { cache: plan.cache }),
    team: plan.team ?? progress.team,
    hooks: hooksOf(progress),
    toolHooks: plan.toolHooks,
    messages: () => progress.items,
    signal: progress.signal,
    unknownArguments: plan.unknownArguments,
    coerceArguments: plan.coerceArguments,
    maxResultChars: plan.maxResultChars,
    sendMediaToModel: plan.sendMediaToModel,
    redaction: progress.redaction,
    media: () => {
      const before = progress.items.length - progress.newItems.length;
      const ofRun = mediaOfUser(progress.items.slice(before));
      return [...mediaOfItems(progress.items.slice(0, before)), ...ofRun, ...progress.media];
    },
    allowance: progress.allowance,
    handover: { targets: plan.handoffs, to: undefined },
    isDelegate: (name) => plan.delegates.has(name),
    callDelegate: (call, signal) => callDelegate(progress, call, signal, emit),
    claimed: progress.claimed,
    gate: { ledger: progress.ledger, agentName: plan.agentName, remembered: plan.remembered },
    guardrailResults: progress.guardrailResults,
    ...(progress.journal && { journal: progress.journal }),
    cancel: progress.cancel,
    cancelGrace: plan.limits.cancelGrace,
    ...(trace && { within: (call, work) => trace.call(call, work) }),
    ...(listeners.length > 0 && { listener: combineListeners(listeners) }),
  };
}
