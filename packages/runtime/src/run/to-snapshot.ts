/** From where a run stopped to plain JSON. */
import { UserError } from "../errors/user-error.ts";
import type { SharedDecisions } from "../gating/decision-ledger.ts";
import type { LiveParts } from "./live-parts.ts";
import { toPlainJson } from "./plain-json.ts";
import { RUN_SNAPSHOT_VERSION, type RunCore, type RunSnapshot } from "./run-snapshot.ts";

/**
 * @param context What to do about a context that has no plain form: fail, or leave it out.
 * @throws UserError for what has none.
 */
export function toSnapshot(
  core: RunCore,
  shared: SharedDecisions,
  live: LiveParts,
  context: "required" | "where possible" | "left out",
): RunSnapshot {
  const { metadata, knowledgeFilters, sessionState, sessionId, userId } = live;
  return {
    schemaVersion: RUN_SNAPSHOT_VERSION,
    ...core,
    decisionsForTools: shared.sticky,
    approvals: shared.approvals,
    ...contextOf(live, context),
    ...(metadata !== undefined && { metadata: toPlainJson(metadata, "metadata") }),
    ...(knowledgeFilters !== undefined && { knowledgeFilters: toPlainJson(knowledgeFilters, "knowledgeFilters") }),
    sessionState: toPlainJson(sessionState, "sessionState"),
    ...(sessionId !== undefined && { sessionId }),
    ...(userId !== undefined && { userId }),
  };
}

function contextOf(
  { context, omitsContext }: LiveParts,
  wanted: "required" | "where possible" | "left out",
): Pick<RunSnapshot, "context" | "omitsContext"> {
  if (omitsContext) return { omitsContext };
  if (context === undefined) return {};
  if (wanted === "left out") return { omitsContext: true };
  try {
    return { context: toPlainJson(context, "context") };
  } catch (error) {
    if (wanted === "where possible" && error instanceof UserError) return { omitsContext: true };
    throw error;
  }
}
