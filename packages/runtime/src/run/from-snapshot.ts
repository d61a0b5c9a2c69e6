/** From a snapshot that was read to where its run stopped: the way back of `to-snapshot.ts`. */
import type { LiveParts } from "./live-parts.ts";
import type { RunSnapshot } from "./run-snapshot.ts";
import type { StoppedRun } from "./stopped-run.ts";

/** @param given In place of the stored context, which has become plain JSON. */
export function fromSnapshot(snapshot: RunSnapshot, given: unknown): StoppedRun & { readonly live: LiveParts } {
  const {
    schemaVersion: _version,
    decisionsForTools: sticky,
    approvals,
    context: stored,
    omitsContext,
    metadata,
    knowledgeFilters,
    sessionState,
    sessionId,
    userId,
    ...core
  } = snapshot;
  return {
    core,
    shared: { sticky, approvals },
    live: {
      context: given ?? stored,
      omitsContext: omitsContext === true && given === undefined,
      metadata,
      knowledgeFilters,
      sessionState: sessionState as Record<string, unknown>,
      sessionId,
      userId,
    },
  };
}
