/** A run that is written down in a store, with what it changes in the state of its session. */
import { UserError } from "../errors/user-error.ts";
import type { JsonObject } from "../manifest/index.ts";
import type { RunLease, Store } from "../session/store.ts";
import type { RunContext } from "../tool/run-context.ts";
import { diffState, type StatePatch } from "../tool/state-patch.ts";
import { toPlainJson } from "./plain-json.ts";
import type { RunJournal } from "./run-journal.ts";
import type { RunSnapshot } from "./run-snapshot.ts";

export interface StoreJournalParts {
  readonly store: Store;
  readonly lease: RunLease;
  /** The state as it is stored. */
  readonly state: JsonObject | undefined;
  /** Up to where the conversation was read. */
  readonly mark: number;
  /** Of a run that goes on: what was stored of it, and which calls were claimed. */
  readonly snapshot?: JsonObject;
  readonly claimed?: readonly string[];
}

export function createStoreJournal({
  store,
  lease,
  state,
  mark,
  snapshot,
  claimed = [],
}: StoreJournalParts): RunJournal {
  const begun = new Set(claimed);
  const saved = new SavedState(state ?? {});
  // A run that goes on, and fails before it has done anything, waits as before: for a server that is down, say.
  let waiting = snapshot;
  return {
    begin: (ctx) => saved.follow(ctx),
    hasBegun: (callId) => begun.has(callId),
    claim: (callId) => store.claimCall(lease, callId),
    recordResult: (result) => saved.save((patch) => store.recordResult(lease, result, patch)),
    async checkpoint(take) {
      await store.saveRun(lease, toJson(take()));
      waiting = undefined;
    },
    pause: (take) => saved.save((patch) => store.pauseRun(lease, toJson(take()), patch)),
    async finish({ status, items, isCompacted }) {
      if (status !== "completed" && waiting) return store.pauseRun(lease, waiting, []);
      const write = (patch: StatePatch): Promise<void> =>
        store.finishRun(lease, {
          // What a run that failed has said is not part of the conversation; what its tools did stays done.
          items: status === "completed" ? items : [],
          patch,
          ...(status === "completed" && isCompacted && { replaces: mark }),
        });
      // A run that failed over its state must still give the session free.
      if (status !== "completed" && !saved.isPlain) return write([]);
      await saved.save(write);
    },
  };
}

function toJson(snapshot: RunSnapshot): JsonObject {
  return toPlainJson(snapshot, "the run") as JsonObject;
}

/** What of the state is stored, so that only what this run has changed is written. */
class SavedState {
  #saved: JsonObject;
  #ctx: RunContext | undefined;

  constructor(saved: JsonObject) {
    this.#saved = saved;
  }

  follow(ctx: RunContext): void {
    this.#ctx = ctx;
  }

  get isPlain(): boolean {
    try {
      return this.#now !== undefined;
    } catch {
      // Said already, as the error of the run.
      return false;
    }
  }

  get #now(): JsonObject {
    return this.#ctx ? plainState(this.#ctx.sessionState) : this.#saved;
  }

  async save(write: (patch: StatePatch) => Promise<void>): Promise<void> {
    const before = this.#saved;
    const now = this.#now;
    // Several calls may end at once: what one of them has sent the next need not send again.
    this.#saved = now;
    try {
      await write(diffState(before, now));
    } catch (error) {
      this.#saved = before;
      throw error;
    }
  }
}

function isDictionary(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @throws UserError for what is no object, or has no plain form. */
export function plainState(state: unknown): JsonObject {
  const plain = toPlainJson(state, "ctx.sessionState");
  if (isDictionary(state)) return plain as JsonObject;
  throw new UserError(
    "RUNA_NOT_SERIALISABLE",
    "ctx.sessionState cannot be stored: a tool has put something in its place that is no object. Keep lists and texts under a key of it.",
  );
}
