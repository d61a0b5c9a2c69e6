import { RunaError } from "./runa-error.ts";

/**
 * Why a store did not do what it was asked: no room; no permission to write; held by somebody else for too long; not
 * reachable; not what it should be; written by a newer version of this package; anything else; the run is in other
 * hands by now; there was no answer to a commit, so that nobody knows whether it was done.
 */
export type StoreFailure =
  | "full"
  | "read_only"
  | "locked"
  | "unreachable"
  | "unreadable"
  | "newer"
  | "failed"
  | "lease_lost"
  | "uncertain";

const CODES: { readonly [failure in StoreFailure]: string } = {
  full: "RUNA_STORE_FULL",
  read_only: "RUNA_STORE_READ_ONLY",
  locked: "RUNA_STORE_LOCKED",
  unreachable: "RUNA_STORE_UNREACHABLE",
  unreadable: "RUNA_STORE_UNREADABLE",
  newer: "RUNA_STORE_NEWER",
  failed: "RUNA_STORE_FAILED",
  lease_lost: "RUNA_LEASE_LOST",
  uncertain: "RUNA_STORE_UNCERTAIN",
};

const TEXTS: { readonly [failure in StoreFailure]: string } = {
  full: "has no room left. Free some; nothing was changed",
  read_only: "cannot be written to. Check its permissions; nothing was changed",
  locked: "is held by another process for too long. Nothing was changed; try again",
  unreachable: "cannot be reached. Nothing was changed; check that it is there",
  unreadable: "is not what it should be, or is damaged. Nothing was changed",
  newer: "was written by a newer version of @runa/runtime. Update this one",
  failed: "refused. Nothing was changed",
  lease_lost: "does not leave this run to this process any more: another has taken it over, or it was given up",
  uncertain: "broke off while it was told to keep a change. Whether it did is unknown",
};

/** A store of sessions did not do what it was asked. Except where it says so, nothing has changed. */
export class StoreError extends RunaError {
  readonly code: string;
  readonly failure: StoreFailure;
  /** Which store: a file, or a server with a database. Never a password. */
  readonly place: string;

  constructor(facts: {
    readonly failure: StoreFailure;
    readonly place: string;
    readonly detail?: string;
    readonly cause?: unknown;
  }) {
    const { failure, place, detail, cause } = facts;
    super(`The store ${place} ${TEXTS[failure]}.${detail ? ` (${detail})` : ""}`, cause === undefined ? {} : { cause });
    this.code = CODES[failure];
    this.failure = failure;
    this.place = place;
  }
}
