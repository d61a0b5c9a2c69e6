/** Signs a snapshot, so that one that was edited on its way is told from the one that was written. */
import { createHmac, timingSafeEqual } from "node:crypto";

export type StateSecret = string | Uint8Array;

const PREFIX = "hmac-sha256:";

export function signatureOf(value: object, secret: StateSecret): string {
  return `${PREFIX}${createHmac("sha256", secret).update(canonicalJson(value)).digest("base64url")}`;
}

/** Takes the same time for every wrong signature. */
export function isSignedBy(value: object, signature: string, secret: StateSecret): boolean {
  const expected = Buffer.from(signatureOf(value, secret));
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/** The same text whatever the order of keys: a database may have sorted them. */
function canonicalJson(value: object): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
