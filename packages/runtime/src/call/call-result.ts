/** The two sides of what a function did, as hooks are told them. */
import type { CallResult } from "./call-in-progress.ts";

export function returnedBy(result: CallResult): unknown {
  if (result.kind === "returned") return result.value;
  return result.kind === "streamed" ? result.text : undefined;
}

export function thrownBy(result: CallResult): unknown {
  return result.kind === "threw" ? result.error : undefined;
}
