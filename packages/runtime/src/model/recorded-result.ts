/** The result of a call as it is kept outside of memory: what the model reads, and what it does to the run. Plain JSON. */
import type { Item, ToolResultItem } from "./item.ts";

export interface RecordedResult extends ToolResultItem {
  /** What a tool, or a hook around one, threw to steer the run. */
  readonly steering?: RecordedSteering;
}

export interface RecordedSteering {
  readonly kind: "retry" | "stop";
  readonly userMessage?: string;
  readonly agentMessage?: string;
  readonly messages?: readonly Item[];
}
