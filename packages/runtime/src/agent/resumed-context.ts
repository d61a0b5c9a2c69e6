/** What the tools of a run that goes on are given: as it was, except for what the caller gives anew. */
import { UserError } from "../errors/user-error.ts";
import type { LiveParts } from "../run/live-parts.ts";
import type { RunContextParts } from "../tool/run-context.ts";

/** @throws UserError where the context was left out of the state, and is not given. */
export function resumedContext(live: LiveParts, given: RunContextParts): RunContextParts {
  const context = given.context ?? live.context;
  if (live.omitsContext && context === undefined) {
    throw new UserError(
      "RUNA_STATE_CONTEXT",
      "The context of the run is not in its state. Give it again: agent.run(state, { context }), or RunState.fromJSON(agent, blob, { context }).",
    );
  }
  const { metadata, knowledgeFilters, sessionState, sessionId, userId } = live;
  return {
    sessionState,
    knowledgeFilters,
    ...(metadata !== undefined && { metadata: metadata as Readonly<Record<string, unknown>> }),
    ...(sessionId !== undefined && { sessionId }),
    ...(userId !== undefined && { userId }),
    ...given,
    context,
  };
}
