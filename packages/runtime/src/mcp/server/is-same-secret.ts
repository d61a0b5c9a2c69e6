/** Compares what a client sends with a secret of this process. */
import { timingSafeEqual } from "node:crypto";

/** Takes the same time for every wrong text of the right length. */
export function isSameSecret(given: string, wanted: string): boolean {
  const one = Buffer.from(given);
  const other = Buffer.from(wanted);
  return one.length === other.length && timingSafeEqual(one, other);
}
