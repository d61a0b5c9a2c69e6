/**
 * Where a run writes down what must survive its process. The loop knows only this; a journal over a store is made by
 * whoever has one.
 *
 * The order for one answer of the model: `checkpoint`, then for each call that runs `claim`, the function,
 * `recordResult`, and so on to the next answer. A run ends with exactly one of `pause` and `finish`, unless its process is
 * killed. A resumed run begins with a `checkpoint`, which holds the decisions of the people who were asked.
 */
import type { Item } from "../model/item.ts";
import type { RecordedResult } from "../model/recorded-result.ts";
import type { Claim } from "../session/store.ts";
import type { RunSnapshot } from "./run-snapshot.ts";

/**
 * **Contract.** What it promises is on disk before its promise resolves; where nothing has to be waited for it returns no
 * promise. It throws, or rejects, where that cannot be done, and the run then ends with the status `error`: a call whose
 * claim failed does not run. Calls of one answer claim and record side by side. Snapshots are made only when asked for.
 */
export interface RunJournal {
  /**
   * The point of no return of a call. Asked once for each call in a process; `done` and `unknown` are for calls that began
   * in an earlier one.
   *
   * @param callId Unique in the run. Of a delegate's call: behind the id of the call that it works for, `call_1/call_2`.
   */
  claim(callId: string): Claim | Promise<Claim>;
  /** What a claimed call gave. `result.callId` as in `claim`. */
  recordResult(result: RecordedResult): void | Promise<void>;
  /** How far the run has come; replaces what was there. */
  checkpoint(snapshot: () => RunSnapshot): void | Promise<void>;
  /** The run waits for people, and this process gives it up. */
  pause(snapshot: () => RunSnapshot): void | Promise<void>;
  /** The run is over, and nothing of it is needed any more. */
  finish(ending: JournalEnding): void | Promise<void>;
}

export interface JournalEnding {
  /** `aborted`: nobody waits for this `finish`; what it rejects with becomes a warning. */
  readonly status: "completed" | "error" | "aborted";
  /** What the run adds to the conversation: its message, answers, results. What of it is kept is the journal's choice (H10). */
  readonly items: readonly Item[];
}

const CLAIMED: Claim = Object.freeze({ kind: "claimed" });

/** For a run that lives in one process: the ids that it has claimed are part of its progress. */
export const NO_JOURNAL: RunJournal = Object.freeze({
  claim: () => CLAIMED,
  recordResult: () => {},
  checkpoint: () => {},
  pause: () => {},
  finish: () => {},
});
