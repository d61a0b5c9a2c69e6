/** Whatever was thrown, in words. */
import { types } from "node:util";

/** What an error says: its message, else its name; of anything else that was thrown, its string. Never throws. */
export function errorMessage(error: unknown): string {
  try {
    return String(isError(error) ? error.message || error.name || "Error" : error);
  } catch {
    return tagOf(error);
  }
}

/** Also one of another realm, such as a `vm` context. */
export function isError(value: unknown): value is Error {
  return value instanceof Error || types.isNativeError(value);
}

/** Of an object without a prototype, of one whose `toString` or `message` throws. */
function tagOf(value: unknown): string {
  try {
    return Object.prototype.toString.call(value);
  } catch {
    // A proxy that was revoked, or whose traps throw.
    return "a value that cannot be shown";
  }
}
