/** Signs of life for the runs that this process has. */
import { errorMessage } from "../../errors/error-message.ts";
import { warnOnce } from "../../errors/warn-once.ts";
import type { RunLease } from "../store.ts";
import { LEASE_MILLISECONDS } from "./run-rows.ts";

export class Leases {
  readonly #renew: (lease: RunLease) => Promise<void>;
  readonly #held = new Map<string, RunLease>();
  #timer: NodeJS.Timeout | undefined;

  constructor(renew: (lease: RunLease) => Promise<void>) {
    this.#renew = renew;
  }

  keep(lease: RunLease): void {
    this.#held.set(lease.runId, lease);
    this.#timer ??= setInterval(() => this.#renewAll(), LEASE_MILLISECONDS / 3);
    // A run that waits for nothing but this must not keep the process alive.
    this.#timer.unref();
  }

  drop({ runId }: RunLease): void {
    this.#held.delete(runId);
    if (this.#held.size === 0) this.dropAll();
  }

  dropAll(): void {
    this.#held.clear();
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #renewAll(): void {
    for (const lease of this.#held.values()) {
      this.#renew(lease).catch((error: unknown) => {
        // Two more attempts are made before the lease is over, and the run then finds out by itself.
        warnOnce("RUNA_LEASE_NOT_RENEWED", lease.runId, `A run could not be kept: ${errorMessage(error)}`);
      });
    }
  }
}
