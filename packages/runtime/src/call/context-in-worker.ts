/** `ctx` in a worker: a copy of the run's context goes there, and what it changed of the session state comes back. */
import { warnOnce } from "../errors/warn-once.ts";
import type { ContextCopy } from "../threads/worker-call.ts";
import { findConflicts, mergePatch, type StatePatch } from "../tool/state-patch.ts";
import type { CallInProgress } from "./call-in-progress.ts";

/** @returns What cannot leave this thread, where it is not everything. */
export function copyContext({
  environment,
  tool,
}: CallInProgress): ContextCopy | { readonly uncopied: string } | undefined {
  if (!tool.injects.includes("ctx")) return undefined;
  const { context, usage, sessionState, dependencies, metadata, knowledgeFilters, runId, sessionId, userId } =
    environment.ctx;
  const parts = { context, usage, sessionState, dependencies, metadata, knowledgeFilters, runId, sessionId, userId };
  for (const [name, value] of Object.entries(parts)) {
    try {
      Object.assign(parts, { [name]: structuredClone(value) });
    } catch {
      // Functions, such as those of a database handle; there is no other way to ask.
      return { uncopied: name };
    }
  }
  return parts;
}

/** Of conflicting writes the later one wins, which is this one. */
export function mergeStateBack({ environment, tool }: CallInProgress, base: ContextCopy, patch: StatePatch): void {
  const { sessionState } = environment.ctx;
  for (const { path } of findConflicts(patch, base.sessionState, sessionState)) {
    const place = path.join(".");
    warnOnce(
      "RUNA_STATE_CONFLICT",
      `${tool.name} ${place}`,
      `Tool "${tool.name}" changed sessionState.${place} in a worker, which another tool had changed meanwhile. The later change won.`,
    );
  }
  mergePatch(sessionState, patch);
}
