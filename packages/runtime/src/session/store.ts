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
  /** Oldest first. `limit`: only the newest so many, and fewer where a result would stand without its call. */
  readItems(sessionId: string, limit?: number): Promise<readonly Item[]>;
  appendItems(sessionId: string, items: readonly Item[]): Promise<void>;
  /** Removes the newest item and gives it back. */
  popItem(sessionId: string): Promise<Item | undefined>;
  replaceItems(sessionId: string, items: readonly Item[]): Promise<void>;
  /** Items and state of a session; its unfinished runs too. */
  clearSession(sessionId: string): Promise<void>;

  /** Undefined for a session that never had one. */
  readState(sessionId: string): Promise<JsonObject | undefined>;
  /**
   * Applies changes to what is stored at that moment, so that runs side by side lose nothing of each other (H8).
   *
   * @returns The state from then on.
   */
  patchState(sessionId: string, patch: StatePatch): Promise<JsonObject>;

  /**
   * Begins a run, which this process has from then on. It gives it up by `pauseRun` or `finishRun`, or by being dead: its
   * process on this machine has ended, or its lease was not renewed in time. Runs of one session may overlap; one that is
   * paused keeps new ones out, unless it is abandoned with this.
   */
  startRun(run: RunRecord, options?: StartOptions): Promise<RunStart>;
  /** Takes a run over that is paused, or whose owner is dead. At most one process gets it. */
  resumeRun(run: RunRecord): Promise<RunResumption>;
  /** The run as far as it has come; replaces what was saved before. Fails where the lease is lost, as all that follow. */
  saveRun(lease: RunLease, snapshot: JsonObject): Promise<void>;
  /** Saves the run, applies its changes to the state, lists it as paused, and gives it up. */
  pauseRun(lease: RunLease, snapshot: JsonObject, patch: StatePatch): Promise<void>;
  /** Adds what the run gave to the conversation, applies its changes to the state, and forgets the run, at once. */
  finishRun(lease: RunLease, ending: RunEnding): Promise<void>;
  /** Paused runs of a session, and those whose owner died after something was saved of them, oldest first. */
  pendingRuns(sessionId: string): Promise<readonly PendingRun[]>;
  /**
   * Gives up on a pending run: its calls can no longer be decided, and nobody can resume it.
   *
   * @returns False where it is not pending.
   */
  abandonRun(run: RunRecord): Promise<boolean>;

  /** The point of no return of a call: at most one process, once, is told `claimed`. */
  claimCall(lease: RunLease, callId: string): Promise<Claim>;
  /** What a claimed call gave, so that nobody has to ask whether it happened, and what it changed in the state. */
  recordResult(lease: RunLease, result: RecordedResult, patch: StatePatch): Promise<void>;

  /** Releases what the store holds open; the next use opens it again. */
  close(): Promise<void>;
}

export interface RunRecord {
  readonly runId: string;
  readonly sessionId: string;
}

/** A process, told apart from one that had its number before. */
export interface Owner {
  readonly id: string;
  /** A machine, and on it a space of process numbers. */
  readonly host: string;
  readonly pid: number;
  /** When the process started, where the system says so. */
  readonly startedAt: string;
}

/** Proof of having a run; one that was taken over by another process is refused. */
export interface RunLease extends RunRecord {
  /** Grows by one with each owner of the run. */
  readonly fence: number;
}

export interface StartOptions {
  readonly abandonPending?: boolean;
  /** The state from then on, where the session never had one: runs that begin at the same time share it. */
  readonly initialState?: JsonObject;
}

export type RunStart =
  | {
      readonly kind: "started";
      readonly lease: RunLease;
      readonly items: readonly Item[];
      /** Up to where the conversation was read: `RunEnding.replaces`. */
      readonly mark: number;
      readonly state: JsonObject | undefined;
    }
  /** Something of the session waits for a decision. */
  | { readonly kind: "pending"; readonly runs: readonly PendingRun[] };

export type RunResumption =
  | {
      readonly kind: "resumed";
      readonly lease: RunLease;
      /** As when the run was begun: what joined the conversation since then is not part of it. */
      readonly mark: number;
      readonly state: JsonObject | undefined;
      /** What was saved of the run last. */
      readonly snapshot: JsonObject | undefined;
      /** Calls that have begun. */
      readonly claimed: readonly string[];
    }
  /** A living process has it. */
  | { readonly kind: "busy" }
  /** It is finished, abandoned, or of another session or store. */
  | { readonly kind: "over" };

export interface RunEnding {
  /** What joins the conversation: nothing for a run that failed (H10). */
  readonly items: readonly Item[];
  readonly patch: StatePatch;
  /** Where the conversation was compacted: `items` takes the place of everything up to this mark. */
  readonly replaces?: number;
}

export interface PendingRun extends RunRecord {
  readonly status: "paused" | "interrupted";
  /** What was saved last. */
  readonly snapshot: JsonObject;
  /** ISO 8601. */
  readonly savedAt: string;
}

export type Claim =
  | { readonly kind: "claimed" }
  /** It ran before, in this process or another, and this is what came of it. */
  | { readonly kind: "done"; readonly result: RecordedResult }
  /** It was begun before, and nobody knows how it ended. */
  | { readonly kind: "unknown" };
