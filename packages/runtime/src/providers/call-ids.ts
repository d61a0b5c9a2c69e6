/** Every call of an answer gets an id of its own, whatever the server sent (C12). */
import { createHash, randomUUID } from "node:crypto";

export interface NamedCall {
  readonly callId: string;
  readonly name: string;
  readonly argumentsText: string;
}

/** The id that a call has now, or `undefined` where the call says again what another one said. */
export type SettledId = string | undefined;

export function createCallId(): string {
  return `call_${randomUUID()}`;
}

/**
 * One entry for each call: an empty id, or one that another call of this answer has, is replaced; the same id with the
 * same name and arguments is the same call.
 */
export function settleCallIds(calls: readonly NamedCall[], createId: () => string = createCallId): SettledId[] {
  const seen = new Map<string, NamedCall>();
  return calls.map((call) => {
    const other = call.callId === "" ? undefined : seen.get(call.callId);
    if (other?.name === call.name && other.argumentsText === call.argumentsText) return undefined;
    const callId = call.callId === "" || other !== undefined ? createId() : call.callId;
    seen.set(callId, call);
    return callId;
  });
}

const SHORT = 9;
const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** For Mistral, which wants nine letters and digits. */
export function createShortCallId(): string {
  return toShortCallId(randomUUID());
}

/** Leaves an id that fits alone; any other becomes nine letters and digits, the same for the call and its result. */
export function toShortCallId(callId: string): string {
  if (/^[a-zA-Z0-9]{9}$/.test(callId)) return callId;
  const hash = createHash("sha256").update(callId).digest();
  return Array.from(hash.subarray(0, SHORT), (byte) => DIGITS[byte % DIGITS.length]).join("");
}
