/** A run that is written down in a store, with what it changes in the state of its session. */
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
  /** Of a run that goes on: what was stored of it. */
  readonly snapshot?: JsonObject;
}

export function createStoreJournal({ store, lease, state, mark, snapshot }: StoreJournalParts): RunJournal {
  const saved = new SavedState(state ?? {});
  // A run that goes on, and fails before it has done anything, waits as before: for a server that is down, say.
  let waiting = snapshot;
  return {
    begin: (ctx) => saved.follow(ctx),
    claim: (callId) => store.claimCall(lease, callId),
    recordResult: (result) => saved.save((patch) => store.recordResult(lease, result, patch)),
    async checkpoint(take) {
      await store.saveRun(lease, toJson(take()));
      waiting = undefined;
    },
    pause: (take) => saved.save((patch) => store.pauseRun(lease, toJson(take()), patch)),
    async finish({ status, items, isCompacted }) {
      if (status !== "completed" && waiting) return store.pauseRun(lease, waiting, []);
      await saved.save((patch) =>
        store.finishRun(lease, {
          // What a run that failed has said is not part of the conversation; what its tools did stays done.
          items: status === "completed" ? items : [],
          patch,
          ...(status === "completed" && isCompacted && { replaces: mark }),
        }),
      );
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

  async save(write: (patch: StatePatch) => Promise<void>): Promise<void> {
    const before = this.#saved;
    const now = this.#ctx ? (toPlainJson(this.#ctx.sessionState, "ctx.sessionState") as JsonObject) : before;
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
