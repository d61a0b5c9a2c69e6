/** From what somebody stored to a snapshot that can be gone on from. Says why where it cannot. */
import { UserError } from "../errors/user-error.ts";
import type { JsonObject } from "../manifest/index.ts";
import { loadValidation } from "../validation/validator.ts";
import { problemOf } from "./check-snapshot.ts";
import { RUN_SNAPSHOT_VERSION, type RunSnapshot } from "./run-snapshot.ts";
import { isSignedBy, type StateSecret } from "./sign-snapshot.ts";
import { SNAPSHOT_SCHEMA } from "./snapshot-schema.ts";

/**
 * @param secret Where it is given, only what was signed with it is taken; a state that is signed is read in no other way.
 * @throws UserError
 */
export async function readSnapshot(blob: unknown, secret: StateSecret | undefined): Promise<RunSnapshot> {
  if (typeof blob !== "object" || blob === null || Array.isArray(blob))
    throw refuse(`it is ${blob === null ? "null" : Array.isArray(blob) ? "a list" : typeof blob}, not an object`);
  const { signature, ...rest } = blob as JsonObject;
  const { schemaVersion } = rest;
  if (schemaVersion === undefined) throw refuse("it has no schemaVersion, as every run state has");
  if (schemaVersion !== RUN_SNAPSHOT_VERSION) {
    throw new UserError(
      "RUNA_STATE_VERSION",
      `A run state of version ${JSON.stringify(schemaVersion)} cannot be read: this package reads version ${RUN_SNAPSHOT_VERSION}. Go on with the version of @runa/runtime that wrote it, or start the run anew.`,
    );
  }
  checkSignature(rest, signature, secret);
  const validation = await loadValidation();
  if (!validation.accepts(SNAPSHOT_SCHEMA, "handwritten", rest)) {
    const [first] = validation.explain(SNAPSHOT_SCHEMA, "handwritten", rest);
    throw refuse(first ? `${first.path || "/"} ${first.message}` : "it has another form");
  }
  const snapshot = rest as unknown as RunSnapshot;
  const problem = problemOf(snapshot);
  if (problem) throw refuse(`it ${problem}`);
  return snapshot;
}

function checkSignature(value: JsonObject, signature: unknown, secret: StateSecret | undefined): void {
  if (secret === undefined && signature === undefined) return;
  const problem =
    secret === undefined
      ? "it is signed: give the secret that it was signed with, so that the signature is checked"
      : typeof signature !== "string"
        ? "it is not signed, and a secret was given"
        : isSignedBy(value, signature, secret)
          ? undefined
          : "its signature does not fit: it was changed after it was written, or signed with another secret";
  if (problem) throw new UserError("RUNA_STATE_SIGNATURE", `The run state is refused: ${problem}.`);
}

function refuse(problem: string): UserError {
  return new UserError(
    "RUNA_INVALID_STATE",
    `The run state is refused: ${problem}. Store what toJSON() or toString() gives as it is.`,
  );
}
