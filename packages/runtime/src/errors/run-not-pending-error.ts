import { RunaError } from "./runa-error.ts";

/** Why a run cannot go on: it is finished or was given up; a living process has it; it has gone on since. */
export type NotPendingReason = "over" | "busy" | "outdated";

const CODES: { readonly [reason in NotPendingReason]: string } = {
  over: "RUNA_RUN_OVER",
  busy: "RUNA_RUN_BUSY",
  outdated: "RUNA_RUN_OUTDATED",
};

const TEXTS: { readonly [reason in NotPendingReason]: string } = {
  over: "is finished, or was given up, or its store does not know it",
  busy: "is under way in another process, or in another part of this one",
  outdated: "has gone on since this state of it was taken. Take the newest from session.pending()",
};

/** A state was given to `agent.run()`, and its run does not wait for that. None of its calls has run. */
export class RunNotPendingError extends RunaError {
  readonly code: string;
  readonly reason: NotPendingReason;
  readonly runId: string;

  constructor(reason: NotPendingReason, runId: string) {
    super(`The run "${runId}" ${TEXTS[reason]}.`);
    this.code = CODES[reason];
    this.reason = reason;
    this.runId = runId;
  }
}
