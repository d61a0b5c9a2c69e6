/**
 * What several processes share: conversations, the state of sessions, runs that are not over, and who runs which call.
 * One contract for every database; `store-contract` in the tests says it in cases.
 */
import type { JsonObject } from "../manifest/index.ts";
import type { Item } from "../model/item.ts";
import type { RecordedResult } from "../model/recorded-result.ts";
import type { StatePatch } from "../tool/state-patch.ts";

/**
 * **Contract.** Every method is one transaction: it happens as a whole, and is on disk, before its promise resolves; or
 * it rejects with a `StoreError` and nothing has changed. A store that cannot be read is an error, never an empty one.
 */
export interface Store {
  /** Oldest first. `limit`: only the newest so many, but never a result without its call. */
  readItems(sessionId: string, limit?: number): Promise<readonly Item[]>;
  appendItems(sessionId: string, items: readonly Item[]): Promise<void>;
  /** Removes the newest item and gives it back. */
  popItem(sessionId: string): Promise<Item | undefined>;
  replaceItems(sessionId: string, items: readonly Item[]): Promise<void>;
  /** Items and state of a session; its unfinished runs too. */
  clearSession(sessionId: string): Promise<void>;

  /** Undefined for a session that never had one. */
  readState(sessionId: string): Promise<JsonObject | undefined>;
  /** Applies changes to what is stored at that moment, so that runs side by side lose nothing of each other (H8). */
  patchState(sessionId: string, patch: StatePatch): Promise<JsonObject>;

  /**
   * Takes a run for one process, before its first call and before a resume. It is given up by `finishRun`, `pauseRun`,
   * or when the owner is dead: its process on this machine has ended, or its lease was not renewed in time.
   *
   * @returns Undefined where another living process has it, or where it is finished.
   */
  acquireRun(run: RunRecord, owner: Owner): Promise<RunLease | undefined>;
  /** The run as far as it has come; replaces what was saved before. Fails where the lease is lost. */
  saveRun(lease: RunLease, state: JsonObject): Promise<void>;
  /** Saves the run, lists it as paused, and gives it up. */
  pauseRun(lease: RunLease, state: JsonObject, patch: StatePatch): Promise<void>;
  /** Appends what the run added to the conversation, applies its changes to the state, and forgets the run, at once. */
  finishRun(lease: RunLease, ending: RunEnding): Promise<void>;
  /** Paused runs of a session, and those whose owner died, oldest first. */
  pendingRuns(sessionId: string): Promise<readonly PendingRun[]>;
  /** Gives up on a pending run: its calls can no longer be decided. */
  abandonRun(runId: string): Promise<void>;

  /** The point of no return of a call: at most one process, once, is told `claimed`. */
  claimCall(lease: RunLease, callId: string): Promise<Claim>;
  /** What a claimed call gave, so that nobody has to ask whether it happened. */
  recordResult(lease: RunLease, result: RecordedResult): Promise<void>;

  close(): Promise<void>;
}

export interface RunRecord {
  readonly runId: string;
  readonly sessionId: string;
}

/** A process, told apart from one that had its number before. */
export interface Owner {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
}

/** Proof of having a run; one that was taken over by another process is refused. */
export interface RunLease extends RunRecord {
  /** Grows by one with each owner of the run. */
  readonly fence: number;
}

export interface RunEnding {
  /** What joins the conversation: nothing for a run that failed (H10). */
  readonly items: readonly Item[];
  readonly patch: StatePatch;
}

export interface PendingRun extends RunRecord {
  readonly status: "paused" | "interrupted";
  /** A `RunState` as JSON. */
  readonly state: JsonObject;
  /** ISO 8601. */
  readonly savedAt: string;
}

export type Claim =
  | { readonly kind: "claimed" }
  /** It ran before, in this process or another, and this is what came of it. */
  | { readonly kind: "done"; readonly result: RecordedResult }
  /** It was begun before, and nobody knows how it ended. */
  | { readonly kind: "unknown" };
