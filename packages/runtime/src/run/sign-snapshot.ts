/** Signs a snapshot, so that one that was edited on its way is told from the one that was written. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { canonicalJson } from "../call/canonical-json.ts";

export type StateSecret = string | Uint8Array;

const PREFIX = "hmac-sha256:";

/** Of the value, whatever the order of its keys: a database may have sorted them. */
export function signatureOf(value: object, secret: StateSecret): string {
  return `${PREFIX}${createHmac("sha256", secret).update(canonicalJson(value)).digest("base64url")}`;
}

/** Takes the same time for every wrong signature. */
export function isSignedBy(value: object, signature: string, secret: StateSecret): boolean {
  const expected = Buffer.from(signatureOf(value, secret));
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}
