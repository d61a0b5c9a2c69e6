import type { StopReason } from "./run.ts";

/** How a run ended in an answer. */
export interface Ending {
  readonly output: string;
  readonly stopReason: StopReason;
  /** Its value, where the agent has an `outputType`. */
  readonly parsed?: unknown;
}

/** Calls wait for people. */
export const PAUSED = "paused";

/** Where the loop stops. */
export type LoopResult = Ending | typeof PAUSED;
