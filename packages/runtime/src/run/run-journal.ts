/**
 * Where a run writes down what must survive its process. The loop knows only this; a journal over a store is made by
 * whoever has one. A run without one lives in its process.
 *
 * The order for one answer of the model: `checkpoint`, then for each call that runs `claim`, the function,
 * `recordResult`, and so on to the next answer. A run ends with exactly one of `pause` and `finish`, unless its process is
 * killed. A resumed run begins with a `checkpoint`, which holds the decisions of the people who were asked.
 */
import type { CallJournal } from "../call/call-in-progress.ts";
import type { Item } from "../model/item.ts";
import type { RunContext } from "../tool/run-context.ts";
import type { RunSnapshot } from "./run-snapshot.ts";

/**
 * **Contract.** What it promises is on disk before its promise resolves; where nothing has to be waited for it returns no
 * promise. It throws, or rejects, where that cannot be done, and the run then ends with the status `error`: a call whose
 * claim failed does not run. Calls of one answer claim and record side by side, and checkpoints of delegates come in
 * between. Snapshots are made only when asked for; a context that has no plain form is left out of them.
 *
 * `claim` is asked once for each call in a process; `done` and `unknown` are for calls that began in an earlier one. Its id
 * is unique in the run. Calls of delegates, and their results, stand behind the id of the call that they work for:
 * `call_1/call_2`.
 */
export interface RunJournal extends CallJournal {
  /** Before everything else, with the context whose session state the run changes. */
  begin?(ctx: RunContext): void;
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
  /** The conversation was shortened: `items` takes the place of what the run began with. */
  readonly isCompacted: boolean;
}
