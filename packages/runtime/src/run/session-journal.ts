/** The journal of a run whose session keeps a conversation and nothing else: it is written once, at the end. */
import type { Session } from "../session/session.ts";
import type { Claim } from "../session/store.ts";
import type { RunJournal } from "./run-journal.ts";

const CLAIMED: Claim = Object.freeze({ kind: "claimed" });

export function createSessionJournal(session: Session): RunJournal {
  return {
    // As for a run without a session: what has run in this process the run itself knows.
    claim: () => CLAIMED,
    recordResult: () => {},
    checkpoint: () => {},
    pause: () => {},
    async finish({ status, items, isCompacted }) {
      if (status !== "completed") return;
      await (isCompacted ? session.setItems(items) : session.addItems(items));
    },
  };
}
