/** The store, over any database that speaks SQL: the transactions stand in the files beside this one. */
import type { JsonObject } from "../../manifest/index.ts";
import type { Item } from "../../model/item.ts";
import type { RecordedResult } from "../../model/recorded-result.ts";
import type { StatePatch } from "../../tool/state-patch.ts";
import { thisProcess } from "../owner.ts";
import type {
  Claim,
  Owner,
  PendingRun,
  RunEnding,
  RunLease,
  RunRecord,
  RunResumption,
  RunStart,
  StartOptions,
  Store,
} from "../store.ts";
import type { Driver } from "./driver.ts";
import { Leases } from "./leases.ts";
import * as runs from "./run-rows.ts";
import * as sessions from "./session-rows.ts";

export class SqlStore implements Store {
  readonly #driver: Driver;
  readonly #owner: Owner;
  readonly #leases: Leases;

  /** @param owner Of the runs that are begun here; this process unless a test says otherwise. */
  constructor(driver: Driver, owner: Owner = thisProcess()) {
    this.#driver = driver;
    this.#owner = owner;
    this.#leases = new Leases((lease) => driver.transact(() => runs.renewLease(lease)));
  }

  get #place(): string {
    return this.#driver.place;
  }

  readItems(sessionId: string, limit?: number): Promise<readonly Item[]> {
    return this.#driver.transact(() => sessions.readItems(sessionId, this.#place, limit), "read");
  }

  appendItems(sessionId: string, items: readonly Item[]): Promise<void> {
    return this.#driver.transact(function* () {
      yield* sessions.lockSession(sessionId);
      yield* sessions.appendItems(sessionId, items);
    });
  }

  popItem(sessionId: string): Promise<Item | undefined> {
    return this.#driver.transact(() => sessions.popItem(sessionId, this.#place));
  }

  replaceItems(sessionId: string, items: readonly Item[]): Promise<void> {
    return this.#driver.transact(function* () {
      yield* sessions.lockSession(sessionId);
      yield* sessions.deleteItems(sessionId);
      yield* sessions.appendItems(sessionId, items);
    });
  }

  clearSession(sessionId: string): Promise<void> {
    return this.#driver.transact(function* () {
      yield* sessions.lockSession(sessionId);
      yield* sessions.deleteItems(sessionId);
      yield* runs.deleteRuns(sessionId);
      yield* sessions.deleteState(sessionId);
    });
  }

  readState(sessionId: string): Promise<JsonObject | undefined> {
    return this.#driver.transact(() => sessions.readState(sessionId, this.#place), "read");
  }

  patchState(sessionId: string, patch: StatePatch): Promise<JsonObject> {
    const place = this.#place;
    return this.#driver.transact(function* () {
      yield* sessions.lockSession(sessionId);
      return yield* sessions.patchState(sessionId, place, patch);
    });
  }

  async startRun(run: RunRecord, options: StartOptions = {}): Promise<RunStart> {
    const start = await this.#driver.transact(() => runs.startRun(run, this.#owner, this.#place, options));
    if (start.kind === "started") this.#leases.keep(start.lease);
    return start;
  }

  async resumeRun(run: RunRecord): Promise<RunResumption> {
    const resumption = await this.#driver.transact(() => runs.resumeRun(run, this.#owner, this.#place));
    if (resumption.kind === "resumed") this.#leases.keep(resumption.lease);
    return resumption;
  }

  saveRun(lease: RunLease, snapshot: JsonObject): Promise<void> {
    return this.#driver.transact(() => runs.saveRun(lease, this.#place, snapshot));
  }

  pauseRun(lease: RunLease, snapshot: JsonObject, patch: StatePatch): Promise<void> {
    this.#leases.drop(lease);
    return this.#driver.transact(() => runs.pauseRun(lease, this.#place, snapshot, patch));
  }

  finishRun(lease: RunLease, ending: RunEnding): Promise<void> {
    // Where the write fails, the run is left to whoever comes when the lease has run out.
    this.#leases.drop(lease);
    return this.#driver.transact(() => runs.finishRun(lease, this.#place, ending));
  }

  pendingRuns(sessionId: string): Promise<readonly PendingRun[]> {
    return this.#driver.transact(() => runs.pendingRuns(sessionId, this.#place), "read");
  }

  abandonRun(run: RunRecord): Promise<boolean> {
    return this.#driver.transact(() => runs.abandonRun(run));
  }

  claimCall(lease: RunLease, callId: string): Promise<Claim> {
    return this.#driver.transact(() => runs.claimCall(lease, this.#place, callId));
  }

  recordResult(lease: RunLease, result: RecordedResult, patch: StatePatch): Promise<void> {
    return this.#driver.transact(() => runs.recordResult(lease, this.#place, result, patch));
  }

  close(): Promise<void> {
    this.#leases.dropAll();
    return this.#driver.close();
  }
}
