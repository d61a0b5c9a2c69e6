/** One call of a run and what became of it. */
import type { JsonObject } from "../manifest/index.ts";

export interface ToolCallRecord {
  readonly callId: string;
  readonly name: string;
  /** Empty where the model wrote no JSON object. */
  readonly arguments: JsonObject;
  /** What the model read. */
  readonly text: string;
  readonly isError: boolean;
  /** Its text is part of the run's output. */
  readonly isShown: boolean;
  /** What the function returned; undefined for a call from before the run was read from JSON. */
  readonly result: unknown;
  /** What it threw. */
  readonly error: unknown;
}
