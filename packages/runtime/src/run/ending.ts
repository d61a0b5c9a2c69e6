import type { StopReason } from "./run.ts";

/** How a run ended in an answer. */
export interface Ending {
  readonly output: string;
  readonly stopReason: StopReason;
}
