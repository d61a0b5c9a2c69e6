/** The journal of a run whose session keeps a conversation and nothing else: it is written once, at the end. */
import { DuplicateToolCallError } from "../errors/duplicate-tool-call-error.ts";
import type { Session } from "../session/session.ts";
import type { Claim } from "../session/store.ts";
import { claimedCallsOf } from "./claimed-calls.ts";
import type { RunJournal } from "./run-journal.ts";

const CLAIMED: Claim = Object.freeze({ kind: "claimed" });

export function createSessionJournal(session: Session, runId: string): RunJournal {
  // As for a run without a session: a state that is resumed twice runs no call twice, in this process.
  const claimed = claimedCallsOf(runId, []);
  return {
    claim: (callId) => {
      if (claimed.has(callId)) throw new DuplicateToolCallError(callId, callId);
      claimed.add(callId);
      return CLAIMED;
    },
    recordResult: () => {},
    checkpoint: () => {},
    pause: () => {},
    async finish({ status, items, isCompacted }) {
      if (status !== "completed") return;
      await (isCompacted ? session.setItems(items) : session.addItems(items));
    },
  };
}
